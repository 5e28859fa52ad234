//! Pairs of contact groups that are near each other where bodies are: those whose guard spheres overlap.
//!
//! Candidates are found by a sweep along one axis, of guard spheres that are a little enlarged. They serve until a body
//! has moved by what spheres were enlarged by. Which of them are near is then seen by their distances, wherever bodies
//! are: near pairs follow from the poses alone, not from where candidates were found. Finding candidates costs a sort
//! and the overlaps along the axis, looking at them a distance for each body and each candidate.

use crate::ids::BodyId;
use crate::model::Model;
use crate::model::force::{ContactGroup, PairId};
use crate::spatial::{Pose, Vec3};

/// Spheres are enlarged by this part of their radius: larger ones make more candidates, smaller ones make them oftener.
const SLACK: f64 = 0.2;

/// Near pairs, candidates for them, and where these serve.
#[derive(Default)]
pub(super) struct NearPairs {
    /// Ascending.
    pairs: Vec<PairId>,
    /// Ascending.
    candidates: Vec<Candidate>,
    /// Group by group, by solid: the middle of its guard sphere where candidates were found, and its slack.
    places: Vec<Place>,
    /// The middles where bodies are.
    middles: Vec<Vec3>,
    /// Scratch of the sweep.
    spans: Vec<Span>,
}

#[derive(Clone, Copy)]
struct Candidate {
    pair: PairId,
    /// Where the middles of both are, and the sum of their radii; none where one of them has no guard sphere.
    spheres: Option<([u32; 2], f64)>,
}

#[derive(Clone, Copy)]
struct Place {
    middle: Vec3,
    slack: f64,
}

/// A solid in the sweep: a box around its enlarged guard sphere.
#[derive(Clone, Copy)]
struct Span {
    least: Vec3,
    most: Vec3,
    member: u32,
}

impl NearPairs {
    /// None before the first update.
    pub(super) fn new(model: &Model) -> NearPairs {
        let n = model.contact_groups.iter().map(ContactGroup::n_members).sum();
        NearPairs {
            places: Vec::with_capacity(n),
            middles: Vec::with_capacity(n),
            spans: Vec::with_capacity(n),
            ..NearPairs::default()
        }
    }

    /// Ascending.
    pub(super) fn all(&self) -> &[PairId] {
        &self.pairs
    }

    /// Finds the pairs that are near where bodies are.
    pub(super) fn update(&mut self, model: &Model, pose: &impl Fn(BodyId) -> Pose) {
        if model.contact_groups.is_empty() {
            return;
        }
        self.middles.clear();
        for group in &model.contact_groups {
            let middle = |member: usize| {
                let (center, _) = group.sphere(member)?;
                Some(pose(group.body(member)).point(center))
            };
            self.middles.extend((0..group.n_members()).map(|member| middle(member).unwrap_or_default()));
        }
        if !self.serve() {
            self.find_candidates(model, pose);
        }
        let NearPairs { pairs, candidates, middles, .. } = self;
        let is_near = |candidate: &&Candidate| match candidate.spheres {
            Some(([a, b], radii)) => (middles[a as usize] - middles[b as usize]).norm() <= radii,
            None => {
                let pair = model.pair(candidate.pair);
                let [first, second] = pair.bodies;
                pair.distance_of_bounds(&[pose(first), pose(second)]) <= 0.0
            }
        };
        pairs.clear();
        pairs.extend(candidates.iter().filter(is_near).map(|candidate| candidate.pair));
    }

    /// Whether no solid has left the place for which candidates were found.
    fn serve(&self) -> bool {
        // Written so that a place that is no number is left.
        let stays = |(place, now): (&Place, &Vec3)| (*now - place.middle).norm() <= place.slack;
        self.places.len() == self.middles.len() && self.places.iter().zip(&self.middles).all(stays)
    }

    fn find_candidates(&mut self, model: &Model, pose: &impl Fn(BodyId) -> Pose) {
        self.candidates.clear();
        self.places.clear();
        for (number, group) in model.contact_groups.iter().enumerate() {
            let first = self.places.len();
            self.place_group(group, first);
            self.sweep(number as u32, group, first);
            self.add_unbounded(number as u32, group, pose);
        }
        self.candidates.sort_unstable_by_key(|candidate| candidate.pair);
    }

    fn place_group(&mut self, group: &ContactGroup, first: usize) {
        self.spans.clear();
        for member in 0..group.n_members() {
            let middle = self.middles[first + member];
            let radius = group.sphere(member).map_or(0.0, |(_, radius)| radius);
            let slack = SLACK * radius;
            self.places.push(Place { middle, slack });
            if radius > 0.0 {
                let reach = Vec3([radius + slack; 3]);
                self.spans.push(Span { least: middle - reach, most: middle + reach, member: member as u32 });
            }
        }
    }

    /// Adds pairs of solids with guard spheres.
    fn sweep(&mut self, number: u32, group: &ContactGroup, first: usize) {
        let NearPairs { spans, candidates, .. } = self;
        let extent = |k: usize| {
            let (least, most) = spans.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), span| {
                (least.min(span.least[k]), most.max(span.least[k]))
            });
            most - least
        };
        let axis = (1..3).fold(0, |best, k| if extent(k) > extent(best) { k } else { best });
        spans.sort_unstable_by(|a, b| a.least[axis].total_cmp(&b.least[axis]).then(a.member.cmp(&b.member)));
        let radius = |member: u32| group.sphere(member as usize).map_or(0.0, |(_, radius)| radius);
        for (k, a) in spans.iter().enumerate() {
            for b in spans[k + 1..].iter().take_while(|b| b.least[axis] <= a.most[axis]) {
                let overlap = (0..3).all(|k| a.least[k] <= b.most[k] && b.least[k] <= a.most[k]);
                let members = [a.member.min(b.member), a.member.max(b.member)];
                if overlap && are_near(a, b) && group.may_touch(members.map(|member| member as usize)) {
                    let places = members.map(|member| first as u32 + member);
                    let spheres = Some((places, radius(members[0]) + radius(members[1])));
                    candidates.push(Candidate { pair: PairId { group: number, members }, spheres });
                }
            }
        }
    }

    /// Adds pairs with a solid that has no guard sphere: half-spaces on the ground with what is near them, others with
    /// everything.
    fn add_unbounded(&mut self, number: u32, group: &ContactGroup, pose: &impl Fn(BodyId) -> Pose) {
        let first = self.places.len() - group.n_members();
        let is_bounded = |member: usize| group.sphere(member).is_some();
        for unbounded in (0..group.n_members()).filter(|&member| !is_bounded(member)) {
            let is_fixed = group.body(unbounded).is_ground();
            for other in (0..group.n_members()).filter(|&member| is_bounded(member)) {
                let members = [unbounded.min(other), unbounded.max(other)];
                if !group.may_touch(members) {
                    continue;
                }
                let members = members.map(|member| member as u32);
                let pair = group.pair(members);
                let slack = self.places[first + other].slack;
                if !is_fixed || pair.distance_of_bounds(&pair.bodies.map(pose)) <= slack {
                    self.candidates.push(Candidate { pair: PairId { group: number, members }, spheres: None });
                }
            }
        }
    }
}

/// Whether the spheres in two boxes overlap.
fn are_near(a: &Span, b: &Span) -> bool {
    let between = 0.5 * ((a.least + a.most) - (b.least + b.most));
    between.norm() <= 0.5 * ((a.most[0] - a.least[0]) + (b.most[0] - b.least[0]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Mat3;
    use proptest::prelude::*;

    /// Spheres of several sizes, a plane on the ground and one on a body.
    fn model(n: usize) -> Model {
        let mut text = String::from("[ground]\nshapes = [{ kind = \"plane\", normal = [0, 0, 1] }]\n");
        for k in 0..n {
            let size = [0.1, 0.2, 0.05][k % 3];
            let shape = match k {
                0 => "{ kind = \"plane\", normal = [0, 0.6, 0.8], position = [0, 0, -9] }".to_string(),
                _ => format!("{{ kind = \"sphere\", radius = {size}, position = [0.02, 0, 0] }}"),
            };
            text += &format!("[[bodies]]\nname = \"b{k}\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n");
            text += &format!("shapes = [{shape}]\n");
        }
        let names = (1..n).map(|k| format!("\"b{k}\"")).collect::<Vec<_>>().join(", ");
        text += &format!("[[contacts]]\nbetween = [[{names}], [\"ground\", \"b0\", {names}]]\nstiffness = 1e5\n");
        Model::parse(&text, "near.toml").unwrap_or_else(|faults| panic!("{faults}"))
    }

    proptest! {
        /// Whatever way bodies take from place to place, and wherever lists were made.
        #[test]
        fn near_are_all_pairs_that_are_not_far(
            places in prop::collection::vec(prop::array::uniform3(-0.6..0.6), 20),
            moves in prop::collection::vec(prop::array::uniform3(-0.04..0.04), 20),
        ) {
            let model = model(20);
            let mut near = NearPairs::new(&model);
            for step in 0..12 {
                let pose = |body: BodyId| body.index().map_or(Pose::GROUND, |k| {
                    let r = Vec3(places[k]) + f64::from(step) * Vec3(moves[k]);
                    Pose { r, R: Mat3::IDENTITY, v: Vec3::ZERO, w: Vec3::ZERO }
                });
                near.update(&model, &pose);
                let group = &model.contact_groups[0];
                for a in 0..group.n_members() {
                    for b in a + 1..group.n_members() {
                        let id = PairId { group: 0, members: [a as u32, b as u32] };
                        if group.may_touch([a, b]) && group.sphere(a).or(group.sphere(b)).is_some() {
                            let pair = model.pair(id);
                            let is_far = pair.distance_of_bounds(&pair.bodies.map(&pose)) > 0.0;
                            prop_assert!(is_far || near.all().binary_search(&id).is_ok(), "{:?}", id);
                        }
                    }
                }
            }
        }
    }
}
