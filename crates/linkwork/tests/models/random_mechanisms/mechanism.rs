//! Random mechanisms that are assembled by construction: bodies are thrown into space first, then every joint gets its
//! two markers from both poses, such that its equations hold exactly. So any graph can be closed with any joint.

use super::forces::{Energy, add_forces};
use super::random::Random;
use linkwork::ids::{BodyId, JointId};
use linkwork::model::joint::curve::Curve;
use linkwork::model::joint::*;
use linkwork::model::{Body, Expression, Joint, JointKind, Marker, SimulationDefaults};
use linkwork::spatial::{Mat3, Quat, Vec3};
use linkwork::{Model, Space};

/// How the bodies are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Every body hangs on one before it or on the ground; drivers, gears and racks among the joints.
    Tree,
    /// A tree with further joints between any two bodies.
    Loops,
    /// Loops, and joints that repeat what others hold already.
    Redundant,
}

/// All types of joint in space but gear and rack, which couple two joints.
pub const SPATIAL: [JointKind; 13] = [
    JointKind::Fixed(Fixed),
    JointKind::Revolute(Revolute),
    JointKind::Prismatic(Prismatic),
    JointKind::Cylindrical(Cylindrical),
    JointKind::Universal(Universal),
    JointKind::Spherical(Spherical),
    JointKind::PlanePlane(PlanePlane),
    JointKind::PointLine(PointLine),
    JointKind::PointPlane(PointPlane),
    JointKind::Distance(Distance { length: 0.0 }),
    JointKind::Parallel(Parallel),
    JointKind::Perpendicular(Perpendicular),
    JointKind::Screw(Screw { pitch: 0.0 }),
];

/// The same in the plane.
pub const PLANAR: [JointKind; 5] = [
    JointKind::Fixed(Fixed),
    JointKind::Revolute(Revolute),
    JointKind::Prismatic(Prismatic),
    JointKind::PointLine(PointLine),
    JointKind::Distance(Distance { length: 0.0 }),
];

/// In both; only where all types are met in turn, so that the others stay what chance has made of them.
const ON_CIRCLE: JointKind = JointKind::PointCurve(PointCurve { curve: Curve::Circle { radius: 0.6 } });

/// A mechanism under construction.
pub struct Mechanism {
    pub model: Model,
    /// By joint: q in the given configuration, where it has a coordinate; the length of a `distance`.
    coordinates: Vec<f64>,
    random: Random,
}

/// A random mechanism. The same arguments give the same mechanism.
pub fn generate(seed: u64, n_bodies: usize, space: Space, shape: Shape, energy: Energy) -> Model {
    let mut m = Mechanism::of_bodies(seed, n_bodies, space);
    m.add_tree();
    match shape {
        Shape::Tree => {
            m.add_couplings();
            m.drive();
        }
        Shape::Loops => {
            m.close_loops();
            m.add_couplings();
        }
        Shape::Redundant => {
            m.close_loops();
            m.add_couplings();
            m.repeat();
        }
    }
    let Mechanism { mut model, mut random, .. } = m;
    add_forces(&mut model, &mut random, energy);
    model
}

/// Two bodies and the ground, tied by all types of joint in turn: whatever the chance, each type is met.
pub fn generate_all_kinds(seed: u64, space: Space, energy: Energy) -> Vec<Model> {
    let kinds: &[JointKind] = if space == Space::Planar { &PLANAR } else { &SPATIAL };
    let one = |(k, kind): (usize, &JointKind)| {
        let mut m = Mechanism::of_bodies(seed.wrapping_add(k as u64), 2, space);
        m.add_joint(kind.clone(), [BodyId::GROUND, BodyId::new(0)]);
        m.add_joint(kind.clone(), [BodyId::new(1), BodyId::new(0)]);
        m.add_couplings();
        m.drive();
        add_forces(&mut m.model, &mut m.random, energy);
        m.model
    };
    kinds.iter().chain([&ON_CIRCLE]).enumerate().map(one).collect()
}

impl Mechanism {
    /// Bodies anywhere, in any orientation, with any inertia and any velocity; no joints yet.
    pub fn of_bodies(seed: u64, n_bodies: usize, space: Space) -> Mechanism {
        let mut random = Random(seed);
        let bodies = (0..n_bodies).map(|k| random_body(&mut random, k, space)).collect();
        let mut gravity = random.vector(9.81);
        if space == Space::Planar {
            gravity[2] = 0.0;
        }
        let simulation = SimulationDefaults::default();
        let (joints, forces, warnings, ballast) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let ground = Vec::new();
        let name = format!("seed {seed}");
        let source = Default::default();
        let signals = Default::default();
        let model = Model {
            name,
            space,
            gravity,
            bodies,
            joints,
            forces,
            contact_groups: Vec::new(),
            ground,
            simulation,
            warnings,
            ballast,
            signals,
            source,
        };
        Mechanism { model, coordinates: Vec::new(), random }
    }

    fn kind(&mut self) -> JointKind {
        match self.model.space {
            Space::Planar => PLANAR[self.random.below(PLANAR.len())].clone(),
            Space::Spatial => SPATIAL[self.random.below(SPATIAL.len())].clone(),
        }
    }

    /// A joint from each body to the ground or to one before it, in either direction; few bodies stay free.
    fn add_tree(&mut self) {
        for k in 0..self.model.n_bodies() {
            if self.random.one_in(12) {
                continue;
            }
            let before = self.random.below(k + 1);
            let parent = if before == k { BodyId::GROUND } else { BodyId::new(before) };
            let mut bodies = [parent, BodyId::new(k)];
            if self.random.one_in(2) {
                bodies.reverse();
            }
            let kind = self.kind();
            self.add_joint(kind, bodies);
        }
    }

    fn close_loops(&mut self) {
        let n = self.model.n_bodies();
        for _ in 0..1 + self.random.below(2) {
            let kind = self.kind();
            let pair = self.pair(n);
            self.add_joint(kind, pair);
        }
    }

    /// Two different bodies, the ground among them.
    fn pair(&mut self, n: usize) -> [BodyId; 2] {
        let first = self.random.below(n);
        let second = (first + 1 + self.random.below(n)) % (n + 1);
        [first, second].map(|k| if k == n { BodyId::GROUND } else { BodyId::new(k) })
    }

    /// The same joint once more, perhaps at another point of its axis; three plane contacts; two parallel hinges.
    fn repeat(&mut self) {
        let n = self.model.n_bodies();
        let pair = self.pair(n);
        let choice = self.random.below(3);
        match choice {
            0 if self.model.n_joints() > 0 => self.repeat_joint(),
            1 if self.model.space == Space::Spatial => {
                (0..3).for_each(|_| self.add_joint(JointKind::PlanePlane(PlanePlane), pair));
            }
            _ => self.add_parallel_hinges(pair),
        }
    }

    fn repeat_joint(&mut self) {
        let j = self.random.below(self.model.n_joints());
        let mut copy = self.model.joints[j].clone();
        let q = self.coordinates[j];
        // A hinge or slide held at two points of its axis: what it does is the same.
        if matches!(copy.kind, JointKind::Revolute(Revolute) | JointKind::Cylindrical(Cylindrical))
            && self.model.space == Space::Spatial
        {
            let along = self.random.within(0.5);
            for marker in [&mut copy.first, &mut copy.second] {
                marker.point += along * marker.axes.column(2);
            }
        }
        copy.name = format!("{} again", copy.name);
        self.model.joints.push(copy);
        self.coordinates.push(q);
    }

    fn add_parallel_hinges(&mut self, bodies: [BodyId; 2]) {
        self.add_joint(JointKind::Revolute(Revolute), bodies);
        let hinge = self.model.joints[self.model.n_joints() - 1].clone();
        let Pose { position, orientation } = self.pose(hinge.first.body);
        let R = orientation.matrix();
        let frame = R * hinge.first.axes;
        let mut aside = self.random.vector(0.7);
        if self.model.space == Space::Planar {
            aside[2] = 0.0;
        }
        let point = position + R * hinge.first.point + aside;
        self.push_joint(JointKind::Revolute(Revolute), bodies, [(point, frame), (point, frame)], 0.0, 0.0);
    }

    /// A gear or rack between two joints of the tree which have a coordinate and share no other coupling.
    fn add_couplings(&mut self) {
        let angle =
            |j: &usize| matches!(self.model.joints[*j].kind, JointKind::Revolute(Revolute) | JointKind::Screw(_));
        let usable: Vec<usize> =
            (0..self.model.n_joints()).filter(|&j| self.model.joints[j].coordinate().is_some()).collect();
        let (turning, sliding): (Vec<usize>, Vec<usize>) = usable.into_iter().partition(angle);
        if turning.len() >= 2 {
            self.couple([turning[0], turning[1]]);
        }
        if let ([.., last], [first, ..]) = (&turning[..], &sliding[..])
            && turning.len() != 2
        {
            self.couple([*last, *first]);
        }
    }

    fn couple(&mut self, pair: [usize; 2]) {
        let ratio = self.random.between(0.5, 2.0) * if self.random.one_in(2) { -1.0 } else { 1.0 };
        let joints = pair.map(JointId::new);
        let second = &self.model.joints[pair[1]];
        let slides = second.kind == JointKind::Prismatic(Prismatic);
        let kind = if slides {
            JointKind::RackPinion(RackPinion { joints, ratio })
        } else {
            JointKind::Gear(Gear { joints, ratio })
        };
        let offset = self.coordinates[pair[1]] - ratio * self.coordinates[pair[0]];
        let name = format!("{} {}", kind.word(), self.model.n_joints());
        let (first, second) = (second.first, second.second);
        let between = Joint::between(&first, &second);
        let joint = Joint { name, kind, first, second, motion: None, offset, between, initial: None, left_out: 0 };
        self.model.joints.push(joint);
        self.coordinates.push(0.0);
    }

    /// Drivers on some joints that no coupling holds already. Each starts at the joint's present coordinate.
    fn drive(&mut self) {
        let coupled: Vec<usize> = self
            .model
            .joints
            .iter()
            .filter_map(|j| j.kind.coupled())
            .flat_map(|(pair, _)| pair.map(|id| id.index()))
            .collect();
        for j in 0..self.model.n_joints() {
            let joint = &mut self.model.joints[j];
            let can = joint.coordinate().is_some() || matches!(joint.kind, JointKind::Distance(_));
            if can && !coupled.contains(&j) && self.random.one_in(2) {
                let (rate, size) = (self.random.within(1.0), self.random.within(0.5));
                let text = format!("{:?} + {rate:?}*t + {size:?}*(sin(2*t + 1) - sin(1))", self.coordinates[j]);
                joint.motion = Some(Expression::parse(&text).expect("a sum of three terms"));
            }
        }
    }

    fn pose(&self, body: BodyId) -> Pose {
        let place =
            |k: usize| Pose { position: self.model.bodies[k].position, orientation: self.model.bodies[k].orientation };
        body.index().map_or(Pose { position: Vec3::ZERO, orientation: Quat::IDENTITY }, place)
    }

    /// Adds a joint of this type, its lengths and pitch chosen at random.
    pub fn add_joint(&mut self, kind: JointKind, bodies: [BodyId; 2]) {
        match self.model.space {
            Space::Spatial => self.add_in_space(kind, bodies),
            Space::Planar => self.add_in_plane(kind, bodies),
        }
    }

    /// Frames in the world: the first anywhere, the second as far from it as the type allows.
    fn add_in_space(&mut self, kind: JointKind, bodies: [BodyId; 2]) {
        let random = &mut self.random;
        let (F, any) = (random.orientation().matrix(), random.orientation().matrix());
        let (theta, travel) = (random.within(3.0), random.within(0.8));
        let (a, b, free) = (random.within(0.8), random.within(0.8), random.arm(0.4, 1.2));
        let offset = random.within(0.5);
        let [x, y, z] = [0, 1, 2].map(|k| F.column(k));
        let across = a * x + b * y;
        let (along, length) = (travel * z, free.iter().map(|c| c * c).sum::<f64>().sqrt());
        let turned = F * about(2, theta);
        let crossed = turned * about(0, std::f64::consts::FRAC_PI_2) * about(2, 3.0 * a);
        let none = Vec3::ZERO;
        let (kind, frame, shift, offset, q) = match kind {
            JointKind::Revolute(_) => (kind, turned, none, 0.0, theta),
            JointKind::Prismatic(_) => (kind, F, along, offset, travel - offset),
            JointKind::Cylindrical(_) => (kind, turned, along, 0.0, 0.0),
            JointKind::Universal(_) => (kind, crossed, none, 0.0, 0.0),
            JointKind::Spherical(_) => (kind, any, none, 0.0, 0.0),
            JointKind::PlanePlane(_) => (kind, turned, across, 0.0, 0.0),
            JointKind::PointLine(_) => (kind, any, along, 0.0, 0.0),
            JointKind::PointPlane(_) => (kind, any, across, 0.0, 0.0),
            JointKind::PointCurve(_) => (kind, any, 0.6 * turned.column(0), 0.6 * theta, 0.0),
            JointKind::Distance(_) => (JointKind::Distance(Distance { length }), any, free, 0.0, length),
            JointKind::Parallel(_) => (kind, turned, free, 0.0, 0.0),
            JointKind::Perpendicular(_) => (kind, crossed, free, 0.0, 0.0),
            JointKind::Screw(_) => (JointKind::Screw(Screw { pitch: b }), turned, along, travel - b * theta, theta),
            JointKind::Fixed(_) | JointKind::Gear(_) | JointKind::RackPinion(_) => (kind, F, none, 0.0, 0.0),
        };
        let point = self.point_between(bodies);
        self.push_joint(kind, bodies, [(point, F), (point + shift, frame)], offset, q);
    }

    fn add_in_plane(&mut self, kind: JointKind, bodies: [BodyId; 2]) {
        let random = &mut self.random;
        let (F, any) = (about(2, random.within(3.0)), about(2, random.within(3.0)));
        let (theta, travel, offset) = (random.within(3.0), random.within(0.8), random.within(0.5));
        let (length, none) = (random.between(0.4, 1.2), Vec3::ZERO);
        let along = travel * F.column(0);
        let (kind, frame, shift, offset, q) = match kind {
            JointKind::Revolute(_) => (kind, F * about(2, theta), none, 0.0, theta),
            JointKind::Prismatic(_) => (kind, F, along, offset, travel - offset),
            JointKind::PointLine(_) => (kind, any, along, 0.0, 0.0),
            JointKind::PointCurve(_) => (kind, any, 0.6 * (F * about(2, theta)).column(0), 0.6 * theta, 0.0),
            JointKind::Distance(_) => {
                (JointKind::Distance(Distance { length }), F, length * any.column(0), 0.0, length)
            }
            _ => (kind, F, none, 0.0, 0.0),
        };
        let point = self.point_between(bodies);
        self.push_joint(kind, bodies, [(point, F), (point + shift, frame)], offset, q);
    }

    fn point_between(&mut self, bodies: [BodyId; 2]) -> Vec3 {
        let [p, q] = bodies.map(|b| self.pose(b).position);
        let mut point = self.random.point_near(0.5 * (p + q), 0.8);
        if self.model.space == Space::Planar {
            point[2] = 0.0;
        }
        point
    }

    /// The joint whose markers are at these frames of the world.
    fn push_joint(&mut self, kind: JointKind, bodies: [BodyId; 2], frames: [(Vec3, Mat3); 2], offset: f64, q: f64) {
        let [first, second] = [0, 1].map(|k| {
            let (Pose { position, orientation }, (point, axes)) = (self.pose(bodies[k]), frames[k]);
            let R = orientation.matrix();
            Marker { body: bodies[k], point: R.tr_mul(point - position), axes: R.transposed() * axes }
        });
        let turns = self.model.space == Space::Planar && kind == JointKind::Revolute(Revolute);
        let offset = if turns { self.full_turns(&first, &second, q) } else { offset };
        let name = format!("{} {}", kind.word(), self.model.n_joints());
        let between = Joint::between(&first, &second);
        let joint = Joint { name, kind, first, second, motion: None, offset, between, initial: None, left_out: 0 };
        self.model.joints.push(joint);
        self.coordinates.push(q);
    }

    /// In the plane, how far the angle between two markers as the bodies count theirs is from q: some full turns.
    fn full_turns(&self, first: &Marker, second: &Marker, q: f64) -> f64 {
        let [a, b] = [first, second].map(|marker| {
            let x = marker.axes.column(0);
            marker.body.index().map_or(0.0, |k| self.model.bodies[k].angle) + x[1].atan2(x[0])
        });
        let turn = std::f64::consts::TAU;
        turn * ((b - a - q) / turn).round()
    }
}

/// Where a body is.
struct Pose {
    position: Vec3,
    orientation: Quat,
}

/// Rotation about a coordinate axis.
fn about(axis: usize, angle: f64) -> Mat3 {
    let mut v = Vec3::ZERO;
    v[axis] = 1.0;
    Quat::about(v, angle).matrix()
}

fn random_body(random: &mut Random, k: usize, space: Space) -> Body {
    let (mut position, mut velocity, mut angular_velocity) =
        (random.vector(1.5), random.vector(2.0), random.vector(2.0));
    // In the plane, also angles beyond a full turn.
    let mut angle = random.within(9.0);
    let mut orientation = random.orientation();
    match space {
        Space::Planar => {
            (position[2], velocity[2], angular_velocity[0], angular_velocity[1]) = (0.0, 0.0, 0.0, 0.0);
            orientation = Quat::about(Vec3([0.0, 0.0, 1.0]), angle);
        }
        Space::Spatial => angle = 0.0,
    }
    let (mass, inertia) = (random.between(0.5, 3.0), random.inertia());
    let (name, shapes) = (format!("body {k}"), Vec::new());
    Body { name, mass, inertia, position, orientation, angle, velocity, angular_velocity, shapes }
}
