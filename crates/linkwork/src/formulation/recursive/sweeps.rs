//! The recursion: sweeps inward and outward over the trees of a part [Featherstone], every quantity about the body's
//! own centre of mass.
//!
//! With I and p the articulated inertia and bias wrench of a body, s a freedom of its joint, X from the parent's motion
//! to the body's and c the bias of its acceleration,
//!
//! ```text
//! inward     p ← p + I c                                                                                       (1)
//!            U = I s,   D = sᵀU,   ε = −sᵀp,   I ← I − U D⁻¹ Uᵀ,   p ← p + U D⁻¹ ε                             (2)
//!            I_parent += Xᵀ I X,   p_parent += Xᵀ p                                                            (3)
//! outward    a = X a_parent,   then u̇ = D⁻¹ (ε − Uᵀa),  a ← a + s u̇   for each freedom,   a ← a + c           (4)
//! ```
//!
//! Freedoms of one joint are taken one after the other in (2), the last first, which is elimination of all at once: D
//! is always a number.

use super::part::Part;
use super::poses::Poses;
use super::tree::{Acting, ChainGroup, Freedom, GROUND, Link, Tree, add_to, dot, opposite, sum};
use crate::lanes::{Lanes, Portable, Processor, Work};
use crate::spatial::Vec3;

/// Motions below this are none, in whatever units. They grow on their way outward by roots of ratios of masses at
/// most, which are nothing beside what is missing to a size that counts; far above it, products with subnormal
/// numbers would take many times as long as others.
const FADED: f64 = 1e-200;

/// (1) to (3) for all bodies.
struct Inward<'a, B: Tree<W>, const W: usize> {
    part: &'a mut Part<B, W>,
    /// W by the model's bodies.
    loads: &'a [[f64; W]],
    /// Where nothing but weight acts, stage 2 has nothing to do.
    only_weight: Option<Vec3>,
}

impl<B: Tree<W>, const W: usize> Work for Inward<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(mut self, lanes: V) {
        let Part { inertias, along, forks, .. } = &mut *self.part;
        for &fork in forks.iter() {
            (inertias[fork as usize], along[fork as usize]) = (B::NO_INERTIA, [0.0; W]);
        }
        // The last body's inertia and load, where its parent comes next: along a chain they never see memory.
        let mut passed = (B::NO_INERTIA, [0.0; W]);
        for n in (0..self.part.weights.len()).rev() {
            match self.part.chain_groups[n] {
                Some(run) => self.sweep_chain_group(lanes, n, &run, &mut passed),
                None => self.sweep_lane_group(lanes, n, &mut passed),
            }
        }
    }
}

impl<B: Tree<W>, const W: usize> Inward<'_, B, W> {
    /// Four bodies that hang one on the other.
    #[inline(always)]
    fn sweep_chain_group<V: Lanes>(
        &mut self,
        lanes: V,
        n: usize,
        run: &ChainGroup,
        passed: &mut (B::Inertia, [f64; W]),
    ) {
        let Part { links, weights, poses, freedoms, biases, arms, inertias, along, .. } = &mut *self.part;
        let bodies = 4 * n..4 * n + 4;
        if !run.carries_next {
            *passed = (B::NO_INERTIA, [0.0; W]);
        }
        let acting = match self.only_weight {
            Some(gravity) => Acting::Weight(gravity),
            None => Acting::Loads(outside(&links[bodies.clone()], self.loads)),
        };
        let memory = (&mut freedoms[run.first_u as usize..], &mut biases[bodies.clone()], &mut arms[bodies]);
        B::sweep_chain_group(lanes, (&weights[n], run, n), poses, memory, acting, passed);
        if let Some(parent) = run.parent().filter(|parent| parent + 1 != 4 * n) {
            B::add(&mut inertias[parent], &passed.0);
            along[parent] = sum(&along[parent], &passed.1);
        }
    }

    /// Four bodies at most, whoever carries them.
    #[inline(always)]
    fn sweep_lane_group<V: Lanes>(&mut self, lanes: V, n: usize, passed: &mut (B::Inertia, [f64; W])) {
        let Part { links, weights, poses, freedoms, biases, arms, inertias, along, .. } = &mut *self.part;
        let own = B::own(lanes, &weights[n], (&*poses, n));
        for (lane, k) in (4 * n..links.len().min(4 * n + 4)).enumerate().rev() {
            let link = &links[k];
            let (mut inertia, mut p) = match link.carries_next {
                true => *passed,
                false => (B::NO_INERTIA, [0.0; W]),
            };
            B::add_own(lanes, &mut inertia, &own, lane);
            p = match self.only_weight {
                Some(gravity) => sum(&p, &B::own_wrench(&own, lane, gravity)),
                None => sum(&p, &opposite(&self.loads[link.body as usize])),
            };
            if link.is_fork {
                B::add(&mut inertia, &inertias[k]);
                p = sum(&p, &along[k]);
            }
            p = sum(&p, &B::apply(lanes, &inertia, &biases[k]));
            for freedom in freedoms[link.freedoms()].iter_mut().rev() {
                release::<B, V, W>(lanes, freedom, &mut inertia, &mut p);
            }
            if link.parent == GROUND {
                continue;
            }
            B::shift(lanes, &mut inertia, &arms[k]);
            p = B::transmit(&p, &arms[k]);
            let parent = link.parent as usize;
            if parent + 1 == k {
                *passed = (inertia, p);
            } else {
                B::add(&mut inertias[parent], &inertia);
                along[parent] = sum(&along[parent], &p);
            }
        }
    }
}

/// −f of four bodies.
#[inline(always)]
fn outside<const W: usize>(links: &[Link], loads: &[[f64; W]]) -> [[f64; W]; 4] {
    let mut outside = [[0.0; W]; 4];
    for (k, link) in links.iter().enumerate() {
        outside[k] = opposite(&loads[link.body as usize]);
    }
    outside
}

/// (2) for one freedom.
#[inline(always)]
fn release<B: Tree<W>, V: Lanes, const W: usize>(
    lanes: V,
    freedom: &mut Freedom<W>,
    inertia: &mut B::Inertia,
    p: &mut [f64; W],
) {
    let reach = B::apply(lanes, inertia, &freedom.axis);
    let d = dot(lanes, &freedom.axis, &reach);
    let (inverse, load) = (1.0 / d, -dot(lanes, &freedom.axis, p));
    B::release(lanes, inertia, &reach, inverse);
    add_to(lanes, p, inverse * load, &reach);
    let mut gain = reach;
    for n in 0..W {
        gain[n] *= inverse;
    }
    *freedom = Freedom { axis: freedom.axis, gain, inverse, rate: inverse * load };
}

/// (4) for all bodies, and the rates of the coordinates.
struct Outward<'a, B: Tree<W>, const W: usize> {
    part: &'a mut Part<B, W>,
    /// Coordinates and velocities.
    values: (&'a [f64], &'a [f64]),
    /// Rates of these.
    rates: (&'a mut [f64], &'a mut [f64]),
}

impl<B: Tree<W>, const W: usize> Work for Outward<'_, B, W> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        let Part { poses, links, joints, freedoms, biases, arms, along, pushes, .. } = self.part;
        let ((q, u), (q_rates, u_rates)) = (self.values, self.rates);
        let (mut last, ground) = ([0.0; W], B::GROUND);
        for (k, link) in links.iter().enumerate() {
            let (of_link, first) = (link.freedoms(), link.freedoms().start);
            let start = match link.parent {
                GROUND => [0.0; W],
                parent if parent as usize + 1 == k => B::carry(&last, &arms[k]),
                parent => B::carry(&along[parent as usize], &arms[k]),
            };
            let mut a = start;
            for (n, freedom) in freedoms[of_link].iter().enumerate() {
                let pushed = lanes.madd(freedom.inverse, pushes[first + n], freedom.rate);
                let rate = pushed - dot(lanes, &freedom.gain, &a);
                add_to(lanes, &mut a, rate, &freedom.axis);
                u_rates[first + n] = rate;
            }
            // Most joints have one freedom, and its rate is its velocity.
            if link.n_q == 1 {
                q_rates[link.first_q as usize] = u[first];
            } else {
                let of_q = link.coordinates();
                let parent = if link.hangs_on_ground() { ground } else { poses.at(link.parent as usize) };
                B::write_rates(
                    &joints[link.joint as usize],
                    &parent,
                    &q[of_q.clone()],
                    &u[link.freedoms()],
                    &mut q_rates[of_q],
                );
            }
            last = sum(&a, &biases[k]);
            if link.is_fork {
                along[k] = last;
            }
        }
    }
}

impl<B: Tree<W>, const W: usize> Part<B, W> {
    /// Inward: I, U, D and ε of every freedom. Loads are W by the model's bodies, unless nothing acts but weight.
    pub(super) fn sweep_inward(&mut self, loads: &[f64], only_weight: Option<Vec3>) {
        let loads = loads.as_chunks::<W>().0;
        Processor::detect().run(Inward { part: self, loads, only_weight });
    }

    /// Outward: accelerations of joints, constraint loads included.
    pub(super) fn sweep_outward(&mut self, values: (&[f64], &[f64]), rates: (&mut [f64], &mut [f64])) {
        Processor::detect().run(Outward { part: self, values, rates });
    }

    /// Outward: accelerations of all bodies for these of the joints.
    pub(super) fn update_accelerations(&mut self, u_rates: &[f64]) {
        for k in 0..self.links.len() {
            let link = &self.links[k];
            let mut a = self.carried(k, link);
            for (freedom, rate) in self.freedoms[link.freedoms()].iter().zip(&u_rates[link.freedoms()]) {
                add_to(Portable, &mut a, *rate, &freedom.axis);
            }
            self.along[k] = sum(&a, &self.biases[k]);
        }
    }

    /// The parent's motion at a body.
    #[inline(always)]
    fn carried(&self, k: usize, link: &Link) -> [f64; W] {
        match link.parent {
            GROUND => [0.0; W],
            parent => B::carry(&self.along[parent as usize], &self.arms[k]),
        }
    }

    /// Changes of all velocities by the loads of the last [`sweep_loads`](Self::sweep_loads): outward, without bias,
    /// until they have faded.
    pub(super) fn spread_loads(&mut self) {
        for k in 0..self.links.len() {
            let link = &self.links[k];
            let mut a = self.carried(k, link);
            for n in link.freedoms() {
                let freedom = &self.freedoms[n];
                let change = freedom.inverse * self.pushes[n] - dot(Portable, &freedom.gain, &a);
                add_to(Portable, &mut a, change, &freedom.axis);
                self.changes[n] = change;
            }
            self.along[k] = a.map(|x| if x.abs() < FADED { 0.0 } else { x });
        }
    }

    /// Velocities of the handles for these joint velocities: outward along the paths.
    pub(super) fn update_handle_velocities(&mut self, u: &[f64], out: &mut [f64]) {
        for n in 0..self.responses.outward.len() {
            let k = self.responses.outward[n] as usize;
            let link = &self.links[k];
            let mut v = self.carried(k, link);
            for (freedom, u) in self.freedoms[link.freedoms()].iter().zip(&u[link.freedoms()]) {
                add_to(Portable, &mut v, *u, &freedom.axis);
            }
            self.along[k] = v;
        }
        self.read_handles(out);
    }
}
