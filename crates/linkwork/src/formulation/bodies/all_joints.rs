//! Every joint with all its equations and every body a handle: the pattern of formulations with coordinates for each
//! body.

use super::{Blocks, touched_bodies};
use crate::model::Model;
use crate::reduced::{Form, Pattern};

/// Every joint is a block with all its equations, every body a handle.
pub(crate) struct AllJoints;

impl Blocks for AllJoints {
    #[inline(always)]
    fn joint(&self, block: usize) -> usize {
        block
    }
    #[inline(always)]
    fn find_block(&self, joint: usize) -> Option<usize> {
        Some(joint)
    }
    #[inline(always)]
    fn is_driver(&self, _block: usize) -> bool {
        false
    }
    #[inline(always)]
    fn handle(&self, body: usize) -> usize {
        body
    }
    #[inline(always)]
    fn body(&self, handle: usize) -> usize {
        handle
    }
}

impl AllJoints {
    /// The sparsity of all equations.
    pub(crate) fn pattern(model: &Model) -> Pattern {
        let blocks: Vec<(usize, Vec<(usize, Form)>)> =
            (0..model.n_joints()).map(|j| (model.joints[j].n_equations(model.space), touched(model, j))).collect();
        Pattern::with_forms(model.freedoms_per_body(), &vec![1; model.n_bodies()], &blocks)
    }
}

/// The bodies that a joint's equations touch. Equations of points see the second body minus the first.
fn touched(model: &Model, joint: usize) -> Vec<(usize, Form)> {
    let of_joint = &model.joints[joint];
    let form = |body: usize| match of_joint.holds_point() {
        false => Form::Full,
        true if of_joint.first.body.index() == Some(body) => Form::Minus,
        true => Form::Plus,
    };
    touched_bodies(model, joint).into_iter().map(|body| (body, form(body))).collect()
}
