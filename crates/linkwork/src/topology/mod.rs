//! Topology: what the graph of a mechanism says before any number is computed.
//!
//! The graph of bodies and joints is the pattern of every matrix that follows, so loops, cost and the best order of
//! elimination can be read from it once, when a model is loaded:
//!
//! * `graph`: bodies and joints, the joints of each body;
//! * `spanning_tree`: islands, the way from each body to the ground, the joints that close loops;
//! * `coupling`: which joints share a moving body;
//! * [`order`]: in which order to eliminate joints;
//! * `elimination_tree`, `fill`: what waits for what, and where the factor has entries;
//! * `cost`: what an order costs;
//! * `index_reduction`: bodies with many joints in pieces;
//! * `schedule`, `cyclic`: what is eliminated at the same time, in parts or by levels;
//! * `choice`: which order and which pieces are taken;
//! * `redundancy`: which equations follow from others. This one needs numbers: the Jacobian at one position.

mod bridges;
mod choice;
mod columns;
mod cost;
mod coupling;
pub(crate) mod cyclic;
mod elimination_tree;
mod fill;
mod graph;
mod index_reduction;
pub mod order;
pub(crate) mod redundancy;
pub(crate) mod schedule;
mod spanning_tree;

pub(crate) use bridges::{Step, Walk};
pub(crate) use choice::Chosen;
pub use choice::{Candidate, Objective, OrderRequest, Request, SplitRequest, choose_elimination};
pub use cost::{BlockCounts, Cost};
pub(crate) use elimination_tree::EliminationTree;
pub(crate) use fill::FilledPattern;
pub use graph::{Edge, Graph};
pub(crate) use index_reduction::Splitting;
pub(crate) use redundancy::{Group, Redundancy, calc_groups};
pub(crate) use schedule::Schedule;
pub use schedule::{Form, Reduction};
pub(crate) use spanning_tree::SpanningTree;

use crate::ids::BodyId;
use crate::model::Model;

/// The facts about a mechanism's connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Sets of bodies held together by joints; all that is tied to the ground is one.
    pub n_islands: usize,
    /// Islands that are not tied to the ground.
    pub n_floating: usize,
    /// Independent loops; gears close none.
    pub loops: usize,
    /// Largest number of joints at one moving body, gears included.
    pub topology_index: usize,
    /// The first body with that many; `None` in a model without bodies.
    pub busiest_body: Option<BodyId>,
}

impl Topology {
    /// The topology of a model.
    pub fn analyze(model: &Model) -> Topology {
        Topology::of_graph(&Graph::of_model(model))
    }

    /// The topology of a graph.
    pub fn of_graph(graph: &Graph) -> Topology {
        let tree = SpanningTree::of(graph);
        let busiest = graph.find_busiest_body();
        Topology {
            n_islands: tree.n_islands,
            n_floating: tree.n_floating,
            loops: tree.loops(),
            topology_index: busiest.map_or(0, |(_, n)| n),
            busiest_body: busiest.map(|(body, _)| body),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::JointId;
    use crate::model::joint::{Gear, PlanePlane, Prismatic, RackPinion, Revolute};
    use crate::model::{Body, Joint, JointKind, Marker, SimulationDefaults, Space};
    use crate::spatial::{Mat3, Quat, Vec3};
    use crate::topology::graph::tests::{body, graph, net};

    fn joint(name: &str, kind: JointKind, first: i32, second: i32) -> Joint {
        let marker = |b| Marker { body: body(b), point: Vec3::ZERO, axes: Mat3::IDENTITY };
        Joint {
            name: name.into(),
            kind,
            first: marker(first),
            second: marker(second),
            motion: None,
            offset: 0.0,
            between: 0.0,
            initial: None,
            left_out: 0,
        }
    }

    fn model(space: Space, n_bodies: usize, joints: Vec<Joint>) -> Model {
        let body = |i| Body {
            name: format!("body {i}"),
            mass: 1.0,
            inertia: Mat3::IDENTITY,
            position: Vec3::ZERO,
            orientation: Quat::IDENTITY,
            angle: 0.0,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            shapes: Vec::new(),
        };
        Model {
            name: "mechanism".into(),
            space,
            gravity: Vec3::ZERO,
            bodies: (0..n_bodies).map(body).collect(),
            joints,
            forces: Vec::new(),
            contact_groups: Vec::new(),
            ground: Vec::new(),
            simulation: SimulationDefaults::default(),
            warnings: Vec::new(),
            ballast: Vec::new(),
            signals: Default::default(),
            source: Default::default(),
        }
    }

    #[test]
    fn a_planar_four_bar() {
        let pairs = [(-1, 0), (0, 1), (1, 2), (2, -1)];
        let joints = pairs.iter().map(|&(a, b)| joint("pin", JointKind::Revolute(Revolute), a, b)).collect();
        let topology = Topology::analyze(&model(Space::Planar, 3, joints));
        assert_eq!((topology.n_islands, topology.n_floating, topology.loops), (1, 0, 1));
        assert_eq!((topology.topology_index, topology.busiest_body), (2, Some(body(0))));
    }

    #[test]
    fn a_gear_touches_the_bodies_of_both_its_joints() {
        let gear = JointKind::Gear(Gear { joints: [JointId::new(0), JointId::new(1)], ratio: 2.0 });
        let rack = JointKind::RackPinion(RackPinion { joints: [JointId::new(1), JointId::new(2)], ratio: 0.1 });
        let joints = vec![
            joint("wheel", JointKind::Revolute(Revolute), -1, 0),
            joint("pinion", JointKind::Revolute(Revolute), 3, 1),
            joint("slide", JointKind::Prismatic(Prismatic), -1, 2),
            // A gear carries the frames of its second joint; its bodies are not these alone.
            joint("teeth", gear, 3, 1),
            joint("rack", rack, -1, 2),
        ];
        let graph = Graph::of_model(&model(Space::Spatial, 4, joints));
        let moving = |j: usize| graph.edges()[j].moving().collect::<Vec<_>>();
        assert_eq!((moving(3), moving(4)), (vec![0, 1, 3], vec![1, 2, 3]));
        assert_eq!(graph.edges().iter().map(Edge::size).collect::<Vec<_>>(), [5, 5, 5, 1, 1]);
        let topology = Topology::of_graph(&graph);
        assert_eq!((topology.loops, topology.n_islands, topology.n_floating), (0, 2, 1));
        assert_eq!((topology.topology_index, topology.busiest_body), (3, Some(body(1))));
    }

    #[test]
    fn a_group_is_described_by_the_names_of_its_joints() {
        let names = ["left", "middle", "right"];
        let joints = names.iter().map(|name| joint(name, JointKind::PlanePlane(PlanePlane), -1, 0)).collect();
        let group = Group { joints: vec![JointId::new(0), JointId::new(2)], equations: 6, redundant: 2 };
        let text = group.describe(&model(Space::Spatial, 1, joints));
        assert_eq!(text, "2 of the 6 equations of joints 'left', 'right' are redundant");
    }

    #[test]
    fn a_model_without_joints_or_bodies() {
        let topology = Topology::analyze(&model(Space::Spatial, 0, Vec::new()));
        assert_eq!((topology.n_islands, topology.topology_index, topology.busiest_body), (0, 0, None));
        let free = Topology::of_graph(&graph(2, &[]));
        assert_eq!((free.n_islands, free.n_floating, free.topology_index), (2, 2, 0));
    }

    #[test]
    fn a_net_has_loops_and_a_low_index() {
        let topology = Topology::of_graph(&net(10));
        assert_eq!((topology.loops, topology.topology_index), (82, 4));
    }
}
