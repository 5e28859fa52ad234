//! `drag`: the resistance of a fluid at rest against a point of a body, −c |v| v with the point's velocity v.
//!
//! It takes the power c |v|³ from the body. At rest it vanishes together with its derivatives.

use super::{Attachment, Drawing, Ends, ForceReader, ForceType, Hold, Loads, Measured, Parameter, Surroundings};
use crate::model::file::ForceEntry;
use crate::model::{Joint, Space};
use crate::spatial::{Pose, Real, Vec3};

/// A force −c |v| v at a point of a body that moves with the velocity v.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Drag {
    /// Unique.
    pub name: String,
    /// The point.
    pub at: Attachment,
    /// c (N·s²/m²).
    pub coefficient: f64,
}

/// The point's place, velocity and speed.
struct Flow<S> {
    point: Vec3<S>,
    v: Vec3<S>,
    speed: S,
}

impl Drag {
    fn find_flow<S: Real>(&self, pose: &Pose<S>) -> Flow<S> {
        let point = pose.point(Vec3::constant(self.at.point));
        let v = pose.velocity_at(point);
        let square = v.dot(v);
        // The root has no derivative at zero.
        let speed = if square.is_zero() { square } else { square.sqrt() };
        Flow { point, v, speed }
    }
}

impl ForceType for Drag {
    const WORD: &'static str = "drag";
    const KEYS: &'static [&'static str] = &["body", "point", "coefficient"];

    fn read(r: &mut ForceReader) -> Option<Self> {
        let at = r.attachment();
        if r.entry.coefficient.is_none() {
            r.missing("coefficient", "in N·s²/m²");
        }
        let coefficient = r.not_negative("coefficient", r.entry.coefficient)?;
        Some(Drag { name: r.name(), at: at?, coefficient })
    }

    fn parameters(&mut self, visit: &mut dyn FnMut(Parameter)) {
        self.at.parameters(visit);
        visit(Parameter::Numbers(&[self.coefficient]));
    }

    fn ends(&self, _: &[Joint]) -> Ends {
        Ends::one(self.at)
    }

    fn may_change_energy(&self) -> bool {
        self.coefficient != 0.0
    }

    fn drawing(&self) -> Drawing {
        Drawing::new(1, Hold::Point)
    }

    fn quantities(_: Space) -> &'static [Measured] {
        const ALL: &[Measured] = &[Measured::new("speed", "velocity", "m/s"), Measured::new("force", "force", "N")];
        ALL
    }

    fn add_wrenches<S: Real>(&self, now: &impl Surroundings<S>, loads: &mut impl Loads<S>) {
        let pose = now.pose(self.at.body);
        let Flow { point, v, speed } = self.find_flow(&pose);
        loads.add(self.at.body, pose.wrench_of(-(v * (speed * self.coefficient)), point));
    }

    fn potential<S: Real>(&self, _: &impl Surroundings<S>) -> S {
        S::from(0.0)
    }

    fn measure<S: Real>(&self, _: Space, now: &impl Surroundings<S>, tell: &mut impl FnMut(&[S])) {
        let Flow { speed, .. } = self.find_flow(&now.pose(self.at.body));
        tell(&[speed, speed * speed * self.coefficient]);
    }
}

impl ForceEntry {
    /// The drag of a fluid at rest on a point of a body, by default its centre of mass.
    pub fn drag(body: impl Into<String>, coefficient: f64) -> Self {
        ForceEntry::new(Drag::WORD).body(body).coefficient(coefficient)
    }
}
