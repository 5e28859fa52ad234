//! Facets, edges and corners that surfaces are made of.

use super::*;

/// A box with corners at ±half, as 12 triangles.
fn box_mesh(half: Vec3) -> Mesh {
    let signs = |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 1 { 1.0 } else { -1.0 });
    let vertices = (0..8).map(|k| Vec3([0, 1, 2].map(|axis| signs(k)[axis] * half[axis]))).collect();
    let quads: [[u32; 4]; 6] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Mesh { vertices, triangles }
}

/// A plate of n × n quads at z = 0, open below.
fn plate(n: u32) -> Mesh {
    let at = |i: u32, j: u32| i * (n + 1) + j;
    let vertices = (0..=n).flat_map(|i| (0..=n).map(move |j| Vec3([f64::from(i), f64::from(j), 0.0]))).collect();
    let quads = (0..n).flat_map(|i| (0..n).map(move |j| [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]));
    Mesh { vertices, triangles: quads.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect() }
}

/// The outline of an L, drawn out along y.
fn bracket() -> Mesh {
    let profile = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    let n = profile.len() as u32;
    let at = |y: f64| profile.map(|[x, z]| Vec3([x, y, z]));
    let ends: [[u32; 3]; 4] = [[0, 1, 2], [0, 2, 3], [0, 3, 5], [3, 4, 5]];
    let mut triangles: Vec<[u32; 3]> =
        ends.iter().flat_map(|[a, b, c]| [[*a, *b, *c], [a + n, c + n, b + n]]).collect();
    triangles.extend((0..n).flat_map(|k| {
        let next = (k + 1) % n;
        [[next, k, k + n], [next, k + n, next + n]]
    }));
    Mesh { vertices: [at(0.0), at(1.0)].concat(), triangles }
}

#[test]
fn a_box_has_six_facets_twelve_edges_and_eight_corners() {
    let half = Vec3([0.3, 0.5, 0.7]);
    let surface = Surface::new(&box_mesh(half), false).unwrap();
    assert!(surface.is_convex());
    assert_eq!([surface.facets.len(), surface.edges.len(), surface.corners.len()], [6, 12, 8]);
    for facet in &surface.facets {
        let axis = (0..3).find(|k| facet.normal[*k].abs() > 0.5).unwrap();
        assert!((facet.offset - half[axis]).abs() < 1e-15 && facet.corners.len() == 4);
        assert!((facet.area - 4.0 * half[(axis + 1) % 3] * half[(axis + 2) % 3]).abs() < 1e-14);
        let turn = (facet.corners[1] - facet.corners[0]).cross(facet.corners[2] - facet.corners[1]);
        assert!(turn.dot(facet.normal) > 0.0, "counterclockwise from outside");
    }
    for edge in &surface.edges {
        let middle = 0.5 * (edge.from + edge.to);
        assert!(edge.sees(middle) && !edge.sees(-middle));
    }
}

#[test]
fn a_fine_plate_is_one_facet() {
    for n in [1, 2, 5] {
        let surface = Surface::new(&plate(n), false).unwrap();
        assert!(!surface.is_convex());
        assert_eq!(surface.facets.len(), 1, "{n}");
        assert!((surface.facets[0].area - f64::from(n * n)).abs() < 1e-12);
    }
}

#[test]
fn a_bracket_is_not_convex_and_its_hull_is() {
    let surface = Surface::new(&bracket(), false).unwrap();
    assert!(!surface.is_convex());
    // Both ends are two rectangles each, and six sides.
    assert_eq!(surface.facets.len(), 10);
    // The edge in the corner of the L is bent inwards.
    assert_eq!(surface.edges.len(), 5 + 12);
    let thin = surface.facets.iter().find(|facet| facet.normal[2] > 0.5 && facet.offset < 1.5).unwrap();
    assert!((thin.limit - 0.5).abs() < 1e-12, "half of the thickness of 1");
    let hull = Surface::new(&bracket(), true).unwrap();
    assert!(hull.is_convex() && hull.facets.len() == 7 && hull.corners.len() == 10);
}

#[test]
fn points_in_a_plane_have_no_hull() {
    assert_eq!(Surface::new(&plate(2), true).unwrap_err(), FLAT);
}

#[test]
fn the_section_of_a_bracket_is_its_outline() {
    let turned = |v: &Vec3| Vec3([v[0], v[2], 0.5 - v[1]]);
    let Mesh { vertices, triangles } = bracket();
    let upright = Mesh { vertices: vertices.iter().map(turned).collect(), triangles };
    let surface = Surface::in_plane(&upright, false).unwrap();
    assert!(surface.is_flat() && !surface.is_convex());
    assert_eq!([surface.facets.len(), surface.edges.len(), surface.corners.len()], [6, 5, 5]);
    let hull = Surface::in_plane(&upright, true).unwrap();
    assert_eq!([hull.facets.len(), hull.edges.len(), hull.corners.len()], [5, 5, 5]);
    let away = Mesh { vertices: upright.vertices.iter().map(|v| *v + Vec3([0.0, 0.0, 3.0])).collect(), ..upright };
    assert!(Surface::in_plane(&away, false).unwrap_err().contains("does not cut it"));
}

#[test]
fn hulls_of_many_points_are_closed_and_around_all() {
    let mut points = Vec::new();
    for k in 0..200 {
        let (a, b) = (0.1 * f64::from(k), 0.37 * f64::from(k * k % 97));
        points.push(Vec3([a.sin() * b.cos(), a.sin() * b.sin(), a.cos()]));
        points.push(0.5 * points[k as usize]);
    }
    let triangles = hull::find(&points).unwrap();
    let mesh = Mesh { vertices: points.clone(), triangles };
    assert_eq!(mesh.count_open_edges(), 0);
    for [a, b, c] in &mesh.triangles {
        let [a, b, c] = [a, b, c].map(|k| points[*k as usize]);
        let normal = (b - a).cross(c - a).unit().unwrap();
        assert!(points.iter().all(|point| normal.dot(*point - a) < 1e-9));
    }
}
