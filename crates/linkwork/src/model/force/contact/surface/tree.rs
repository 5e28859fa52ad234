//! A tree of boxes around the features of a surface, to find those near a place. Nodes lie in the order of a walk from
//! the root, with the place where the walk goes on if a box is missed, so that it needs no stack.

use super::{Corner, Edge, Facet, Feature};
use crate::spatial::Vec3;

/// Boxes around features.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    least: Vec3,
    most: Vec3,
    /// A leaf's feature.
    feature: Option<Feature>,
    /// The next node if this box is missed.
    skip: usize,
}

#[derive(Clone, Copy)]
struct Leaf {
    least: Vec3,
    most: Vec3,
    feature: Feature,
}

fn around(points: &[Vec3], feature: Feature) -> Leaf {
    let (mut least, mut most) = (points[0], points[0]);
    for point in points {
        least = Vec3([0, 1, 2].map(|k| least[k].min(point[k])));
        most = Vec3([0, 1, 2].map(|k| most[k].max(point[k])));
    }
    Leaf { least, most, feature }
}

impl Tree {
    pub(super) fn new(facets: &[Facet], edges: &[Edge], corners: &[Corner]) -> Tree {
        let mut leaves: Vec<Leaf> = Vec::new();
        leaves.extend(facets.iter().enumerate().map(|(k, facet)| around(&facet.corners, Feature::Facet(k))));
        leaves.extend(edges.iter().enumerate().map(|(k, edge)| around(&[edge.from, edge.to], Feature::Edge(k))));
        leaves.extend(corners.iter().enumerate().map(|(k, corner)| around(&[corner.at], Feature::Corner(k))));
        let mut tree = Tree::default();
        if !leaves.is_empty() {
            tree.add(&mut leaves);
        }
        tree
    }

    /// Adds a node for these leaves, halved across their longest extent.
    fn add(&mut self, leaves: &mut [Leaf]) {
        let least = |k: usize| leaves.iter().map(|leaf| leaf.least[k]).fold(f64::INFINITY, f64::min);
        let most = |k: usize| leaves.iter().map(|leaf| leaf.most[k]).fold(f64::NEG_INFINITY, f64::max);
        let [least, most] = [Vec3([0, 1, 2].map(least)), Vec3([0, 1, 2].map(most))];
        let place = self.nodes.len();
        let feature = (leaves.len() == 1).then(|| leaves[0].feature);
        self.nodes.push(Node { least, most, feature, skip: 0 });
        if leaves.len() > 1 {
            let axis = (0..3).fold(0, |best, k| if most[k] - least[k] > most[best] - least[best] { k } else { best });
            leaves.sort_by(|a, b| (a.least[axis] + a.most[axis]).total_cmp(&(b.least[axis] + b.most[axis])));
            let (first, second) = leaves.split_at_mut(leaves.len() / 2);
            self.add(first);
            self.add(second);
        }
        self.nodes[place].skip = self.nodes.len();
    }

    /// The box around everything.
    pub(super) fn extent(&self) -> [Vec3; 2] {
        self.nodes.first().map_or([Vec3::ZERO; 2], |root| [root.least, root.most])
    }

    /// Tells the features whose boxes meet this one.
    pub(super) fn find(&self, least: Vec3, most: Vec3, tell: &mut dyn FnMut(Feature)) {
        let mut place = 0;
        while let Some(node) = self.nodes.get(place) {
            let is_missed = (0..3).any(|k| node.least[k] > most[k] || node.most[k] < least[k]);
            if is_missed {
                place = node.skip;
                continue;
            }
            if let Some(feature) = node.feature {
                tell(feature);
            }
            place += 1;
        }
    }
}
