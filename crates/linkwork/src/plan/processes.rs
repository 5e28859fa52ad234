//! Plans of processes: process 0 settles everything for the whole model and hands each process its share; from that
//! each makes a plan of its own, with the same methods and the same elimination of what is left over.

use super::advice::FormulationAdvice;
use super::elimination::{Division, arrange_elimination};
use super::sturdier::LeftOpen;
use super::words::elimination_request;
use super::{ChosenMethods, Plan, Switching};
use crate::error::SimulationError;
use crate::exchange::Exchange;
use crate::formulation::recursive::{Arrangement, Dealing, Owners, Share};
use crate::methods::Order;
use crate::methods::Word;
use crate::model::Model;
use crate::multibody::Multibody;
use crate::settings::Settings;
use crate::solver::Damped;
use crate::stabilization::Assembly;
use crate::topology::{OrderRequest, SplitRequest, Topology};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The assignment of a process: its part of the model, and its methods.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// Own bodies first, then those of other processes that it must see.
    pub model: Arc<Model>,
    /// The plan for it.
    pub plan: Arc<Plan>,
    /// How many bodies are its own.
    pub n_bodies: usize,
    /// Joints on which it reports.
    pub joints: Vec<u32>,
    /// Forces on whose energy it reports.
    pub forces: Vec<u32>,
    /// By joint: its number in the whole.
    pub whole_joints: Vec<u32>,
    /// By row of the reduced system: its number in the whole, and whether this process tells of it.
    pub rows: Vec<(usize, bool)>,
}

/// An assignment on its way.
#[derive(Serialize, Deserialize)]
struct Letter {
    share: Share,
    settings: Settings,
    rank: usize,
    dof: usize,
    threads: usize,
    length_scale: f64,
    /// An order of elimination that was given joint by joint, as one of blocks.
    order: Option<Vec<usize>>,
    /// Switching expressions of the whole model: all processes end their steps at the same instants.
    switching: Vec<Switching>,
    misfit: f64,
    changes_energy: bool,
    damped: Option<Damped>,
}

impl Plan {
    /// Deals the parts to the processes of this line and hands everyone's share out; for process 0. Returns its own,
    /// and who reports on what.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when the formulation has no parts to deal, or fewer than there are processes.
    /// Nothing was handed out then.
    pub fn assign(&self, model: &Model, line: &mut dyn Exchange) -> Result<(Assignment, Owners), SimulationError> {
        let Some(arrangement) = &self.arrangement else {
            let reason = "it has no parts that could be computed on different processes; use `recursive`".into();
            return Err(SimulationError::DoesNotApply { method: "cartesian", reason });
        };
        if self.held.is_some() {
            let reason = "joints are taut where the mechanism starts, and what holds them is not dealt to processes; \
                 run it in one process"
                .into();
            return Err(SimulationError::DoesNotApply { method: "recursive", reason });
        }
        if !self.moving(model).ballast.is_empty() {
            let reason = "bodies have no mass, or are very light beside others, which is not dealt to processes; \
                          run it in one process"
                .into();
            return Err(SimulationError::DoesNotApply { method: "recursive", reason });
        }
        if model.has_friction_by_reaction() {
            let reason = "friction by a `coefficient` follows reactions that processes find together; run it in one \
                          process"
                .into();
            return Err(SimulationError::DoesNotApply { method: "recursive", reason });
        }
        if self.is_implicit() {
            let reason =
                "it solves for all bodies at once, which is not dealt to processes; use `dopri5`, or run it in \
                          one process"
                    .into();
            return Err(SimulationError::DoesNotApply { method: self.chosen.integrator.word(), reason });
        }
        if !model.signals.is_empty() {
            let reason = "loads, states or outputs depend on the motion of bodies, which may be those of other \
                          processes; run it in one process"
                .into();
            return Err(SimulationError::DoesNotApply { method: "recursive", reason });
        }
        if let Some(contact) = model.find_contact() {
            let reason = format!(
                "contacts such as '{contact}' may join bodies of any two processes, which is not dealt to them; run it \
                 in one process"
            );
            return Err(SimulationError::DoesNotApply { method: "recursive", reason });
        }
        let model = self.moving(model);
        let request = elimination_request(model, 0, &self.settings)?;
        let order = match &request.order {
            OrderRequest::Given(joints) => Some(arrangement.restrict_order(joints)),
            _ => None,
        };
        let dealing = arrangement.deal(model, line.n_processes())?;
        let text = line.hand_out(&mut |process| self.write(&dealing, process, order.clone()));
        let owners = dealing.owners().clone();
        Ok((Assignment::read(&text)?, owners))
    }

    fn write(&self, dealing: &Dealing, process: usize, order: Option<Vec<usize>>) -> Vec<u8> {
        let mut share = dealing.share(process);
        if self.solves_by_neighbors() {
            share.arrangement.show_responses();
        }
        let letter = Letter {
            share,
            settings: self.settings.clone(),
            rank: self.rank,
            dof: self.dof,
            threads: self.threads,
            length_scale: self.length_scale,
            order,
            switching: self.switching.clone(),
            misfit: self.misfit,
            changes_energy: self.changes_energy,
            damped: self.damped,
        };
        // Strings as keys and nothing that can refuse: there is no way to fail.
        serde_json::to_vec(&letter).expect("an assignment has a text")
    }

    /// The formulation and solver of a process, with memory for its model and its line to the others.
    ///
    /// # Errors
    /// [`SimulationError::DoesNotApply`] when the solver cannot treat the model.
    pub(crate) fn make_workspace_on(
        &self,
        model: &Arc<Model>,
        line: Box<dyn Exchange>,
    ) -> Result<Multibody<'static>, SimulationError> {
        let formulation = match &self.arrangement {
            Some(arrangement) => arrangement.make_on(model, line.another()),
            None => self.make_formulation(model)?,
        };
        let mut workspace = self.fill_workspace(model.clone(), formulation, line.another());
        workspace.join(line);
        Ok(workspace)
    }
}

impl Assignment {
    /// The assignment that process 0 sends; for all others. `None` when it calls the run off.
    ///
    /// # Errors
    /// A letter that cannot be understood.
    pub fn receive(line: &mut dyn Exchange) -> Result<Option<Assignment>, SimulationError> {
        let text = line.hand_out(&mut |_| Vec::new());
        if text.is_empty() { Ok(None) } else { Assignment::read(&text).map(Some) }
    }

    /// Tells all processes that there will be no run; for process 0.
    pub fn call_off(line: &mut dyn Exchange) {
        line.hand_out(&mut |_| Vec::new());
    }

    fn read(text: &[u8]) -> Result<Assignment, SimulationError> {
        let letter: Letter = serde_json::from_slice(text).map_err(|error| {
            let reason = format!("the share of a process could not be read ({error})");
            SimulationError::DoesNotApply { method: "recursive", reason }
        })?;
        let Share { model, arrangement, n_bodies, joints, forces, whole_joints } = letter.share;
        let mut plan = Plan::of_share(&model, arrangement, letter.settings, letter.order)?;
        (plan.rank, plan.dof) = (letter.rank, letter.dof);
        (plan.threads, plan.length_scale) = (letter.threads, letter.length_scale);
        plan.switching = letter.switching;
        plan.misfit = letter.misfit;
        plan.changes_energy = letter.changes_energy;
        plan.damped = letter.damped;
        let rows = plan.arrangement.as_ref().map_or_else(Vec::new, Arrangement::rows_in_whole);
        let (model, plan) = (Arc::new(model), Arc::new(plan));
        Ok(Assignment { model, plan, n_bodies, joints, forces, whole_joints, rows })
    }
}

impl Plan {
    fn of_share(
        model: &Model,
        arrangement: Arrangement,
        settings: Settings,
        order: Option<Vec<usize>>,
    ) -> Result<Plan, SimulationError> {
        let named =
            Settings { order: if order.is_some() { Order::Auto } else { settings.order.clone() }, ..settings.clone() };
        let mut request = elimination_request(model, 0, &named)?;
        request.split = SplitRequest::Never;
        if let Some(blocks) = order {
            request.order = OrderRequest::Given(blocks);
        }
        let (elimination, schedule) =
            arrange_elimination(&arrangement.graph(), &request, Division::of_left_over(&settings));
        Ok(Plan {
            chosen: ChosenMethods::usual(&settings)?,
            settings,
            reasons: Vec::new(),
            formulation_advice: FormulationAdvice::Asked,
            topology: Topology::analyze(model),
            elimination,
            rank: 0,
            dof: 0,
            redundant_groups: Vec::new(),
            initial: arrangement.initial_state(model),
            assembly: Assembly::default(),
            threads: 1,
            length_scale: 1.0,
            schedule,
            pace: 1.0,
            arrangement: Some(arrangement),
            tuning: None,
            model_hash: model.hash(),
            replaced: None,
            held: None,
            play: None,
            misfit: 0.0,
            nearly_movable: None,
            changes_energy: false,
            damped: None,
            n_bundled: 0,
            // Processes would have to change over together.
            left_open: LeftOpen::default(),
            stiffness: None,
            switching: Vec::new(),
        })
    }
}
