//! A simulation on several processes: each runs the same steps on its own share, process 0 also sees the whole.
//!
//! Nothing but the state of the own parts is kept by a process. For a row or a checkpoint process 0 collects what the
//! others observed of their bodies, or their states, and puts them together in the order of the whole model: rows and
//! checkpoints are those of a run in one process, bit for bit, and each can go on from the other's.

use super::Simulation;
use crate::checkpoint::Checkpoint;
use crate::error::SimulationError;
use crate::exchange::{Collective, Counted, Exchange, Traffic, TrafficCounter, stretches};
use crate::formulation::bodies::observe_measures;
use crate::hash::Hash;
use crate::model::Model;
use crate::observation::Observation;
use crate::plan::{Assignment, Owners, Plan};
use crate::play::Watch;
use crate::recorder::{ModelChannels, ObservedRow, Row, Sink};
use crate::spatial::{BodyMotion, Motion, Quat, Vec3, Wrench};
use crate::state::State;
use crate::stats::{Audit, Summary};
use std::ops::Range;
use std::sync::Arc;

/// Numbers that tell of a body: its motion and its energies.
const OF_BODY: usize = 22;
/// Numbers that tell of a joint: its reaction, its driver's load and its unwrapped angles.
const OF_JOINT: usize = 9;

/// Reports of a process, and on process 0 their destination.
pub(super) struct Post {
    assignment: Arc<Assignment>,
    whole: Option<Whole>,
    /// Numbers on their way out.
    outgoing: Vec<f64>,
    /// Traffic received from other processes so far.
    traffic: TrafficCounter,
}

/// Where the hash of the last row comes from. Only a checkpoint asks for it, so it is not computed before.
#[derive(Clone, Copy, Debug)]
pub(super) enum LastRow {
    /// No row since the start, or since the checkpoint.
    Earlier,
    /// The row is what was observed last.
    Observed,
    /// Another observation has come since.
    Hashed(Hash),
}

/// The whole mechanism, as process 0 knows it.
pub struct Whole {
    model: Arc<Model>,
    /// Everything that is known before the first step.
    summary: Summary,
    bodies: Owned,
    joints: Owned,
    forces: Owned,
    /// Equations of the reduced system.
    rows: Owned,
    observation: Observation,
    state: State,
    /// Where joints have play.
    watch: Option<Watch>,
}

/// Who reports on what, with memory for the reports.
struct Owned {
    owners: Vec<u32>,
    n_processes: usize,
    incoming: Vec<f64>,
}

impl Whole {
    /// The whole of this model, with its plan and the owners of its parts among so many processes.
    pub fn new(model: &Arc<Model>, plan: &Plan, owners: Owners, n_processes: usize) -> Whole {
        let owned = |owners: Vec<u32>| Owned { owners, n_processes, incoming: Vec::new() };
        let mut summary = plan.summary(model);
        summary.ranks = Some(n_processes);
        Whole {
            model: model.clone(),
            summary,
            bodies: owned(owners.bodies),
            joints: owned(owners.joints),
            forces: owned(owners.forces),
            rows: owned(owners.rows),
            observation: Observation::default(),
            state: State::new(0.0, &[], &[]),
            watch: plan.watch().cloned(),
        }
    }
}

impl Owned {
    /// Everything that processes report, `width` numbers each, in the order of the whole.
    fn collect(&mut self, line: &mut dyn Exchange, mine: &[f64], width: usize, mut put: impl FnMut(usize, &[f64])) {
        let mut counts = vec![0; self.n_processes];
        self.owners.iter().for_each(|&process| counts[process as usize] += width);
        let of_process = stretches(counts);
        self.incoming.resize(width * self.owners.len(), 0.0);
        line.collect(mine, &mut self.incoming, &of_process);
        let mut next: Vec<usize> = of_process.iter().map(|stretch| stretch.start).collect();
        for (k, &process) in self.owners.iter().enumerate() {
            let start = next[process as usize];
            next[process as usize] += width;
            put(k, &self.incoming[start..start + width]);
        }
    }
}

impl Simulation {
    /// The simulation of one process's share; on process 0 with what it knows of the whole.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when a method of the plan cannot treat the model.
    pub fn on_rank(
        assignment: impl Into<Arc<Assignment>>,
        whole: Option<Whole>,
        line: Box<dyn Exchange>,
    ) -> Result<Simulation, SimulationError> {
        let assignment = assignment.into();
        let traffic = TrafficCounter::default();
        let line = Box::new(Counted::new(line, traffic.clone()));
        let (model, plan) = (assignment.model.clone(), assignment.plan.clone());
        let system = plan.make_workspace_on(&model, line)?;
        let mut simulation = Simulation::with_system(model, plan, system)?;
        simulation.post = Some(Post { assignment, whole, outgoing: Vec::new(), traffic });
        Ok(simulation)
    }

    /// Traffic that this process has received from others so far.
    pub fn traffic(&self) -> Traffic {
        self.post.as_ref().map_or_else(Traffic::default, |post| post.traffic.read())
    }

    /// Goes on from a checkpoint of the whole, which process 0 has; all processes call this.
    ///
    /// # Errors
    /// [`SimulationError::BadCheckpoint`] when it is of another model or other settings, or not before the end.
    pub fn go_on_from(&mut self, checkpoint: Option<&Checkpoint>) -> Result<(), SimulationError> {
        let fit = match (checkpoint, self.post.as_ref().and_then(|post| post.whole.as_ref())) {
            (Some(checkpoint), Some(whole)) => checkpoint
                .check_fit(&whole.model, &self.plan)
                .and_then(|()| checkpoint.check_shape(&self.shape_of_whole(whole), &self.system.solver.memory())),
            _ => Ok(()),
        };
        self.agree(fit)?;
        let Simulation { system, post, .. } = self;
        let n_processes = system.collective.n_processes();
        let of_process: Vec<_> = (0..n_processes).map(|process| system.collective.stretches_of(process)).collect();
        let text = system.collective.line().hand_out(&mut |process| {
            checkpoint.map_or_else(Vec::new, |whole| restrict(whole, &of_process[process]).to_text().into_bytes())
        });
        let mut own = Checkpoint::parse(&text)?;
        if let Some(post) = post {
            let unwrapped_angles = &own.state.unwrapped_angles;
            let Assignment { model, whole_joints, .. } = &*post.assignment;
            own.state.unwrapped_angles = model.pick_angles(unwrapped_angles, whole_joints);
            let rows = &post.assignment.rows;
            own.state.memories.map_rows(|all| rows.iter().map(|&(row, _)| all[row]).collect());
        }
        self.take_up(&own)
    }

    /// A state of the whole, as long as it would be here.
    fn shape_of_whole(&self, whole: &Whole) -> State {
        let collective = &self.system.collective;
        let last = collective.stretches_of(collective.n_processes() - 1);
        let mut state = State { unwrapped_angles: vec![0.0; whole.model.n_angles()], ..self.state.clone() };
        let n_values = last[1].end + state.n_companions;
        (state.n_coordinates, state.values) = (last[0].end, vec![0.0; n_values]);
        state.memories.map_values(|_| vec![0.0; n_values]);
        state.memories.map_rows(|_| vec![0.0; whole.rows.owners.len()]);
        state
    }

    /// Whether this process talks to the user.
    pub(super) fn tells(&self) -> bool {
        self.system.collective.process() == 0
    }

    /// Makes an error of process 0 one of all processes.
    pub(super) fn agree(&mut self, outcome: Result<(), SimulationError>) -> Result<(), SimulationError> {
        let is_good = self.system.collective.first_says(outcome.is_ok());
        if self.system.collective.is_broken() {
            return Err(SimulationError::ProcessLost { time: self.state.time });
        }
        match outcome {
            Ok(()) if !is_good => Err(SimulationError::Sink { message: "the first process could not go on".into() }),
            outcome => outcome,
        }
    }

    /// Tells the sink the columns.
    pub(super) fn begin(&mut self, sink: &mut dyn Sink) -> Result<(), SimulationError> {
        let outcome = if self.tells() { sink.begin(&ModelChannels(self.whole_model())) } else { Ok(()) };
        self.agree(outcome)
    }

    /// Hands what was observed to the sink, that of all processes together.
    pub(super) fn report(&mut self, sink: &mut dyn Sink) -> Result<(), SimulationError> {
        let Simulation { model, plan, system, observation, post, audit, last_row, .. } = self;
        if let Some(post) = post {
            post.collect_observation(system.collective.line(), observation);
        }
        if system.collective.is_broken() {
            return Err(SimulationError::ProcessLost { time: observation.time });
        }
        let mut outcome = Ok(());
        if system.collective.process() == 0 {
            let row = whole_row(post, model, observation);
            outcome = look_for_opening(whole_watch(post, plan), &row, audit);
            if outcome.is_ok() {
                audit.see(row.seen);
                *last_row = LastRow::Observed;
                outcome = sink.record(&row);
            }
        }
        self.agree(outcome)
    }

    /// The hash of the last row since the start or the checkpoint, if there is one.
    pub(super) fn hash_last_row(&self) -> Option<Hash> {
        match self.last_row {
            LastRow::Earlier => None,
            LastRow::Hashed(hash) => Some(hash),
            LastRow::Observed => {
                let mut hash = Hash::default();
                whole_row(&self.post, &self.model, &self.observation)
                    .for_each(&mut |numbers| hash.add_numbers(numbers));
                Some(hash)
            }
        }
    }

    /// Keeps a checkpoint, where the sink wants one.
    pub(super) fn keep_checkpoint(&mut self, sink: &mut dyn Sink) -> Result<(), SimulationError> {
        let is_due = self.tells() && sink.is_checkpoint_due(self.state.time);
        if self.system.collective.first_says(!is_due) {
            return Ok(());
        }
        // A state that is not finite is none to go on from: the next step says so.
        if !self.system.collective.all(self.state.is_finite()) {
            return Ok(());
        }
        self.gather();
        let outcome = if self.tells() { sink.keep(&self.checkpoint()) } else { Ok(()) };
        self.agree(outcome)
    }

    /// Brings the state of the whole to process 0: [`checkpoint`](Simulation::checkpoint) and
    /// [`summary`](Simulation::summary) there tell of it. All processes call this; [`run`](Simulation::run) has done so
    /// at its end.
    pub fn gather(&mut self) {
        let Simulation { system, state, post, .. } = self;
        if let Some(post) = post {
            post.collect_state(&mut system.collective, state);
        }
    }

    /// The model that rows and checkpoints tell of.
    pub(super) fn whole_model(&self) -> &Model {
        self.post.as_ref().and_then(|post| post.whole.as_ref()).map_or(&self.model, |whole| &whole.model)
    }

    /// The state of the whole, on process 0 as last gathered.
    pub(super) fn whole_state(&self) -> &State {
        self.post.as_ref().and_then(|post| post.whole.as_ref()).map_or(&self.state, |whole| &whole.state)
    }

    /// Where joints have play.
    pub(super) fn watch(&self) -> Option<&Watch> {
        whole_watch(&self.post, &self.plan)
    }

    /// The summary as known before the first step.
    pub(super) fn summary_before(&self) -> Summary {
        let whole = self.post.as_ref().and_then(|post| post.whole.as_ref());
        whole.map_or_else(|| self.plan.summary(&self.model), |whole| whole.summary.clone())
    }
}

/// The last observation, as a row of the whole where this process knows it.
fn whole_row<'a>(post: &'a Option<Post>, model: &'a Model, seen: &'a Observation) -> ObservedRow<'a> {
    match post.as_ref().and_then(|post| post.whole.as_ref()) {
        Some(whole) => ObservedRow { model: &whole.model, seen: &whole.observation },
        None => ObservedRow { model, seen },
    }
}

/// Where joints have play: the equations left out of the whole, as far as this process knows it.
fn whole_watch<'a>(post: &'a Option<Post>, plan: &'a Plan) -> Option<&'a Watch> {
    post.as_ref().and_then(|post| post.whole.as_ref()).map_or(plan.watch(), |whole| whole.watch.as_ref())
}

/// Looks whether equations left out for play are needed here.
fn look_for_opening(watch: Option<&Watch>, row: &ObservedRow, audit: &mut Audit) -> Result<(), SimulationError> {
    let Some((watch, opened)) = watch.and_then(|watch| Some((watch, watch.look(row.model, row.seen)?))) else {
        return Ok(());
    };
    let time = row.seen.time;
    audit.see_opened(time, &opened);
    if watch.grants(&opened) {
        return Ok(());
    }
    let joint = row.model.joints[opened.joint.index()].name.clone();
    Err(SimulationError::Opens { time, joint, misfit: opened.misfit })
}

impl Post {
    /// The observation of the whole, on process 0.
    fn collect_observation(&mut self, line: &mut dyn Exchange, seen: &Observation) {
        if let Some(whole) = &mut self.whole {
            whole.observation.resize(&whole.model);
            whole.observation.time = seen.time;
            // Processes have told one another the largest.
            whole.observation.residual_position = seen.residual_position;
            whole.observation.residual_velocity = seen.residual_velocity;
            whole.observation.work = seen.work;
        }
        self.collect_bodies(line, seen);
        self.collect_joints(line, seen);
        self.collect_springs(line, seen);
        if let Some(whole) = &mut self.whole {
            whole.observation.sum_energies();
            observe_measures(&whole.model, &mut whole.observation);
        }
    }

    fn collect_bodies(&mut self, line: &mut dyn Exchange, seen: &Observation) {
        let Post { assignment, whole, outgoing, .. } = self;
        outgoing.clear();
        for (body, energies) in seen.bodies.iter().zip(&seen.energies).take(assignment.n_bodies) {
            outgoing.extend(write_body(body));
            outgoing.extend(energies);
        }
        match whole {
            Some(Whole { bodies, observation, .. }) => bodies.collect(line, outgoing, OF_BODY, |k, numbers| {
                observation.bodies[k] = read_body(numbers);
                observation.energies[k] = [numbers[20], numbers[21]];
            }),
            None => line.collect(outgoing, &mut [], &[]),
        }
    }

    fn collect_joints(&mut self, line: &mut dyn Exchange, seen: &Observation) {
        let Post { assignment, whole, outgoing, .. } = self;
        outgoing.clear();
        for &joint in &assignment.joints {
            let Wrench { force, torque } = seen.reactions[joint as usize];
            outgoing.extend(force.into_iter().chain(torque));
            outgoing.push(seen.drives[joint as usize]);
            outgoing.extend(angles_of(&assignment.model, &seen.unwrapped_angles, joint));
        }
        match whole {
            Some(Whole { model, joints, observation, .. }) => joints.collect(line, outgoing, OF_JOINT, |k, n| {
                observation.reactions[k] = Wrench { force: Vec3([n[0], n[1], n[2]]), torque: Vec3([n[3], n[4], n[5]]) };
                observation.drives[k] = n[6];
                put_angles(&mut observation.unwrapped_angles, [k, model.n_joints() + k], &n[7..]);
            }),
            None => line.collect(outgoing, &mut [], &[]),
        }
    }

    fn collect_springs(&mut self, line: &mut dyn Exchange, seen: &Observation) {
        let Post { assignment, whole, outgoing, .. } = self;
        outgoing.clear();
        outgoing.extend(assignment.forces.iter().map(|&force| seen.stored[force as usize]));
        match whole {
            Some(Whole { forces, observation, .. }) => {
                forces.collect(line, outgoing, 1, |k, numbers| observation.stored[k] = numbers[0]);
            }
            None => line.collect(outgoing, &mut [], &[]),
        }
    }

    /// The state of the whole, on process 0.
    fn collect_state(&mut self, collective: &mut Collective, state: &State) {
        let Post { assignment, whole, outgoing, .. } = self;
        let n_processes = collective.n_processes();
        let of_process: Vec<_> = (0..n_processes).map(|process| collective.stretches_of(process)).collect();
        let line = collective.line();
        let n = of_process[n_processes - 1][1].end;
        let mut collect = |values: &[f64]| {
            let mut all = if line.process() == 0 { vec![0.0; n] } else { Vec::new() };
            let (motion, companions) = values.split_at(state.n_motion());
            for (k, mine) in [&motion[..state.n_coordinates], &motion[state.n_coordinates..]].into_iter().enumerate() {
                let places: Vec<Range<usize>> = of_process.iter().map(|stretches| stretches[k].clone()).collect();
                line.collect(mine, &mut all, &places);
            }
            // Companions are the same on every process.
            all.extend(companions);
            all
        };
        let values = collect(&state.values);
        // Counts and numbers are the same on every process.
        let mut memories = state.memories.clone();
        memories.map_values(&mut collect);
        memories.map_rows(|here| collect_rows(line, (assignment, whole), outgoing, here));
        outgoing.clear();
        let model = &assignment.model;
        outgoing.extend(assignment.joints.iter().flat_map(|&joint| angles_of(model, &state.unwrapped_angles, joint)));
        match whole {
            Some(whole) => {
                let mut unwrapped_angles = vec![0.0; whole.model.n_angles()];
                let n_joints = whole.model.n_joints();
                let put = |k, numbers: &[f64]| put_angles(&mut unwrapped_angles, [k, n_joints + k], numbers);
                whole.joints.collect(line, outgoing, 2, put);
                let n_coordinates = of_process[n_processes - 1][0].end;
                let State { time, n_companions, .. } = *state;
                whole.state = State { time, values, n_coordinates, n_companions, unwrapped_angles, memories };
            }
            None => line.collect(outgoing, &mut [], &[]),
        }
    }
}

/// The unwrapped angles of a joint of a process's share; the second is zero in models whose joints have one at most.
fn angles_of(model: &Model, unwrapped_angles: &[f64], joint: u32) -> [f64; 2] {
    let joint = joint as usize;
    [unwrapped_angles[joint], unwrapped_angles.get(model.n_joints() + joint).copied().unwrap_or(0.0)]
}

/// Takes both angles of a joint at their places, the second where the model has a place for it.
fn put_angles(unwrapped_angles: &mut [f64], places: [usize; 2], angles: &[f64]) {
    for (place, angle) in places.into_iter().zip(angles) {
        if let Some(to) = unwrapped_angles.get_mut(place) {
            *to = *angle;
        }
    }
}

/// Multipliers of all equations, on process 0.
fn collect_rows(
    line: &mut dyn Exchange,
    (assignment, whole): (&Assignment, &mut Option<Whole>),
    outgoing: &mut Vec<f64>,
    here: &[f64],
) -> Vec<f64> {
    outgoing.clear();
    outgoing.extend(here.iter().zip(&assignment.rows).filter(|(_, (_, is_own))| *is_own).map(|(x, _)| x));
    let mut all = Vec::new();
    match whole {
        Some(Whole { rows, .. }) => rows.collect(line, outgoing, 1, |_, numbers| all.push(numbers[0])),
        None => line.collect(outgoing, &mut [], &[]),
    }
    all
}

/// A checkpoint of the whole with the values of one process only.
fn restrict(whole: &Checkpoint, [coordinates, velocities]: &[Range<usize>; 2]) -> Checkpoint {
    let pick = |values: &[f64]| {
        let companions = &values[values.len() - whole.state.n_companions..];
        [&values[coordinates.clone()], &values[velocities.clone()], companions].concat()
    };
    let mut own = whole.clone();
    own.state.values = pick(&whole.state.values);
    own.state.n_coordinates = coordinates.len();
    own.state.memories.map_values(pick);
    own
}

fn write_body(body: &BodyMotion) -> impl Iterator<Item = f64> {
    let BodyMotion { position, orientation, angle, velocity, acceleration } = *body;
    let moving = [velocity.linear, velocity.angular, acceleration.linear, acceleration.angular];
    position.into_iter().chain(orientation.0).chain([angle]).chain(moving.into_iter().flatten())
}

fn read_body(numbers: &[f64]) -> BodyMotion {
    let vector = |k: usize| Vec3([numbers[k], numbers[k + 1], numbers[k + 2]]);
    BodyMotion {
        position: vector(0),
        orientation: Quat([numbers[3], numbers[4], numbers[5], numbers[6]]),
        angle: numbers[7],
        velocity: Motion { linear: vector(8), angular: vector(11) },
        acceleration: Motion { linear: vector(14), angular: vector(17) },
    }
}
