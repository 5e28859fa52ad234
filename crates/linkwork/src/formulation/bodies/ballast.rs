//! Bodies with [`Ballast`](crate::model::Ballast) move as if they had none: its inertia force acts on them as a load.
//!
//! With mass D added to M, accelerations y of the bodies that have it, and their load D y, an evaluation is an affine
//! map y ↦ c + T y, whose fixed point is the motion without ballast. T = P D with P = N (Nᵀ(M + D)N)⁻¹Nᵀ, N a basis of
//! the motions that joints allow, so T is self-adjoint in the metric of D and its eigenvalues are the parts that
//! ballast has of the kinetic energy of such motions: in [0, 1), and small where ballast was well chosen. Hence (I − T)
//! y = c is solved by conjugate gradients in that metric, with an evaluation a step.

use super::{Bodies, Mechanism, add_to};
use crate::model::{Ballast, Model};
use crate::spatial::{Pose, Wrench};

/// The residual is reduced to this part of what it was; the last evaluation takes three more digits from the error.
const REDUCTION: f64 = 1e-10;
/// Evaluations at most; two or three are the rule, more are needed where ballast is most of what moves.
const MOST_STEPS: usize = 8;

/// The least part of a direction that ballast may leave: its own mass is that part of what moves.
const LEAST_CURVATURE: f64 = 1e-6;

/// Accelerations by ballast.
type Field<const W: usize> = Vec<[f64; W]>;

/// The conjugate gradients, interrupted by evaluations.
#[derive(Default)]
pub(super) struct Removal<const W: usize> {
    /// Where the next evaluation is: y.
    point: Field<W>,
    /// The map at zero: c.
    base: Field<W>,
    solution: Field<W>,
    residual: Field<W>,
    direction: Field<W>,
    /// Square of the residual in the metric of ballast, at first and now.
    squares: [f64; 2],
    n_steps: usize,
    phase: Phase,
    /// The largest error of a solution so far, relative to it.
    error: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Phase {
    #[default]
    AtZero,
    Searching,
    AtSolution,
}

impl<const W: usize> Removal<W> {
    pub(super) fn new(model: &Model) -> Self {
        let zero = vec![[0.0; W]; model.ballast.len()];
        let [point, base, solution, residual, direction] = [(); 5].map(|()| zero.clone());
        Removal { point, base, solution, residual, direction, ..Removal::default() }
    }

    fn begin(&mut self) {
        self.point.fill([0.0; W]);
        self.phase = Phase::AtZero;
    }

    /// Goes on after the map at the point was `seen`; false where no further evaluation is needed.
    fn advance(
        &mut self,
        seen: impl Fn(usize) -> [f64; W],
        weigh: impl Fn(usize, &[f64; W]) -> [f64; W],
        largest: impl Fn() -> [f64; W],
    ) -> bool {
        match self.phase {
            Phase::AtZero => self.start(seen, weigh),
            Phase::Searching => self.search(seen, weigh),
            Phase::AtSolution => self.finish(seen, weigh, largest()),
        }
    }

    /// Looks how far the solution is from a fixed point, beside the largest motions of all bodies.
    fn finish(
        &mut self,
        seen: impl Fn(usize) -> [f64; W],
        weigh: impl Fn(usize, &[f64; W]) -> [f64; W],
        largest: [f64; W],
    ) -> bool {
        for (k, change) in self.residual.iter_mut().enumerate() {
            let seen = seen(k);
            *change = std::array::from_fn(|c| seen[c] - self.solution[k][c]);
        }
        let change = product(&self.residual, &self.residual, &weigh);
        self.base.fill(largest);
        let size = product(&self.base, &self.base, &weigh);
        self.error = self.error.max((change / size).sqrt());
        false
    }

    fn start(&mut self, seen: impl Fn(usize) -> [f64; W], weigh: impl Fn(usize, &[f64; W]) -> [f64; W]) -> bool {
        (0..self.base.len()).for_each(|k| self.base[k] = seen(k));
        self.solution.fill([0.0; W]);
        for field in [&mut self.residual, &mut self.direction, &mut self.point] {
            field.copy_from_slice(&self.base);
        }
        self.squares = [product(&self.residual, &self.residual, weigh); 2];
        (self.n_steps, self.phase) = (0, Phase::Searching);
        // Written such that what is no number ends it.
        self.squares[0] > 0.0
    }

    fn search(&mut self, seen: impl Fn(usize) -> [f64; W], weigh: impl Fn(usize, &[f64; W]) -> [f64; W]) -> bool {
        // (I − T) d, in the place of what was evaluated.
        for (k, image) in self.point.iter_mut().enumerate() {
            let seen = seen(k);
            *image = std::array::from_fn(|c| self.direction[k][c] - (seen[c] - self.base[k][c]));
        }
        let curvature = product(&self.direction, &self.point, &weigh);
        // Below this only round-off is left of the direction, and a step along it would be any number.
        let has_meaning = curvature > LEAST_CURVATURE * product(&self.direction, &self.direction, &weigh);
        let length = if has_meaning { self.squares[1] / curvature } else { 0.0 };
        add(&mut self.solution, length, &self.direction);
        add(&mut self.residual, -length, &self.point);
        let square = product(&self.residual, &self.residual, &weigh);
        let beta = square / self.squares[1];
        (self.squares[1], self.n_steps) = (square, self.n_steps + 1);
        let goes_on = square > REDUCTION * REDUCTION * self.squares[0] && self.n_steps < MOST_STEPS;
        if goes_on && has_meaning {
            for (d, r) in self.direction.iter_mut().zip(&self.residual) {
                *d = std::array::from_fn(|c| r[c] + beta * d[c]);
            }
            self.point.copy_from_slice(&self.direction);
        } else {
            self.point.copy_from_slice(&self.solution);
            self.phase = Phase::AtSolution;
        }
        true
    }
}

fn product<const W: usize>(a: &Field<W>, b: &Field<W>, weigh: impl Fn(usize, &[f64; W]) -> [f64; W]) -> f64 {
    let of_body = |(k, (a, b))| weigh(k, a).iter().zip(b as &[f64; W]).map(|(x, y)| x * y).sum::<f64>();
    a.iter().zip(b).enumerate().map(of_body).sum()
}

fn add<const W: usize>(sum: &mut Field<W>, factor: f64, other: &Field<W>) {
    sum.as_flattened_mut().iter_mut().zip(other.as_flattened()).for_each(|(x, y)| *x += factor * y);
}

/// D times a velocity or an acceleration.
fn weigh<B: Bodies<W>, const W: usize>(ballast: &Ballast, pose: &Pose, motion: &[f64; W]) -> [f64; W] {
    let Wrench { force: linear, torque: angular } = B::wrench(motion);
    B::load(ballast.mass * linear, pose.R * (ballast.inertia * pose.R.tr_mul(angular)))
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// The largest error in motions without ballast so far, relative to them.
    pub(crate) fn removal_error(&self) -> f64 {
        self.removal.error
    }

    /// Before the first evaluation at a state.
    pub(crate) fn begin_removal(&mut self) {
        self.removal.begin();
    }

    /// Whether another evaluation is needed, after one in which bodies moved like this: accelerations, or velocities
    /// where these are what is solved for. Where not, that evaluation is the motion without ballast.
    pub(crate) fn advance_removal(&mut self, model: &Model, motion: impl Fn(usize) -> [f64; W]) -> bool {
        let Mechanism { removal, poses, .. } = self;
        let seen = |k: usize| motion(model.ballast[k].body);
        let weigh = |k: usize, motion: &[f64; W]| {
            let ballast = &model.ballast[k];
            weigh::<B, W>(ballast, &B::pose_in_space(&poses[ballast.body]), motion)
        };
        removal.advance(seen, weigh, || {
            let mut largest = [f64::MIN_POSITIVE; W];
            for motion in (0..model.n_bodies()).map(&motion) {
                (0..W).for_each(|c| largest[c] = largest[c].max(motion[c].abs()));
            }
            largest
        })
    }

    /// D y by ballast, with its body.
    fn shares<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = (&'a Ballast, Pose, [f64; W])> {
        model.ballast.iter().zip(&self.removal.point).map(|(ballast, y)| {
            let pose = B::pose_in_space(&self.poses[ballast.body]);
            (ballast, pose, weigh::<B, W>(ballast, &pose, y))
        })
    }

    /// Adds D y to momenta, W by body.
    pub(crate) fn add_ballast_momenta(&self, model: &Model, momenta: &mut [f64]) {
        let by_body = momenta.as_chunks_mut::<W>().0;
        self.shares(model).for_each(|(ballast, _, share)| add_to(&mut by_body[ballast.body], &share));
    }

    /// Takes the weight of ballast out of the loads.
    pub(crate) fn remove_ballast_weight(&mut self, model: &Model) {
        let by_body = self.loads.as_chunks_mut::<W>().0;
        for ballast in &model.ballast {
            let weight = B::load(-ballast.mass * model.gravity, Default::default());
            add_to(&mut by_body[ballast.body], &weight);
        }
    }

    /// The same with its gyroscopic torque, and adds D y: all that ballast does is taken back.
    pub(super) fn remove_ballast(&mut self, model: &Model) {
        self.remove_ballast_weight(model);
        let mut loads = std::mem::take(&mut self.loads);
        let by_body = loads.as_chunks_mut::<W>().0;
        for (ballast, pose, share) in self.shares(model) {
            let momentum = pose.R * (ballast.inertia * pose.R.tr_mul(pose.w));
            add_to(&mut by_body[ballast.body], &share);
            add_to(&mut by_body[ballast.body], &B::load(Default::default(), pose.w.cross(momentum)));
        }
        self.loads = loads;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fixed points of y ↦ c + T y for a T that is self-adjoint in the metric, with eigenvalues from small to nearly
    /// one.
    #[test]
    fn the_fixed_point_is_found_however_much_ballast_moves() {
        let weights = [2.0, 0.5, 1e-3];
        for eigenvalues in [[0.0, 0.0, 0.0], [1e-3, 2e-3, 0.0], [0.9, 1e-3, 0.99]] {
            let c = [1.0, -2.0, 300.0];
            let map = |y: &[f64; 3]| std::array::from_fn::<f64, 3, _>(|k| c[k] + eigenvalues[k] * y[k]);
            let mut removal = Removal::<3> { point: vec![[0.0; 3]], ..Removal::default() };
            removal.base = removal.point.clone();
            (removal.solution, removal.residual) = (removal.point.clone(), removal.point.clone());
            removal.direction = removal.point.clone();
            removal.begin();
            let (mut seen, mut n) = (map(&removal.point[0]), 1);
            while removal.advance(|_| seen, |_, y| std::array::from_fn(|k| weights[k] * y[k]), || seen) {
                (seen, n) = (map(&removal.point[0]), n + 1);
            }
            // Three eigenvalues, three steps; one evaluation before and one after.
            assert!(n <= 5, "{n}");
            // A residual of 10⁻¹⁰, over what the largest eigenvalue leaves of one.
            for k in 0..3 {
                let right = c[k] / (1.0 - eigenvalues[k]);
                assert!((seen[k] - right).abs() <= 1e-8 * right.abs().max(300.0), "{k}: {} {right}", seen[k]);
            }
        }
    }
}
