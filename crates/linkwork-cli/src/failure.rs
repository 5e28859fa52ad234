//! Why a command ends without success, and the exit code that says so.

use std::process::ExitCode;

use linkwork::{Faults, Model, SimulationError};
use linkwork_report::{ReadError, WriteError};

use crate::printing::{BAD, WARNING, note, styled};

/// A command's bad end; each holds the message for standard error, one line a fault.
#[derive(Debug)]
pub enum Failure {
    /// The input or the command is wrong.
    Wrong(String),
    /// The simulation, or the writing of its results, could not go on.
    Stopped(String),
    /// The user stopped it.
    Interrupted(String),
}

impl Failure {
    /// An error before the first row: methods that do not apply, mechanisms that cannot be assembled,
    /// drivers that jump and checkpoints that do not fit are faults of the input.
    pub fn before_run(trouble: SimulationError) -> Failure {
        Failure::classed(&trouble, trouble.to_string())
    }

    /// The same with the place in the model file of the joint that the error is about.
    pub fn before_run_of(model: &Model) -> impl Fn(SimulationError) -> Failure {
        |trouble| Failure::classed(&trouble, trouble.in_model(model))
    }

    fn classed(trouble: &SimulationError, message: String) -> Failure {
        match trouble {
            SimulationError::NotAssembled { .. }
            | SimulationError::TooMuchPlay { .. }
            | SimulationError::NoInertia { .. }
            | SimulationError::InitialCoordinate { .. }
            | SimulationError::DriverJumps { .. }
            | SimulationError::DoesNotApply { .. }
            | SimulationError::BadCheckpoint { .. } => Failure::Wrong(message),
            SimulationError::NotFinite { .. }
            | SimulationError::StepTooSmall { .. }
            | SimulationError::Opens { .. }
            | SimulationError::NotStabilized { .. }
            | SimulationError::Chatters { .. }
            | SimulationError::LeavesCurve { .. }
            | SimulationError::Jams { .. }
            | SimulationError::NotBalanced { .. }
            | SimulationError::ProcessLost { .. }
            | SimulationError::Sink { .. } => Failure::Stopped(message),
        }
    }

    /// The message for the user.
    pub fn message(&self) -> &str {
        match self {
            Failure::Wrong(message) | Failure::Stopped(message) | Failure::Interrupted(message) => message,
        }
    }

    /// The same failure with more to say.
    pub fn with(mut self, more: &str) -> Failure {
        match &mut self {
            Failure::Wrong(message) | Failure::Stopped(message) | Failure::Interrupted(message) => *message += more,
        }
        self
    }

    /// 1, 2 or 130.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Stopped(_) => ExitCode::from(1),
            Failure::Wrong(_) => ExitCode::from(2),
            Failure::Interrupted(_) => ExitCode::from(130),
        }
    }

    /// Prints the message on standard error, if that is still open.
    pub fn print(&self) {
        let word = match self {
            Failure::Wrong(_) | Failure::Stopped(_) => styled(BAD, "error:"),
            Failure::Interrupted(_) => styled(WARNING, "interrupted:"),
        };
        self.message().lines().for_each(|line| note(&format!("{word} {line}")));
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Failure {
        Failure::Wrong(faults.to_string())
    }
}

/// A folder that cannot be made is a wrong `--output`; trouble in the middle of a run comes as [`SimulationError`]
/// instead.
impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Failure {
        Failure::Wrong(error.to_string())
    }
}

/// Results that cannot be read are a wrong input.
impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        Failure::Wrong(error.to_string())
    }
}
