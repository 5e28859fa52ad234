//! Facets of a surface from its triangles: those in one plane that hang together are a region, which is cut into as few
//! convex polygons as merging them one by one gives.

use super::{Corner, Edge, Facet, Source};
use crate::spatial::Vec3;
use std::collections::{BTreeMap, BTreeSet};

/// Neighbours whose normals have a smaller sine between them lie in one plane: ten times what files of four-byte
/// numbers leave of a plane.
const COPLANAR: f64 = 1e-5;
/// A slice has walls along z only.
const UPRIGHT: f64 = 0.5;

/// All parts of a surface.
pub(super) struct Parts {
    pub(super) facets: Vec<Facet>,
    pub(super) edges: Vec<Edge>,
    pub(super) corners: Vec<Corner>,
    pub(super) spokes: Vec<Vec3>,
}

/// Triangles with what is known of them.
struct Net<'a> {
    vertices: &'a [Vec3],
    triangles: Vec<[u32; 3]>,
    normals: Vec<Vec3>,
    /// The triangle that has an edge, by its direction.
    owners: BTreeMap<[u32; 2], usize>,
    /// Region of each triangle, and the plane of each region.
    regions: Vec<usize>,
    planes: BTreeMap<usize, Plane>,
}

#[derive(Clone, Copy)]
struct Plane {
    normal: Vec3,
    offset: f64,
    area: f64,
}

pub(super) fn find(source: &Source) -> Parts {
    let net = Net::new(source);
    let facets = net.facets(source.is_convex);
    let edges = net.edges();
    let (corners, spokes) = net.corners();
    if !source.is_flat {
        return Parts { facets, edges, corners, spokes };
    }
    // A slice: walls, edges along z, and each corner once, in the plane.
    let is_wall = |normal: &Vec3| normal[2].abs() < UPRIGHT;
    let facets = facets.into_iter().filter(|facet| is_wall(&facet.normal)).collect();
    let is_along = |edge: &Edge| (edge.to - edge.from).unit().is_some_and(|along| along[2].abs() > UPRIGHT);
    let edges: Vec<Edge> =
        edges.into_iter().filter(|edge| is_along(edge) && edge.normals.iter().all(is_wall)).collect();
    let corner = |edge: &Edge| Corner { at: Vec3([edge.from[0], edge.from[1], 0.0]), spokes: [0, 0] };
    Parts { facets, corners: edges.iter().map(corner).collect(), edges, spokes: Vec::new() }
}

fn edges_of([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

impl<'a> Net<'a> {
    fn new(source: &'a Source) -> Self {
        let vertices = &source.vertices[..];
        let across = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|k| vertices[k as usize]);
            (b - a).cross(c - a)
        };
        let triangles: Vec<[u32; 3]> =
            source.triangles.iter().copied().filter(|triangle| across(triangle).unit().is_some()).collect();
        let twice: Vec<Vec3> = triangles.iter().map(across).collect();
        let normals: Vec<Vec3> = twice.iter().map(|v| 1.0 / v.norm() * *v).collect();
        let mut owners = BTreeMap::new();
        for (k, triangle) in triangles.iter().enumerate() {
            edges_of(*triangle).into_iter().for_each(|edge| {
                owners.entry(edge).or_insert(k);
            });
        }
        let regions = find_regions(&triangles, &normals, &owners);
        let mut net = Net { vertices, triangles, normals, owners, regions, planes: BTreeMap::new() };
        net.planes = net.find_planes(&twice);
        net
    }

    fn find_planes(&self, twice: &[Vec3]) -> BTreeMap<usize, Plane> {
        let mut sums: BTreeMap<usize, Vec3> = BTreeMap::new();
        let mut places: BTreeMap<usize, Vec<Vec3>> = BTreeMap::new();
        for (k, region) in self.regions.iter().enumerate() {
            let sum = sums.entry(*region).or_insert(Vec3::ZERO);
            *sum += 0.5 * twice[k];
            let corners = self.triangles[k].map(|corner| self.vertices[corner as usize]);
            places.entry(*region).or_default().extend(corners);
        }
        let plane = |(region, sum): (usize, Vec3)| {
            let (area, points) = (sum.norm(), &places[&region]);
            // Regions that close on themselves do not lie in a plane; none is that flat.
            let normal = sum.unit().unwrap_or(self.normals[region]);
            let offset = points.iter().map(|point| normal.dot(*point)).sum::<f64>() / points.len() as f64;
            (region, Plane { normal, offset, area })
        };
        sums.into_iter().map(plane).collect()
    }

    fn facets(&self, is_convex: bool) -> Vec<Facet> {
        let mut facets = Vec::new();
        for (region, plane) in &self.planes {
            let members = (0..self.triangles.len()).filter(|k| self.regions[*k] == *region);
            let loops = match is_convex {
                true => {
                    let all: BTreeSet<u32> = members.flat_map(|k| self.triangles[k]).collect();
                    vec![all.into_iter().collect::<Vec<u32>>()]
                }
                false => self.merge(members.collect(), plane.normal),
            };
            for corners in loops {
                let points: Vec<Vec3> = corners.iter().map(|k| self.vertices[*k as usize]).collect();
                let corners = outline(&points, plane.normal);
                if corners.len() > 2 {
                    let Plane { normal, offset, area } = *plane;
                    facets.push(Facet { normal, offset, corners, area, limit: f64::INFINITY });
                }
            }
        }
        facets
    }

    /// Convex polygons of the triangles of a region.
    fn merge(&self, members: Vec<usize>, normal: Vec3) -> Vec<Vec<u32>> {
        let mut loops: Vec<Option<Vec<u32>>> = members.iter().map(|k| Some(self.triangles[*k].to_vec())).collect();
        let mut owners: BTreeMap<[u32; 2], usize> = BTreeMap::new();
        for (place, k) in members.iter().enumerate() {
            edges_of(self.triangles[*k]).into_iter().for_each(|edge| {
                owners.insert(edge, place);
            });
        }
        let inner: Vec<[u32; 2]> =
            owners.keys().copied().filter(|[a, b]| a < b && owners.contains_key(&[*b, *a])).collect();
        loop {
            let mut has_changed = false;
            for &[a, b] in &inner {
                let (first, second) = (owners[&[a, b]], owners[&[b, a]]);
                let (Some(one), Some(other)) = (&loops[first], &loops[second]) else { continue };
                let Some(merged) = join(one, other, [a, b]).filter(|_| first != second) else { continue };
                let points: Vec<Vec3> = merged.iter().map(|k| self.vertices[*k as usize]).collect();
                if !turns_left(&points, normal) || outline(&points, normal).len() > super::MOST_CORNERS {
                    continue;
                }
                owners.values_mut().filter(|owner| **owner == second).for_each(|owner| *owner = first);
                (loops[first], loops[second], has_changed) = (Some(merged), None, true);
            }
            if !has_changed {
                return loops.into_iter().flatten().collect();
            }
        }
    }

    /// Convex edges between regions, those along one line as one; and edges where the surface ends.
    fn edges(&self) -> Vec<Edge> {
        let mut lines: BTreeMap<[usize; 2], Vec<[Vec3; 2]>> = BTreeMap::new();
        let mut edges = Vec::new();
        for (&[a, b], &owner) in &self.owners {
            let [from, to] = [a, b].map(|k| self.vertices[k as usize]);
            let first = self.regions[owner];
            let Some(&other) = self.owners.get(&[b, a]) else {
                let normal = self.planes[&first].normal;
                let Some(outward) = (to - from).cross(normal).unit() else { continue };
                edges.push(Edge { from, to, normals: [normal, outward] });
                continue;
            };
            let second = self.regions[other];
            if first < second {
                lines.entry([first, second]).or_default().push([from, to]);
            }
        }
        for ([first, second], pieces) in lines {
            let normals = [first, second].map(|region| self.planes[&region].normal);
            let is_convex = |[from, to]: &[Vec3; 2]| normals[0].cross(normals[1]).dot(*to - *from) > 0.0;
            let pieces: Vec<[Vec3; 2]> = pieces.into_iter().filter(is_convex).collect();
            edges.extend(join_pieces(pieces).into_iter().map(|[from, to]| Edge { from, to, normals }));
        }
        edges
    }

    /// Vertices where three regions meet, or the surface ends.
    fn corners(&self) -> (Vec<Corner>, Vec<Vec3>) {
        let mut around: BTreeMap<u32, (BTreeSet<usize>, BTreeSet<u32>, bool)> = BTreeMap::new();
        for (&[a, b], &owner) in &self.owners {
            let is_open = !self.owners.contains_key(&[b, a]);
            for [at, other] in [[a, b], [b, a]] {
                let (regions, neighbors, ends) = around.entry(at).or_default();
                regions.insert(self.regions[owner]);
                neighbors.insert(other);
                *ends |= is_open;
            }
        }
        let (mut corners, mut spokes) = (Vec::new(), Vec::new());
        for (k, (regions, neighbors, ends)) in around {
            if regions.len() < 3 && !ends {
                continue;
            }
            let (at, start) = (self.vertices[k as usize], spokes.len());
            spokes.extend(neighbors.iter().filter_map(|other| (self.vertices[*other as usize] - at).unit()));
            corners.push(Corner { at, spokes: [start, spokes.len()] });
        }
        (corners, spokes)
    }
}

/// Each triangle's region, by the number of its first one.
fn find_regions(triangles: &[[u32; 3]], normals: &[Vec3], owners: &BTreeMap<[u32; 2], usize>) -> Vec<usize> {
    let mut regions: Vec<Option<usize>> = vec![None; triangles.len()];
    for start in 0..triangles.len() {
        if regions[start].is_some() {
            continue;
        }
        regions[start] = Some(start);
        let mut open = vec![start];
        while let Some(k) = open.pop() {
            for [a, b] in edges_of(triangles[k]) {
                let Some(&next) = owners.get(&[b, a]) else { continue };
                let is_flat = normals[k].cross(normals[next]).norm() < COPLANAR && normals[k].dot(normals[next]) > 0.0;
                if is_flat && regions[next].is_none() {
                    regions[next] = Some(start);
                    open.push(next);
                }
            }
        }
    }
    regions.into_iter().enumerate().map(|(k, region)| region.unwrap_or(k)).collect()
}

/// The polygon of two that share an edge, from a to b in the first one.
fn join(one: &[u32], other: &[u32], [a, b]: [u32; 2]) -> Option<Vec<u32>> {
    let from = |polygon: &[u32], start: u32, end: u32| {
        let place = polygon.iter().position(|k| *k == start)?;
        let turned: Vec<u32> = polygon[place..].iter().chain(&polygon[..place]).copied().collect();
        (turned.last() == Some(&end)).then_some(turned)
    };
    let (mut joined, second) = (from(one, b, a)?, from(other, a, b)?);
    joined.extend(&second[1..second.len() - 1]);
    // Where they share more than one edge, the polygon goes there and back.
    while let Some(k) = (0..joined.len()).find(|k| joined.len() > 3 && joined[*k] == joined[(k + 2) % joined.len()]) {
        let n = joined.len();
        let gone = [(k + 1) % n, (k + 2) % n];
        joined = (0..n).filter(|place| !gone.contains(place)).map(|place| joined[place]).collect();
    }
    Some(joined)
}

/// Whether a polygon nowhere turns right.
fn turns_left(points: &[Vec3], normal: Vec3) -> bool {
    let n = points.len();
    (0..n).all(|k| {
        let [a, b, c] = [0, 1, 2].map(|step| points[(k + step) % n]);
        normal.dot((b - a).cross(c - b)) >= -COPLANAR * (b - a).norm() * (c - b).norm()
    })
}

/// The corners of the convex outline of points in a plane, counterclockwise [Andrew's monotone chain, 1979].
fn outline(points: &[Vec3], normal: Vec3) -> Vec<Vec3> {
    let x = normal.perpendicular();
    let y = normal.cross(x);
    let mut sorted: Vec<Vec3> = points.to_vec();
    let key = |point: &Vec3| [x.dot(*point), y.dot(*point)];
    sorted.sort_by(|a, b| {
        let [a, b] = [key(a), key(b)];
        a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
    });
    let half = |order: &mut dyn Iterator<Item = Vec3>| {
        let mut chain: Vec<Vec3> = Vec::new();
        for point in order {
            while let [.., a, b] = chain[..] {
                let turn = normal.dot((b - a).cross(point - b));
                if turn > COPLANAR * (b - a).norm() * (point - b).norm() {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut corners = half(&mut sorted.iter().copied());
    corners.extend(half(&mut sorted.iter().rev().copied()));
    corners
}

/// Pieces of one line in one direction, joined where they meet.
fn join_pieces(mut pieces: Vec<[Vec3; 2]>) -> Vec<[Vec3; 2]> {
    let Some([from, to]) = pieces.first().copied() else { return pieces };
    pieces.sort_by(|a, b| (to - from).dot(a[0]).total_cmp(&(to - from).dot(b[0])));
    let mut joined: Vec<[Vec3; 2]> = Vec::new();
    for piece in pieces {
        match joined.last_mut() {
            Some(last) if last[1] == piece[0] => last[1] = piece[1],
            Some(_) | None => joined.push(piece),
        }
    }
    joined
}
