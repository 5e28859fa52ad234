//! The equations of all joints, in the words of [`measure`](super::measure) and in the order of the model's rows:
//! gradients, and b = Φ̈ − (what a driver asks for) along the accelerations of the bodies.

use super::measure::{Ends, Measure};
use super::motion::Moving;
use crate::ids::BodyId;
use crate::model::joint::{PlanarVocabulary, SpatialVocabulary, Vocabulary};
use crate::model::{Joint, Model, Space};
use crate::symbolic::graph::{Graph, Term};

/// The bodies in motion: those of the model, then the ground.
pub(super) struct Mechanism<'a, 'g> {
    /// Where expressions are made.
    pub g: &'g Graph,
    /// The model that is simulated.
    pub model: &'a Model,
    /// With accelerations.
    pub bodies: Vec<Moving<'g>>,
    /// The ground.
    pub ground: Moving<'g>,
    /// t
    pub time: Term<'g>,
    /// By body: in whose axes its translations are, beside those of the world.
    pub frames: Vec<BodyId>,
}

/// Bodies between which directions are held have the axes of one of them, in which the directions are known; others
/// those of the world.
pub(super) fn find_frames(model: &Model) -> Vec<BodyId> {
    let mut frames: Vec<Option<BodyId>> = vec![None; model.n_bodies()];
    for joint in &model.joints {
        if joint.kind.holds_direction() {
            let of_first =
                joint.first.body.index().map_or(BodyId::GROUND, |first| *frames[first].get_or_insert(joint.first.body));
            if let Some(second) = joint.second.body.index() {
                frames[second].get_or_insert(of_first);
            }
        }
    }
    frames.into_iter().map(|frame| frame.unwrap_or(BodyId::GROUND)).collect()
}

impl<'g> Mechanism<'_, 'g> {
    /// A body or the ground.
    pub(super) fn body(&self, id: BodyId) -> &Moving<'g> {
        id.index().map_or(&self.ground, |index| &self.bodies[index])
    }

    /// Both ends of a joint.
    pub(super) fn ends<'b>(&'b self, joint: &'b Joint) -> Ends<'b, 'g> {
        let bodies = [joint.first.body, joint.second.body];
        let frame = |body: BodyId| body.index().map_or(BodyId::GROUND, |index| self.frames[index]);
        Ends::new(self.g, joint, bodies.map(|id| self.body(id)), bodies.map(|id| self.body(frame(id)).pose))
    }

    /// All rows of all joints.
    pub(super) fn equations(&self) -> Vec<Measure<'g>> {
        self.model.joints.iter().flat_map(|joint| self.equations_of(joint)).collect()
    }

    fn equations_of(&self, joint: &Joint) -> Vec<Measure<'g>> {
        if joint.kind.coupled().is_some() {
            let coupling = self.couple(joint).filter(|_| joint.left_out == 0);
            return vec![coupling.unwrap_or_else(|| Measure::nothing(self.g))];
        }
        let (ends, asked, mut rows) = (self.ends(joint), self.asked(joint), Vec::new());
        match self.model.space {
            Space::Planar => PlanarVocabulary::write(&ends, asked, &mut rows),
            Space::Spatial => SpatialVocabulary::write(&ends, asked, &mut rows),
        }
        rows
    }

    /// The coordinate asked for by the joint's driver, with its two derivatives.
    fn asked(&self, joint: &Joint) -> Option<[Term<'g>; 3]> {
        let motion = joint.motion.as_ref()?;
        Some(self.g.apart(|| motion.jet(self.time)).map(Term::as_any))
    }

    /// q₂ − ratio q₁
    fn couple(&self, joint: &Joint) -> Option<Measure<'g>> {
        let (pair, ratio) = joint.kind.coupled()?;
        let [q1, q2] = pair.map(|id| self.ends(&self.model.joints[id.index()]).coordinate());
        Some(Ends::less(q2?, ratio, &q1?))
    }
}
