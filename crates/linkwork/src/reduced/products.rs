//! The three products with which everything is done without forming E: Gᵀλ, M⁻¹w, G a. By node or by block, so that
//! every number has one writer and its sum one order.

use super::{Form, InverseMass, ReducedSystem, n_axes};
use crate::lanes::{Lanes, Processor, Row, Work};
use crate::parallel::Team;
use std::ops::Range;

impl ReducedSystem {
    /// Gᵀ λ: the load of all multipliers on every handle.
    pub fn gather_loads(&self, multipliers: &[f64], loads: &mut [f64], team: &Team) {
        let product = Gather { system: self, multipliers, accelerate: false };
        self.by_handle(product, loads, team);
    }

    /// M⁻¹ Gᵀ λ: how every handle accelerates under the load of all multipliers. `loads` is memory for Gᵀλ, where
    /// needed.
    pub(crate) fn respond(&self, multipliers: &[f64], loads: &mut [f64], responses: &mut [f64], team: &Team) {
        if matches!(self.inverse_mass, InverseMass::Handles(..)) {
            self.gather_loads(multipliers, loads, team);
            return self.accelerate(loads, responses);
        }
        self.by_handle(Gather { system: self, multipliers, accelerate: true }, responses, team);
    }

    /// M⁻¹ w: how every handle accelerates under these loads.
    pub fn accelerate(&self, loads: &[f64], accelerations: &mut [f64]) {
        self.inverse_mass.mul(&self.pattern, loads, accelerations);
    }

    fn by_handle(&self, product: Gather, out: &mut [f64], team: &Team) {
        let machine = Processor::detect();
        let work = |handles, out: &mut [f64]| machine.run(Gathering { product, handles, out });
        team.for_ranges(self.pattern.handle_chunks(), (out, self.pattern.width()), work);
    }

    /// G a: what every equation sees of the handles' accelerations (or velocities).
    pub fn project(&self, accelerations: &[f64], rows: &mut [f64], team: &Team) {
        self.project_minus(accelerations, &[], rows, team);
    }

    /// G a − c.
    pub(crate) fn project_minus(&self, accelerations: &[f64], c: &[f64], rows: &mut [f64], team: &Team) {
        let machine = Processor::detect();
        let mut rest = rows;
        let task = |range: &Range<usize>| {
            let of_rows = self.pattern.rows_of(range);
            let out = rest.split_off_mut(..of_rows.len()).unwrap_or_default();
            let c = c.get(of_rows).unwrap_or_default();
            Projecting { system: self, accelerations, blocks: range.clone(), c, out }
        };
        team.for_each_task(self.pattern.block_chunks().iter().map(task), |task| machine.run(task));
    }
}

/// Gᵀλ, or M⁻¹Gᵀλ.
#[derive(Clone, Copy)]
struct Gather<'a> {
    system: &'a ReducedSystem,
    multipliers: &'a [f64],
    accelerate: bool,
}

/// For some handles.
struct Gathering<'a> {
    product: Gather<'a>,
    handles: Range<usize>,
    out: &'a mut [f64],
}

impl Work for Gathering<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        match self.product.system.pattern.width() {
            3 => self.run_width::<V, 3>(lanes),
            _ => self.run_width::<V, 6>(lanes),
        }
    }
}

impl Gathering<'_> {
    #[inline(always)]
    fn run_width<V: Lanes, const W: usize>(self, lanes: V) {
        let Gather { system, multipliers, accelerate } = self.product;
        for (handle, out) in self.handles.zip(self.out.as_chunks_mut::<W>().0) {
            let mut load = [0.0; W];
            for tie in system.pattern.at_handle(handle) {
                let (m, row) = (tie.rows as usize, tie.row as usize);
                let (g, lambda) = (&system.jacobian[tie.start as usize..], &multipliers[row..row + m]);
                match m {
                    5 => add_load::<V, W, 5>(lanes, tie.form, g, lambda, &mut load),
                    3 => add_load::<V, W, 3>(lanes, tie.form, g, lambda, &mut load),
                    2 => add_load::<V, W, 2>(lanes, tie.form, g, lambda, &mut load),
                    1 => add_load::<V, W, 1>(lanes, tie.form, g, lambda, &mut load),
                    4 => add_load::<V, W, 4>(lanes, tie.form, g, lambda, &mut load),
                    _ => add_load::<V, W, 6>(lanes, tie.form, g, lambda, &mut load),
                }
            }
            *out = load;
            if accelerate {
                system.inverse_mass.mul_one(handle, out);
            }
        }
    }
}

/// load += Gᵀ λ for one incidence of M equations.
#[inline(always)]
fn add_load<V: Lanes, const W: usize, const M: usize>(
    lanes: V,
    form: Form,
    g: &[f64],
    multipliers: &[f64],
    load: &mut [f64; W],
) {
    let g = g.as_chunks::<M>().0;
    let multipliers: &[f64; M] = multipliers.try_into().expect("M rows of the block");
    let mut add = |first: usize, g: &[[f64; M]]| {
        for (load, g) in load[first..].iter_mut().zip(g) {
            for k in 0..M {
                *load = lanes.madd(g[k], multipliers[k], *load);
            }
        }
    };
    if form == Form::Full {
        return add(0, &g[..W]);
    }
    add(n_axes(W), &g[..W - n_axes(W)]);
    for (load, lambda) in load[..n_axes(W)].iter_mut().zip(multipliers) {
        *load += form.sign() * lambda;
    }
}

/// G a − c for some blocks.
struct Projecting<'a> {
    system: &'a ReducedSystem,
    accelerations: &'a [f64],
    blocks: Range<usize>,
    /// To be subtracted, unless empty.
    c: &'a [f64],
    out: &'a mut [f64],
}

impl Work for Projecting<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Lanes>(self, lanes: V) {
        match self.system.pattern.width() {
            3 => self.run_width::<V, 3>(lanes),
            _ => self.run_width::<V, 6>(lanes),
        }
    }
}

impl Projecting<'_> {
    #[inline(always)]
    fn run_width<V: Lanes, const W: usize>(self, lanes: V) {
        let Projecting { system, accelerations, blocks, mut c, mut out } = self;
        let accelerations = accelerations.as_chunks::<W>().0;
        for block in blocks {
            let m = system.pattern.n_rows_of(block);
            let rows = out.split_off_mut(..m).unwrap_or_default();
            let c = c.split_off(..m).unwrap_or_default();
            match m {
                5 => project_block::<V, W, 5>(lanes, system, block, accelerations, (c, rows)),
                3 => project_block::<V, W, 3>(lanes, system, block, accelerations, (c, rows)),
                2 => project_block::<V, W, 2>(lanes, system, block, accelerations, (c, rows)),
                1 => project_block::<V, W, 1>(lanes, system, block, accelerations, (c, rows)),
                4 => project_block::<V, W, 4>(lanes, system, block, accelerations, (c, rows)),
                _ => project_block::<V, W, 6>(lanes, system, block, accelerations, (c, rows)),
            }
        }
    }
}

#[inline(always)]
fn project_block<V: Lanes, const W: usize, const M: usize>(
    lanes: V,
    system: &ReducedSystem,
    block: usize,
    accelerations: &[[f64; W]],
    (c, rows): (&[f64], &mut [f64]),
) {
    let rows: &mut [f64; M] = rows.try_into().expect("M rows of the block");
    let mut sum = match <&[f64; M]>::try_from(c) {
        Ok(c) => Row::load(lanes, c).times::<M>(lanes, -1.0),
        Err(_) => Row::zero(lanes),
    };
    let (handles, start) = system.pattern.touched(block);
    let mut g = system.jacobian[start..].as_chunks::<M>().0;
    for &(handle, form) in handles {
        let a = &accelerations[handle as usize];
        let (mine, rest) = g.split_at(form.n_stored(W));
        if form != Form::Full {
            let mut seen = [0.0; M];
            for c in 0..n_axes(W).min(M) {
                seen[c] = form.sign() * a[c];
            }
            sum = sum.plus::<M>(lanes, 1.0, Row::load(lanes, &seen));
        }
        for (a, g) in a[W - mine.len()..].iter().zip(mine) {
            sum = sum.plus::<M>(lanes, *a, Row::load(lanes, g));
        }
        g = rest;
    }
    sum.store(lanes, rows);
}
