//! The forest: which joint carries which body, and which joints stay constraint equations.
//!
//! A joint in the forest costs nothing: its coordinates satisfy it. All others are constraint equations, so the forest
//! *must* hold as many equations as possible: it is a spanning forest of greatest weight, grown from the ground joint
//! by joint [Prim]. Among joints with equally many equations it *should* be shallow, since sums along a branch are as
//! long as it is deep: bodies near the ground grow first. The result depends on the model and the cuts only.
//!
//! A body that no joint carries is the base of a tree and moves freely. Trees are *nodes* of the reduced system: the
//! ground does not couple, so each body that a joint to the ground carries begins a tree of its own.

use crate::ids::{BodyId, JointId};
use crate::model::{JointKind, Model, Space};
use crate::topology::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A body in the forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Branch {
    /// The body.
    pub body: usize,
    /// The joint that carries it; `None` for a free base.
    pub joint: Option<JointId>,
    /// Position in [`Forest::branches`] of the body it hangs on; `None` on the ground and for a free base.
    pub parent: Option<usize>,
    /// Which tree it belongs to.
    pub tree: usize,
}

/// Bodies in the order of the recursion.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Forest {
    /// Parents before children, one tree after the other, children right behind their parent where they are alone.
    pub branches: Vec<Branch>,
    /// By joint: whether it carries a body.
    pub carries: Vec<bool>,
    /// Number of trees.
    pub n_trees: usize,
}

impl Forest {
    /// Grows the forest of a model; the joints in `cuts` stay constraint equations.
    pub(crate) fn grow(model: &Model, cuts: &[JointId]) -> Forest {
        Forest::from_carriers(model, &find_carriers(model, cuts))
    }

    /// The forest in which these joints carry, by body: the joint and the body on its other side.
    pub(super) fn from_carriers(model: &Model, carriers: &[Option<(JointId, BodyId)>]) -> Forest {
        let mut carries = vec![false; model.n_joints()];
        carriers.iter().flatten().for_each(|(joint, _)| carries[joint.index()] = true);
        let hangs_on = |body: usize| carriers[body].and_then(|(_, parent)| parent.index());
        let children = Children::of(carriers.len(), hangs_on);
        let mut forest = Forest { branches: Vec::with_capacity(model.n_bodies()), carries, n_trees: 0 };
        for base in (0..carriers.len()).filter(|&body| hangs_on(body).is_none()) {
            forest.list_tree(base, carriers, &children);
            forest.n_trees += 1;
        }
        forest
    }

    /// The body on which another one hangs, or the ground.
    pub(super) fn parent_body(&self, branch: &Branch) -> BodyId {
        branch.parent.map_or(BodyId::GROUND, |parent| BodyId::new(self.branches[parent].body))
    }

    /// Depth first, so that a chain is a contiguous stretch.
    fn list_tree(&mut self, base: usize, carriers: &[Option<(JointId, BodyId)>], children: &Children) {
        let tree = self.n_trees;
        let mut stack = vec![(base, None)];
        while let Some((body, parent)) = stack.pop() {
            let place = self.branches.len();
            self.branches.push(Branch { body, joint: carriers[body].map(|(joint, _)| joint), parent, tree });
            stack.extend(children.at(body).iter().rev().map(|&child| (child as usize, Some(place))));
        }
    }
}

/// Who hangs on whom, in one list: those on b are `bodies[starts[b]..starts[b + 1]]`, ascending.
pub(super) struct Children {
    starts: Vec<u32>,
    bodies: Vec<u32>,
}

impl Children {
    pub(super) fn of(n: usize, parent: impl Fn(usize) -> Option<usize>) -> Children {
        let mut starts = vec![0; n + 1];
        (0..n).filter_map(&parent).for_each(|parent| starts[parent + 1] += 1);
        for b in 0..n {
            starts[b + 1] += starts[b];
        }
        let mut next = starts.clone();
        let mut bodies = vec![0; starts[n] as usize];
        for body in 0..n {
            if let Some(parent) = parent(body) {
                bodies[next[parent] as usize] = body as u32;
                next[parent] += 1;
            }
        }
        Children { starts, bodies }
    }

    pub(super) fn at(&self, body: usize) -> &[u32] {
        &self.bodies[self.starts[body] as usize..self.starts[body + 1] as usize]
    }
}

/// Number of freedoms of a joint that can carry a body; `None` for those that are always constraint equations.
pub(crate) fn freedoms(kind: &JointKind, space: Space) -> Option<usize> {
    kind.carries(space).map(|freedoms| freedoms.iter().map(|freedom| freedom.n_velocities()).sum())
}

/// By body: the joint that carries it and the body on the other side.
fn find_carriers(model: &Model, cuts: &[JointId]) -> Vec<Option<(JointId, BodyId)>> {
    let graph = Graph::of_model(model);
    let weigh = |kind: &JointKind| freedoms(kind, model.space).map(|_| kind.n_equations(model.space));
    let mut weights: Vec<Option<usize>> = model.joints.iter().map(|joint| weigh(&joint.kind)).collect();
    cuts.iter().for_each(|cut| weights[cut.index()] = None);
    let mut growth = Growth { graph: &graph, weights, reached: vec![false; model.n_bodies()], heap: BinaryHeap::new() };
    let mut carriers = vec![None; model.n_bodies()];
    growth.grow(BodyId::GROUND, &mut carriers);
    for body in 0..model.n_bodies() {
        if !growth.reached[body] {
            growth.reached[body] = true;
            growth.grow(BodyId::new(body), &mut carriers);
        }
    }
    carriers
}

/// A joint that leads on: most equations first, then least depth, then the first joint; the body it leads to, and from
/// which.
type Candidate = (usize, Reverse<usize>, Reverse<JointId>, BodyId, BodyId);

struct Growth<'a> {
    graph: &'a Graph,
    /// By joint: its equations, if it may carry a body.
    weights: Vec<Option<usize>>,
    reached: Vec<bool>,
    heap: BinaryHeap<Candidate>,
}

impl Growth<'_> {
    /// Everything that can be reached from a body or the ground.
    fn grow(&mut self, base: BodyId, carriers: &mut [Option<(JointId, BodyId)>]) {
        self.look_from(base, 0);
        while let Some((_, Reverse(depth), Reverse(joint), body, from)) = self.heap.pop() {
            let Some(index) = body.index().filter(|&index| !self.reached[index]) else { continue };
            self.reached[index] = true;
            carriers[index] = Some((joint, from));
            self.look_from(body, depth);
        }
    }

    fn look_from(&mut self, from: BodyId, depth: usize) {
        for (joint, body) in self.graph.joints_at(from) {
            let fresh = body.index().is_some_and(|index| !self.reached[index]);
            if let Some(weight) = self.weights[joint.index()].filter(|_| fresh) {
                self.heap.push((weight, Reverse(depth + 1), Reverse(joint), body, from));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery;

    fn model(name: &str) -> Model {
        let text = gallery::find(name).unwrap_or_else(|| panic!("no model '{name}'"));
        Model::parse(&text, "test.toml").unwrap_or_else(|faults| panic!("{faults}"))
    }

    #[test]
    fn a_chain_is_one_stretch() {
        let chain = gallery::chain(40, Space::Spatial).unwrap().build().unwrap();
        let forest = Forest::grow(&chain, &[]);
        assert_eq!(forest.n_trees, 1);
        for (k, branch) in forest.branches.iter().enumerate() {
            assert_eq!((branch.body, branch.parent), (k, k.checked_sub(1)));
            assert_eq!(branch.joint, Some(JointId::new(k)));
        }
    }

    #[test]
    fn a_cut_leaves_a_free_base() {
        let chain = gallery::chain(6, Space::Planar).unwrap().build().unwrap();
        let forest = Forest::grow(&chain, &[JointId::new(3)]);
        assert_eq!(forest.n_trees, 2);
        assert!(!forest.carries[3]);
        let bases: Vec<_> = forest.branches.iter().filter(|b| b.joint.is_none()).map(|b| b.body).collect();
        assert_eq!(bases, [3]);
        assert_eq!(forest.branches.iter().map(|b| b.tree).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 1]);
    }

    /// Every body once, after its parent, carried by a joint between the two.
    #[test]
    fn forests_of_the_gallery_hold_together() {
        for entry in gallery::list() {
            let model = model(entry.name);
            let forest = Forest::grow(&model, &[]);
            let mut seen = vec![false; model.n_bodies()];
            for (k, branch) in forest.branches.iter().enumerate() {
                assert!(!std::mem::replace(&mut seen[branch.body], true), "{}", entry.name);
                assert!(branch.parent.is_none_or(|p| p < k && forest.branches[p].tree == branch.tree));
                let Some(joint) = branch.joint else { continue };
                let joint = &model.joints[joint.index()];
                let ends = [joint.first.body.index(), joint.second.body.index()];
                assert!(ends.contains(&Some(branch.body)), "{}", entry.name);
                assert!(ends.contains(&branch.parent.map(|p| forest.branches[p].body)), "{}", entry.name);
            }
            assert!(seen.iter().all(|&s| s), "{}", entry.name);
        }
    }

    #[test]
    fn joints_with_many_equations_are_taken_first() {
        // A loop of a revolute, a revolute, a spherical and a universal joint: the spherical one is left over.
        let kinds = [
            ("revolute", "axis = [0, 0, 1]"),
            ("spherical", ""),
            ("universal", "axis = [0, 0, 1]\naxis2 = [1, 0, 0]"),
            ("revolute", "axis = [0, 0, 1]"),
        ];
        let bodies = [("ground", "a"), ("a", "b"), ("b", "c"), ("c", "ground")];
        let mut text = String::from("space = \"spatial\"\n");
        for name in ["a", "b", "c"] {
            text += &format!("[[bodies]]\nname = \"{name}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n");
        }
        for (k, ((kind, axes), (first, second))) in kinds.iter().zip(bodies).enumerate() {
            text += &format!(
                "[[joints]]\nname = \"j{k}\"\ntype = \"{kind}\"\nbodies = [\"{first}\", \"{second}\"]\npoint = [{k}, 0, 0]\n{axes}\n"
            );
        }
        let model = Model::parse(&text, "loop.toml").unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(Forest::grow(&model, &[]).carries, [true, false, true, true]);
    }
}
