//! Stage 2 begins with the model's signals: expressions of the motion that loads read.

use super::{Bodies, CarriedPair, Ends, Mechanism, first_rows};
use crate::model::Model;
use crate::model::force::{JointMeasure, PairId, Place};
use crate::model::joint::rows::Measure;
use crate::model::signals::{Moving, Signals};
use crate::workspace::Switches;

/// Memory of the program that computes signals.
pub(crate) struct SignalMemory {
    /// All registers of the program, as its last run left them.
    pub(super) registers: Vec<f64>,
    /// Values of the model's states.
    states: Vec<f64>,
    /// Coordinates of force elements that are carried beside the motion, by row; none where all are those of it.
    soft: Vec<f64>,
    /// First row of each force element, and the end.
    first_rows: Vec<usize>,
    /// Pairs of contact groups that are carried, ascending, whose rows follow.
    pairs: Vec<CarriedPair>,
    /// By joint: the rows that carry its coordinates; none where no load reads the motion along one.
    carriers: Vec<[Option<usize>; 2]>,
}

impl SignalMemory {
    /// For the program of this model.
    pub(super) fn new(model: &Model) -> SignalMemory {
        let states = model.signals.states.iter().map(|state| state.initial).collect();
        let registers = model.signals.program.make_registers();
        let first_rows = first_rows(model);
        let carriers = list_carriers(model, &first_rows);
        SignalMemory { registers, states, soft: Vec::new(), first_rows, pairs: Vec::new(), carriers }
    }

    /// Has force elements take these coordinates of their rows, until others are given; none are those of the motion.
    pub(crate) fn take_soft(&mut self, soft: &[f64]) {
        self.soft.clear();
        self.soft.extend_from_slice(soft);
    }

    /// Those of one element.
    pub(super) fn soft_of(&self, force: usize) -> &[f64] {
        if self.soft.is_empty() { &[] } else { &self.soft[self.first_rows[force]..self.first_rows[force + 1]] }
    }

    /// Takes the pairs of contact groups whose coordinates are among those of the rows from now on, ascending.
    pub(crate) fn take_pairs(&mut self, pairs: &[CarriedPair]) {
        self.pairs.clear();
        self.pairs.extend_from_slice(pairs);
    }

    /// Coordinates of a pair; none where it is not carried.
    pub(super) fn soft_of_pair(&self, pair: PairId) -> &[f64] {
        if self.soft.is_empty() {
            &[]
        } else {
            CarriedPair::find(&self.pairs, pair).map_or(&[], |of| of.pick(&self.soft))
        }
    }

    /// The coordinate of a joint that an element carries beside the motion.
    pub(super) fn carried(&self, Place { joint, which }: Place) -> Option<f64> {
        let row = self.carriers.get(joint.index())?[which]?;
        self.soft.get(row).copied().filter(|s| !s.is_nan())
    }

    /// Values of the model's states.
    pub(super) fn states(&self) -> &[f64] {
        &self.states
    }

    /// Has the next runs read these values of the states; none are those of before.
    pub(crate) fn take_states(&mut self, states: &[f64]) {
        self.states.iter_mut().zip(states).for_each(|(to, from)| *to = *from);
    }

    /// Rates of the states, from the last run.
    pub(crate) fn write_state_rates(&self, model: &Model, rates: &mut [f64]) {
        let Signals { program, states, .. } = &model.signals;
        for (rate, state) in rates.iter_mut().zip(states) {
            *rate = program.result(state.slot, &self.registers);
        }
    }
}

/// The coordinate of a joint that an element carries beside the motion, of those of all elements by row; none where they
/// are those of the motion.
pub(super) fn find_carried(model: &Model, soft: &[f64], place: Place) -> Option<f64> {
    let mut row = 0;
    for force in model.forces.iter().filter(|_| !soft.is_empty()) {
        if force.driven_place() == Some(place) {
            return soft.get(row).copied().filter(|s| !s.is_nan());
        }
        row += force.n_rows(model.space);
    }
    None
}

fn list_carriers(model: &Model, first_rows: &[usize]) -> Vec<[Option<usize>; 2]> {
    let mut carriers = Vec::new();
    for (force, row) in model.forces.iter().zip(first_rows) {
        let Some(Place { joint, which }) = force.driven_place() else { continue };
        carriers.resize(model.n_joints(), [None; 2]);
        carriers[joint.index()][which].get_or_insert(*row);
    }
    carriers
}

/// A joint's coordinate, as forces read it.
pub(super) fn coordinate<B: Bodies<W>, const W: usize>(
    ends: Ends<'_, B::Pose>,
    second_angle: f64,
    which: usize,
) -> JointMeasure {
    let bodies = [ends.joint.first.body, ends.joint.second.body];
    let found = B::measures(ends, second_angle)[which];
    let none = Measure { value: 0.0, rate: 0.0, first: [0.0; W], second: [0.0; W], bias: 0.0 };
    let Measure { value, rate, first, second, .. } = found.unwrap_or(none);
    JointMeasure { value, rate, bodies, wrenches: [B::wrench(&first), B::wrench(&second)] }
}

impl<B: Bodies<W>, const W: usize> Mechanism<B, W> {
    /// Functions at the sign of which loads switch: those of the program, then those of force elements. Last, the
    /// arguments of the program's curves.
    pub(in crate::formulation) fn write_switches(
        &mut self,
        model: &Model,
        time: f64,
        unwrapped_angles: &[f64],
        switches: &mut Switches,
    ) {
        let functions = &mut switches.functions;
        functions.clear();
        functions.extend(model.signals.program.switching(&self.signals.registers));
        let now = self.seen(model, time, unwrapped_angles);
        model.forces.iter().for_each(|force| force.switches(&now, &mut |function| functions.push(function)));
        functions.extend(model.signals.program.arguments(&self.signals.registers));
        self.write_pair_switches(model, time, unwrapped_angles, switches);
    }

    /// Runs the model's program where bodies are now.
    pub(super) fn update_signals(&mut self, model: &Model, time: f64, unwrapped_angles: &[f64]) {
        // Taken out while it is written; put back below.
        let mut registers = std::mem::take(&mut self.signals.registers);
        let now = self.seen(model, time, unwrapped_angles).with_carried();
        model.signals.program.run(time, &self.signals.states, &mut registers, &Moving::new(model, &now));
        self.signals.registers = registers;
    }
}

#[cfg(test)]
mod tests {
    use crate::formulation::bodies::{Mechanism, PlanarBodies};
    use crate::model::Model;
    use crate::parallel::Team;

    /// States have rates where no force acts, and rates follow their values.
    #[test]
    fn rates_of_states_follow_states_and_motion() {
        let text = r#"
            space = "planar"
            [[bodies]]
            name = "ball"
            mass = 1.0
            inertia = 1.0
            velocity = [3.0, 0.0]
            [[states]]
            name = "filtered"
            initial = 1.0
            rate = "2*(ball.vx - filtered)"
            [[states]]
            name = "clock"
            rate = 1
            "#;
        let model = Model::parse(text, "states.toml").unwrap();
        let mut mechanism = Mechanism::<PlanarBodies, 3>::new(&model);
        mechanism.poses[0] = model.bodies[0].planar_pose();
        let mut rates_at = |states: &[f64]| {
            let mut rates = [0.0; 2];
            mechanism.signals().take_states(states);
            mechanism.update_loads(&model, 0.0, &[], &Team::alone());
            mechanism.signals().write_state_rates(&model, &mut rates);
            rates
        };
        assert_eq!([rates_at(&[1.0, 0.0]), rates_at(&[2.5, 9.0])], [[4.0, 1.0], [1.0, 1.0]]);
    }
}
