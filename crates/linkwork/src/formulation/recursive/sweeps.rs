//! The recursion: sweeps inward and outward over the forest [Featherstone], every quantity about the body's own centre of mass.
//!
//! With I and p the articulated inertia and bias wrench of a body, s a freedom of its joint, X from the parent's motion to
//! the body's and c the bias of its acceleration,
//!
//! ```text
//! inward     p ← p + I c                                                                                       (1)
//!            U = I s,   D = sᵀU,   ε = −sᵀp,   I ← I − U D⁻¹ Uᵀ,   p ← p + U D⁻¹ ε                             (2)
//!            I_parent += Xᵀ I X,   p_parent += Xᵀ p                                                            (3)
//! outward    a = X a_parent,   then u̇ = D⁻¹ (ε − Uᵀa),  a ← a + s u̇   for each freedom,   a ← a + c           (4)
//! ```
//!
//! Freedoms of one joint are taken one after the other in (2), the last first, which is elimination of all at once: D is always a number.

use super::tree::{Freedom, Tree, add_to, dot, opposite, sum};
use super::{GROUND, Link, NO_ANGLE, Recursive};
use crate::lanes::{Lanes, Machine, Portable, Work};
use crate::model::Model;
use crate::spatial::sin_cos;

/// Stage 1: every body behind its parent.
pub(super) struct Place<'a, B: Tree<W>, const W: usize> {
    pub recursive: &'a mut Recursive<B, W>,
    pub values: &'a [f64],
}

impl<B: Tree<W>, const W: usize> Work for Place<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Recursive { mechanism, links, joints, turns, freedoms, biases, arms, initial, .. } = self.recursive;
        let (q, u) = self.values.split_at(initial.n_coordinates);
        update_turns(lanes, links, q, turns);
        let constants = links.iter().zip(joints.iter()).zip(turns.iter());
        for (((link, joint), &turn), (bias, arm)) in constants.zip(biases.iter_mut().zip(arms.iter_mut())) {
            let parent = &mechanism.poses[link.parent_pose as usize];
            let (of_q, of_u) = (link.coordinates(), link.freedoms());
            let placed = B::place(lanes, joint, parent, (&q[of_q], turn), &u[of_u.clone()], &mut freedoms[of_u]);
            *bias = placed.bias;
            *arm = B::arm(parent, &placed.pose);
            mechanism.poses[link.body as usize] = placed.pose;
        }
    }
}

/// Sine and cosine of the joints' angles, four at a time: bodies do not wait for one another here.
#[inline(always)]
fn update_turns<V: Lanes>(lanes: V, links: &[Link], q: &[f64], turns: &mut [[f64; 2]]) {
    for (links, turns) in links.chunks(4).zip(turns.chunks_mut(4)) {
        let mut angles = [0.0; 4];
        for (angle, link) in angles.iter_mut().zip(links) {
            if link.angle != NO_ANGLE {
                *angle = q[link.angle as usize];
            }
        }
        let found = sin_cos(lanes, angles);
        turns.copy_from_slice(&found[..turns.len()]);
    }
}

/// (1) to (3) for all bodies.
pub(super) struct Inward<'a, B: Tree<W>, const W: usize> {
    pub recursive: &'a mut Recursive<B, W>,
    pub model: &'a Model,
}

impl<B: Tree<W>, const W: usize> Work for Inward<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Recursive { mechanism, links, joints, freedoms, biases, arms, inertias, wrenches, forks, .. } =
            self.recursive;
        let (loads, only_weight) = (mechanism.loads.as_chunks::<W>().0, self.model.forces.is_empty());
        for &fork in forks.iter() {
            (inertias[fork as usize], wrenches[fork as usize]) = (B::NO_INERTIA, [0.0; W]);
        }
        // What the body handled last passes on, where its parent comes next: along a chain it never sees memory.
        let mut passed = (B::NO_INERTIA, [0.0; W]);
        for (k, (link, joint)) in links.iter().zip(joints.iter()).enumerate().rev() {
            let body = link.body as usize;
            let pose = &mechanism.poses[body];
            let mut inertia = B::inertia(lanes, joint, pose);
            // Where nothing but weight acts, stage 2 has nothing to do.
            let mut p = match only_weight {
                true => B::own_wrench(lanes, &inertia, joint, pose, self.model.gravity),
                false => opposite(&loads[body]),
            };
            if link.carries_next {
                B::add(&mut inertia, &passed.0);
                p = sum(&p, &passed.1);
            }
            if link.is_fork {
                B::add(&mut inertia, &inertias[k]);
                p = sum(&p, &wrenches[k]);
            }
            p = sum(&p, &B::apply(lanes, &inertia, &biases[k]));
            for freedom in freedoms[link.freedoms()].iter_mut().rev() {
                let reach = B::apply(lanes, &inertia, &freedom.axis);
                let inverse = 1.0 / dot(lanes, &freedom.axis, &reach);
                let load = -dot(lanes, &freedom.axis, &p);
                B::release(lanes, &mut inertia, &reach, inverse);
                add_to(lanes, &mut p, inverse * load, &reach);
                *freedom = Freedom { axis: freedom.axis, reach, inverse, load };
            }
            if link.parent == GROUND {
                continue;
            }
            let shifted = (B::shift(lanes, &inertia, &arms[k]), B::transmit(&p, &arms[k]));
            let parent = link.parent as usize;
            if parent + 1 == k {
                passed = shifted;
            } else {
                B::add(&mut inertias[parent], &shifted.0);
                wrenches[parent] = sum(&wrenches[parent], &shifted.1);
            }
        }
    }
}

/// (4) for all bodies, and the rates of the coordinates.
pub(super) struct Outward<'a, B: Tree<W>, const W: usize> {
    pub recursive: &'a mut Recursive<B, W>,
    /// Coordinates and velocities.
    pub values: (&'a [f64], &'a [f64]),
    /// Of these.
    pub rates: (&'a mut [f64], &'a mut [f64]),
}

impl<B: Tree<W>, const W: usize> Work for Outward<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Recursive { mechanism, links, joints, freedoms, biases, arms, motions, pushes, .. } = self.recursive;
        let ((q, u), (q_rates, u_rates)) = (self.values, self.rates);
        let mut last = [0.0; W];
        for (k, link) in links.iter().enumerate() {
            let (of_link, first) = (link.freedoms(), link.freedoms().start);
            let start = match link.parent {
                GROUND => [0.0; W],
                parent if parent as usize + 1 == k => B::carry(&last, &arms[k]),
                parent => B::carry(&motions[parent as usize], &arms[k]),
            };
            let mut a = start;
            for (n, freedom) in freedoms[of_link].iter().enumerate() {
                let load = freedom.load + pushes[first + n];
                let rate = freedom.inverse * (load - dot(lanes, &freedom.reach, &a));
                add_to(lanes, &mut a, rate, &freedom.axis);
                u_rates[first + n] = rate;
            }
            // Most joints have one freedom, and its rate is its velocity.
            if link.n_q == 1 {
                q_rates[link.first_q as usize] = u[first];
            } else {
                let (of_q, parent) = (link.coordinates(), &mechanism.poses[link.parent_pose as usize]);
                B::write_rates(&joints[k], parent, &q[of_q.clone()], &u[link.freedoms()], &mut q_rates[of_q]);
            }
            last = sum(&a, &biases[k]);
            motions[k] = last;
        }
    }
}

/// (4) for one body without its bias, `loads` being ε of each freedom; `write` gets u̇.
fn step_outward<const W: usize>(
    start: [f64; W],
    freedoms: &[Freedom<W>],
    loads: impl Fn(usize) -> f64,
    mut write: impl FnMut(usize, f64),
) -> [f64; W] {
    let mut a = start;
    for (n, freedom) in freedoms.iter().enumerate() {
        let rate = freedom.inverse * (loads(n) - dot(Portable, &freedom.reach, &a));
        add_to(Portable, &mut a, rate, &freedom.axis);
        write(n, rate);
    }
    a
}

impl<B: Tree<W>, const W: usize> Recursive<B, W> {
    /// Inward, all of it: I, U, D and ε of every freedom.
    pub(super) fn sweep_inward(&mut self, model: &Model) {
        Machine::detect().run(Inward { recursive: self, model });
    }

    /// The parent's acceleration at a body.
    #[inline(always)]
    fn carried(&self, k: usize, link: &Link) -> [f64; W] {
        match link.parent {
            GROUND => [0.0; W],
            parent => B::carry(&self.motions[parent as usize], &self.arms[k]),
        }
    }

    /// Outward along the paths to the handles: their accelerations without constraints.
    pub(super) fn free_handles(&mut self) {
        for n in 0..self.responses.path.len() {
            let k = self.responses.path[n] as usize;
            let link = &self.links[k];
            let freedoms = &self.freedoms[link.freedoms()];
            let a = step_outward(self.carried(k, link), freedoms, |n| freedoms[n].load, |_, _| {});
            self.motions[k] = sum(&a, &self.biases[k]);
        }
        for (free, &k) in self.free.as_chunks_mut::<W>().0.iter_mut().zip(&self.responses.handles) {
            *free = self.motions[k as usize];
        }
    }

    /// ε of loads on the handles, times `factor`: inward along their paths. Elsewhere it stays zero.
    pub(super) fn sweep_loads(&mut self, loads: &[f64], factor: f64) {
        let Recursive { links, freedoms, arms, wrenches, responses, pushes, .. } = self;
        responses.path.iter().for_each(|&k| wrenches[k as usize] = [0.0; W]);
        for (load, &k) in loads.as_chunks::<W>().0.iter().zip(&responses.handles) {
            wrenches[k as usize] = load.map(|x| -factor * x);
        }
        for &k in responses.path.iter().rev() {
            let (k, link) = (k as usize, &links[k as usize]);
            let mut p = wrenches[k];
            let of_link = link.freedoms();
            for (freedom, push) in freedoms[of_link.clone()].iter().zip(&mut pushes[of_link]).rev() {
                *push = -dot(Portable, &freedom.axis, &p);
                add_to(Portable, &mut p, freedom.inverse * *push, &freedom.reach);
            }
            if link.parent != GROUND {
                let parent = &mut wrenches[link.parent as usize];
                *parent = sum(parent, &B::transmit(&p, &arms[k]));
            }
        }
    }

    /// What the loads of the last [`sweep_loads`](Self::sweep_loads) do to every velocity: outward, without bias.
    pub(super) fn spread_loads(&mut self) {
        for k in 0..self.links.len() {
            let link = &self.links[k];
            let of_link = link.freedoms();
            let (start, first) = (self.carried(k, link), of_link.start);
            let Recursive { freedoms, pushes, changes, .. } = self;
            let write = |n: usize, change: f64| changes[first + n] = change;
            self.motions[k] = step_outward(start, &freedoms[of_link], |n| pushes[first + n], write);
        }
    }

    /// Outward, all of it: accelerations of bodies and joints, constraint loads included.
    pub(super) fn sweep_outward(&mut self, values: (&[f64], &[f64]), rates: (&mut [f64], &mut [f64])) {
        Machine::detect().run(Outward { recursive: self, values, rates });
    }

    /// Velocities of the handles for these joint velocities: outward along the paths.
    pub(super) fn update_handle_velocities(&mut self, u: &[f64]) {
        for n in 0..self.responses.path.len() {
            let k = self.responses.path[n] as usize;
            let link = &self.links[k];
            let mut v = self.carried(k, link);
            for (freedom, u) in self.freedoms[link.freedoms()].iter().zip(&u[link.freedoms()]) {
                add_to(Portable, &mut v, *u, &freedom.axis);
            }
            self.motions[k] = v;
        }
        for (velocity, &k) in self.velocities.as_chunks_mut::<W>().0.iter_mut().zip(&self.responses.handles) {
            *velocity = self.motions[k as usize];
        }
    }
}
