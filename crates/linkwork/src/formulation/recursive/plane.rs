//! Trees in the plane: (x, y, angle).
//!
//! The coordinate of a rotation is the body's angle minus its parent's, full turns included; that of a travel is one
//! along a direction of the marker on the parent's side. With s from the parent's centre of mass to the joint point
//! there, t along that direction and e from the joint point to the body's centre of mass, positions and accelerations
//! are those of space.

use super::tree::{self, Acting, Carried, ChainGroup, Placing, Tree};
use crate::formulation::bodies::PlanarBodies;
use crate::lanes::{Lanes, Row};
use crate::model::joint::Freedom;
use crate::model::{Model, Space};
use crate::spatial::{BodyMotion, PlanarPose as Pose, Quat, Vec2, Vec3};

/// The freedoms of a body that no joint carries: x, y, angle in the world.
const FREE: &[Freedom] = &[Freedom::Slide(0), Freedom::Slide(1), Freedom::Turn];

/// Constants of a body and of the joint that carries it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanarJoint {
    freedoms: &'static [Freedom],
    /// The freedom that is a rotation.
    turn: Option<usize>,
    /// Joint point on the parent and the directions of travel, in its axes.
    inner_point: Vec2,
    directions: [Vec2; 2],
    /// Joint point on the body, in its axes.
    outer_point: Vec2,
    /// The body's angle minus its parent's, where the joint keeps it.
    angle: f64,
    mass: f64,
    inertia: f64,
}

/// Inertia of four bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanarWeights {
    mass: [f64; 4],
    inertia: [f64; 4],
}

/// Where a body is, and its bias.
struct Placed {
    pose: Pose,
    bias: [f64; 3],
}

fn find_turn(freedoms: &[Freedom]) -> Option<usize> {
    freedoms.iter().position(|freedom| *freedom == Freedom::Turn)
}

/// Cosine and sine of a body's angle.
fn turn_of(motion: &BodyMotion) -> Vec2 {
    let (s, c) = motion.angle.sin_cos();
    Vec2([c, s])
}

impl PlanarJoint {
    #[inline(always)]
    fn place(&self, parent: &Pose, q: &[f64], u: &[f64], freedoms: &mut [tree::Freedom<3>]) -> Placed {
        let mut s = parent.rotate(self.inner_point);
        let (mut angle, mut w, mut slide) = (parent.angle + self.angle, parent.w, Vec2::ZERO);
        for (k, freedom) in self.freedoms.iter().enumerate() {
            if let Freedom::Slide(axis) = *freedom {
                let along = parent.rotate(self.directions[axis]);
                s += q[k] * along;
                slide += u[k] * along;
                freedoms[k].axis = [along[0], along[1], 0.0];
            } else {
                angle = parent.angle + q[k];
                w += u[k];
            }
        }
        let (sin, cos) = angle.sin_cos();
        let e = -self.outer_point.turned(Vec2([cos, sin]));
        if let Some(k) = self.turn {
            freedoms[k].axis = [-e[1], e[0], 1.0];
        }
        let (swing, sliding, whirl) = (s.across(), slide.across(), e.across());
        let pose = Pose {
            r: parent.r + s + e,
            turn: Vec2([cos, sin]),
            angle,
            v: Vec2([
                parent.v[0] + parent.w * swing[0] + slide[0] + w * whirl[0],
                parent.v[1] + parent.w * swing[1] + slide[1] + w * whirl[1],
            ]),
            w,
        };
        let (pull, whip) = (parent.w * parent.w, w * w);
        let bias_x = 2.0 * parent.w * sliding[0] - pull * s[0] - whip * e[0];
        let bias_y = 2.0 * parent.w * sliding[1] - pull * s[1] - whip * e[1];
        Placed { pose, bias: [bias_x, bias_y, 0.0] }
    }
}

impl Tree<3> for PlanarBodies {
    type Joint = PlanarJoint;
    type Four = ();
    type Weights = PlanarWeights;
    type Own = PlanarWeights;
    /// xx, yy, angle, x–y, x–angle, y–angle.
    type Inertia = [f64; 6];
    type Arm = Vec2;
    type Poses = Vec<Pose>;
    const NO_INERTIA: [f64; 6] = [0.0; 6];

    fn joint(model: &Model, carried: &Carried) -> PlanarJoint {
        let body = &model.bodies[carried.index];
        let free = PlanarJoint {
            freedoms: FREE,
            turn: find_turn(FREE),
            inner_point: Vec2::ZERO,
            directions: [Vec2([1.0, 0.0]), Vec2([0.0, 1.0])],
            outer_point: Vec2::ZERO,
            angle: carried.body.angle - carried.parent.angle,
            mass: body.mass,
            inertia: body.inertia.0[2][2],
        };
        let carrier = carried.joint.map(|id| &model.joints[id.index()]);
        let freedoms = carrier.and_then(|joint| joint.kind.carries(Space::Planar));
        let (Some(joint), Some(freedoms)) = (carrier, freedoms) else { return free };
        let is_second = joint.second.body.index() == Some(carried.index);
        let (inner, outer) = if is_second { (joint.first, joint.second) } else { (joint.second, joint.first) };
        PlanarJoint {
            freedoms,
            turn: find_turn(freedoms),
            inner_point: inner.point.in_plane(),
            directions: [0, 1].map(|axis| inner.axes.column(axis).in_plane()),
            outer_point: outer.point.in_plane(),
            ..free
        }
    }

    fn count(joint: &PlanarJoint) -> (usize, usize) {
        (joint.freedoms.len(), joint.freedoms.len())
    }

    fn read(joint: &PlanarJoint, carried: &Carried, q: &mut Vec<f64>, u: &mut Vec<f64>) {
        let (parent, body) = (carried.parent, carried.body);
        let [spin, parent_spin] = [body, parent].map(|motion| motion.velocity.angular[2]);
        let (s, e) = (joint.inner_point.turned(turn_of(parent)), joint.outer_point.turned(turn_of(body)));
        let t = body.position.in_plane() + e - parent.position.in_plane() - s;
        // Velocities of both materials where the body's joint point is.
        let arm = s + t;
        let (v, parent_v) = (body.velocity.linear.in_plane(), parent.velocity.linear.in_plane());
        let slip = v + spin * e.across() - parent_v - parent_spin * arm.across();
        for freedom in joint.freedoms {
            if let Freedom::Slide(axis) = *freedom {
                let along = joint.directions[axis].turned(turn_of(parent));
                q.push(along.dot(t));
                u.push(along.dot(slip));
            } else {
                q.push(body.angle - parent.angle);
                u.push(spin - parent_spin);
            }
        }
    }

    fn four(_: &[PlanarJoint]) {}

    fn weights(joints: &[PlanarJoint]) -> PlanarWeights {
        let at = |lane: usize| &joints[lane.min(joints.len() - 1)];
        PlanarWeights { mass: std::array::from_fn(|k| at(k).mass), inertia: std::array::from_fn(|k| at(k).inertia) }
    }

    fn is_plain((): &()) -> bool {
        false
    }

    #[inline(always)]
    fn place<V: Lanes>(_: V, stage: Placing<PlanarBodies, 3>) {
        for (k, link) in stage.links.iter().enumerate() {
            let joint = &stage.joints[link.joint as usize];
            let parent = if link.hangs_on_ground() { Pose::GROUND } else { stage.poses[link.parent as usize] };
            let (q, u) = (&stage.q[link.coordinates()], &stage.u[link.freedoms()]);
            let placed = joint.place(&parent, q, u, &mut stage.freedoms[link.freedoms()]);
            stage.biases[k] = placed.bias;
            stage.arms[k] = Vec2([placed.pose.r[0] - parent.r[0], placed.pose.r[1] - parent.r[1]]);
            stage.poses[k] = placed.pose;
        }
    }

    /// Angles of bodies are sums of those of joints: a joint's own is not asked for.
    fn angle(_: &PlanarJoint) -> Option<usize> {
        None
    }

    fn toward(_: &PlanarJoint) -> f64 {
        1.0
    }

    #[inline(always)]
    fn write_rates(_: &PlanarJoint, _: &Pose, _: &[f64], u: &[f64], rates: &mut [f64]) {
        for (rate, u) in rates.iter_mut().zip(u) {
            *rate = *u;
        }
    }

    fn move_joint(_: &PlanarJoint, _: &Pose, q: &mut [f64], displacement: &[f64]) {
        q.iter_mut().zip(displacement).for_each(|(q, d)| *q += d);
    }

    fn turn(_: Option<&PlanarJoint>, _: (&(), usize), _: &Quat, _: &[f64]) -> Quat {
        Quat::IDENTITY
    }

    fn write_position(pose: &Pose, _: &Quat, out: &mut BodyMotion) {
        out.position = Vec3([pose.r[0], pose.r[1], 0.0]);
        out.angle = pose.angle;
        out.orientation = Quat::about(Vec3([0.0, 0.0, 1.0]), pose.angle);
        out.velocity.linear = Vec3([pose.v[0], pose.v[1], 0.0]);
        out.velocity.angular = Vec3([0.0, 0.0, pose.w]);
    }

    #[inline(always)]
    fn own<V: Lanes>(_: V, four: &PlanarWeights, _: (&Vec<Pose>, usize)) -> PlanarWeights {
        *four
    }

    fn sweep_chain_group<V: Lanes>(
        _: V,
        _: (&PlanarWeights, &ChainGroup, usize),
        _: &Vec<Pose>,
        _: (&mut [tree::Freedom<3>], &mut [[f64; 3]], &mut [Vec2]),
        _: Acting<3>,
        _: &mut ([f64; 6], [f64; 3]),
    ) {
        unreachable!("no four is plain")
    }

    #[inline(always)]
    fn add_own<V: Lanes>(_: V, sum: &mut [f64; 6], own: &PlanarWeights, lane: usize) {
        sum[0] += own.mass[lane];
        sum[1] += own.mass[lane];
        sum[2] += own.inertia[lane];
    }

    #[inline(always)]
    fn ease(weights: &PlanarWeights, lane: usize) -> [f64; 2] {
        [1.0 / weights.mass[lane], 1.0 / weights.inertia[lane]]
    }

    #[inline(always)]
    fn own_wrench(own: &PlanarWeights, lane: usize, g: Vec3) -> [f64; 3] {
        [-own.mass[lane] * g[0], -own.mass[lane] * g[1], 0.0]
    }

    #[inline(always)]
    fn add(sum: &mut [f64; 6], other: &[f64; 6]) {
        sum.iter_mut().zip(other).for_each(|(sum, entry)| *sum += entry);
    }

    #[inline(always)]
    fn apply<V: Lanes>(lanes: V, &[xx, yy, aa, xy, xa, ya]: &[f64; 6], &[x, y, a]: &[f64; 3]) -> [f64; 3] {
        [
            lanes.madd(xx, x, lanes.madd(xy, y, xa * a)),
            lanes.madd(xy, x, lanes.madd(yy, y, ya * a)),
            lanes.madd(xa, x, lanes.madd(ya, y, aa * a)),
        ]
    }

    #[inline(always)]
    fn release<V: Lanes>(lanes: V, inertia: &mut [f64; 6], &[x, y, a]: &[f64; 3], inverse: f64) {
        let products = [x * x, y * y, a * a, x * y, x * a, y * a];
        for n in 0..6 {
            inertia[n] = lanes.madd(-inverse, products[n], inertia[n]);
        }
    }

    /// As in space, with X = [1 0 −d_y; 0 1 d_x; 0 0 1].
    #[inline(always)]
    fn shift<V: Lanes>(lanes: V, inertia: &mut [f64; 6], &Vec2([dx, dy]): &Vec2) {
        let [xx, yy, aa, xy, xa, ya] = *inertia;
        let x_turn = lanes.madd(-dy, xx, lanes.madd(dx, xy, xa));
        let y_turn = lanes.madd(-dy, xy, lanes.madd(dx, yy, ya));
        let turn = lanes.madd(-dy, xa + x_turn, lanes.madd(dx, ya + y_turn, aa));
        *inertia = [xx, yy, turn, xy, x_turn, y_turn];
    }

    #[inline(always)]
    fn carry(&[x, y, a]: &[f64; 3], &Vec2([dx, dy]): &Vec2) -> [f64; 3] {
        [x - a * dy, y + a * dx, a]
    }

    #[inline(always)]
    fn transmit(&[x, y, a]: &[f64; 3], &Vec2([dx, dy]): &Vec2) -> [f64; 3] {
        [x, y, a + dx * y - dy * x]
    }

    #[inline(always)]
    fn transmit_columns<V: Lanes>(lanes: V, columns: &mut [Row<V>; 3], &Vec2([dx, dy]): &Vec2) {
        let [x, y, _] = *columns;
        columns[2] = columns[2].plus::<3>(lanes, dx, y).minus::<3>(lanes, dy, x);
    }
}
