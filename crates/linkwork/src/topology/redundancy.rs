//! Redundant constraints: the rank of the constraint equations, and which joints share the surplus. From the rows of
//! the constraint Jacobian at one position of the mechanism, by elimination with deferred rows.
//!
//! **Problem.** Of n equations only r are independent. Which n − r are called redundant is a matter of taste, but the
//! *group* of joints among which they are redundant is what a user can act upon: "3 of the 20 equations of joints
//! A, B, C and D". The groups must hold every dependency and should be small, so that two bad loops of a large
//! mechanism appear as two.
//!
//! **Method.** Rows are taken in the order of joints; each is reduced by the accepted ones before it,
//!
//! ```text
//!     a = Σ f_p u_p + u,                                                                               (1)
//! ```
//!
//! where p runs over accepted rows and each coefficient f_p clears the pivot of p, its largest entry. If nothing is
//! left of u the row depends on those before it. Since u_p = a_p − Σ l_pq u_q by the same formula, the coefficients
//! over the rows as given, a = Σ x_p a_p, follow by substitution from the last to the first:
//!
//! ```text
//!     x_p = f_p − Σ_{q > p} x_q l_qp.                                                                  (2)
//! ```
//!
//! The row's joint and those with x_p ≠ 0 belong together; groups that share a joint are merged. Rows are mostly zeros
//! and stay so along chains, so zeros are neither stored nor multiplied. In the worst case the cost is that of a dense
//! elimination, n² times columns.
//!
//! A row that is nearly dependent has a small pivot, and would multiply the round-off in all rows that follow. So
//! such rows wait until all clear ones have been taken, and those still smaller wait again.

use crate::ids::JointId;
use crate::model::Model;
use crate::singular::{ACCEPTED_LENGTHS, NEGLIGIBLE_COEFFICIENT, is_doubtful_length};
use std::collections::BTreeMap;

/// More rows than this take too long: the caller has to find another way. So many rows take hundredths of a second for
/// 75 four-bar linkages, some ten seconds if there are no zeros at all. More of them take no longer where columns are
/// few, as for a thousand joints between two bodies.
pub(crate) const MAX_ROWS: usize = 1500;

/// Joint names in a description before it says how many more there are.
const MAX_NAMES: usize = 12;

/// Whether so many rows can be examined.
pub(crate) fn is_affordable(n_rows: usize, n_columns: usize) -> bool {
    n_rows <= MAX_ROWS || n_rows.saturating_mul(n_columns) <= MAX_ROWS * MAX_ROWS
}

/// Rank of the constraint equations and where they are redundant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Redundancy {
    /// Number of independent equations.
    pub rank: usize,
    /// Groups of joints with redundant equations, by their first joint. No joint is in two groups.
    pub groups: Vec<Group>,
    /// Whether so little is left of some row without the others that it may be meant to depend on them, and more than
    /// round-off.
    pub is_doubtful: bool,
}

/// Joints whose equations depend on one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Ascending.
    pub joints: Vec<JointId>,
    /// Number of equations of these joints.
    pub equations: usize,
    /// How many of them follow from the others.
    pub redundant: usize,
}

impl Redundancy {
    /// Finds the rank and the groups. Rows have unit length, all the same number of columns, and `joints[i]` is the
    /// joint of row i.
    ///
    /// `None` when there are [too many](is_affordable) rows, or one of them is not finite.
    pub(crate) fn find(rows: &[Vec<f64>], joints: &[JointId]) -> Option<Redundancy> {
        debug_assert_eq!(rows.len(), joints.len());
        let n_columns = rows.first().map_or(0, Vec::len);
        if !is_affordable(rows.len(), n_columns) || rows.iter().flatten().any(|x| !x.is_finite()) {
            return None;
        }
        let mut by_joint: Vec<usize> = (0..rows.len()).collect();
        by_joint.sort_by_key(|&i| joints[i]);

        let mut basis = Basis::default();
        let (mut waiting, mut is_doubtful) = (by_joint, false);
        for &least in &ACCEPTED_LENGTHS {
            waiting.retain(|&i| {
                let left = basis.accept(i, &rows[i], least);
                is_doubtful |= left > least && is_doubtful_length(left);
                left <= least
            });
        }
        // Reduced by all that were accepted, the last of them too.
        is_doubtful |= waiting.iter().any(|&i| is_doubtful_length(basis.accept(i, &rows[i], f64::INFINITY)));
        let supports = waiting.iter().map(|&i| (i, basis.find_support(&rows[i]))).collect::<Vec<_>>();
        let groups = calc_groups(&supports, joints);
        Some(Redundancy { rank: rows.len() - waiting.len(), groups, is_doubtful })
    }

    /// Number of redundant equations.
    #[cfg(test)]
    pub(crate) fn redundant(&self) -> usize {
        self.groups.iter().map(|g| g.redundant).sum()
    }
}

impl Group {
    /// One sentence for the user: "3 of the 9 equations of joints 'P1', 'P2', 'P3' are redundant".
    pub fn describe(&self, model: &Model) -> String {
        self.describe_with(|joint| &model.joints[joint.index()].name)
    }

    fn describe_with<'a>(&self, name: impl Fn(JointId) -> &'a str) -> String {
        let shown: Vec<String> = self.joints.iter().take(MAX_NAMES).map(|&j| format!("'{}'", name(j))).collect();
        let more = match self.joints.len() - shown.len() {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        format!(
            "{} of the {} equations of {} {}{more} {} redundant",
            self.redundant,
            self.equations,
            if self.joints.len() == 1 { "joint" } else { "joints" },
            shown.join(", "),
            if self.redundant == 1 { "is" } else { "are" },
        )
    }
}

/// The accepted rows, reduced.
#[derive(Default)]
struct Basis {
    rows: Vec<Reduced>,
    /// The row under reduction; zero between two calls.
    work: Vec<f64>,
}

/// An accepted row u_p.
struct Reduced {
    /// Its place among the rows as given.
    row: usize,
    pivot: usize,
    /// Entries that are not zero: column and value.
    entries: Vec<(usize, f64)>,
    /// l_pq ≠ 0: place q in the basis, and value.
    multipliers: Vec<(usize, f64)>,
}

impl Basis {
    /// Adds a row if more than `least` is left of it; returns how much is left.
    fn accept(&mut self, row: usize, values: &[f64], least: f64) -> f64 {
        let multipliers = self.reduce(values);
        let entries: Vec<(usize, f64)> = self.work.iter().copied().enumerate().filter(|(_, x)| *x != 0.0).collect();
        let largest = entries.iter().copied().reduce(|a, b| if b.1.abs() > a.1.abs() { b } else { a });
        let Some((pivot, left)) = largest.map(|(pivot, x)| (pivot, x.abs())) else { return 0.0 };
        if left > least {
            self.rows.push(Reduced { row, pivot, entries, multipliers });
        }
        left
    }

    /// (1): leaves u in `work` and returns the coefficients f_p that are not zero.
    fn reduce(&mut self, values: &[f64]) -> Vec<(usize, f64)> {
        self.work.clear();
        self.work.extend_from_slice(values);
        let mut coefficients = Vec::new();
        for (p, reduced) in self.rows.iter().enumerate() {
            if self.work[reduced.pivot] == 0.0 {
                continue;
            }
            // The pivot is an entry, so the search finds it.
            let Ok(at) = reduced.entries.binary_search_by_key(&reduced.pivot, |e| e.0) else { continue };
            let f = self.work[reduced.pivot] / reduced.entries[at].1;
            reduced.entries.iter().for_each(|&(column, x)| self.work[column] -= f * x);
            self.work[reduced.pivot] = 0.0;
            coefficients.push((p, f));
        }
        coefficients
    }

    /// (2): the rows as given on which a dependent row depends.
    fn find_support(&mut self, values: &[f64]) -> Vec<usize> {
        let mut x = vec![0.0; self.rows.len()];
        self.reduce(values).into_iter().for_each(|(p, f)| x[p] = f);
        for p in (0..x.len()).rev() {
            let x_p: f64 = x[p];
            self.rows[p].multipliers.iter().for_each(|&(q, l)| x[q] -= x_p * l);
        }
        let largest = x.iter().fold(1.0, |largest: f64, c| largest.max(c.abs()));
        (0..x.len()).filter(|&p| x[p].abs() > NEGLIGIBLE_COEFFICIENT * largest).map(|p| self.rows[p].row).collect()
    }
}

/// Merges the joints of each dependent row with those of its support, and counts.
pub(crate) fn calc_groups(supports: &[(usize, Vec<usize>)], joints: &[JointId]) -> Vec<Group> {
    let n_joints = joints.iter().map(|j| j.index() + 1).max().unwrap_or(0);
    let mut leader: Vec<usize> = (0..n_joints).collect();
    for (row, support) in supports {
        for other in support {
            merge(&mut leader, joints[*row].index(), joints[*other].index());
        }
    }

    // The lowest joint leads its group, so the map lists groups by their first joint.
    let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
    for (row, _) in supports {
        let first = find_leader(&mut leader, joints[*row].index());
        let group = groups.entry(first).or_insert(Group { joints: Vec::new(), equations: 0, redundant: 0 });
        group.redundant += 1;
    }
    let mut sorted = joints.to_vec();
    sorted.sort_unstable();
    for joint in sorted {
        if let Some(group) = groups.get_mut(&find_leader(&mut leader, joint.index())) {
            group.equations += 1;
            if group.joints.last() != Some(&joint) {
                group.joints.push(joint);
            }
        }
    }
    groups.into_values().collect()
}

fn merge(leader: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find_leader(leader, a), find_leader(leader, b));
    leader[a.max(b)] = a.min(b);
}

fn find_leader(leader: &mut [usize], mut i: usize) -> usize {
    while leader[i] != i {
        leader[i] = leader[leader[i]];
        i = leader[i];
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Vec3;
    use proptest::prelude::*;

    fn ids(list: &[usize]) -> Vec<JointId> {
        list.iter().map(|&j| JointId::new(j)).collect()
    }

    fn unit_rows(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let unit = |row: &Vec<f64>| {
            let norm = row.iter().map(|x| x * x).sum::<f64>().sqrt();
            row.iter().map(|x| if norm > 0.0 { x / norm } else { 0.0 }).collect()
        };
        rows.iter().map(unit).collect()
    }

    fn find(rows: &[Vec<f64>], joints: &[usize]) -> Redundancy {
        Redundancy::find(&unit_rows(rows), &ids(joints)).expect("few and finite rows")
    }

    fn group(joints: &[usize], equations: usize, redundant: usize) -> Group {
        Group { joints: ids(joints), equations, redundant }
    }

    /// Velocity equations of joints in space: (point, direction) rows hold a translation, direction rows a rotation.
    /// Bodies move by (v, ω) about the origin, so a row of body b acts on columns 6b … 6b + 5.
    struct Rows(Vec<Vec<f64>>, Vec<usize>, usize);

    impl Rows {
        fn add(&mut self, joint: usize, bodies: (i32, i32), linear: Vec3, angular: Vec3) {
            let mut row = vec![0.0; 6 * self.2];
            for (body, sign) in [(bodies.0, -1.0), (bodies.1, 1.0)] {
                if let Ok(b) = usize::try_from(body) {
                    (0..3).for_each(|k| row[6 * b + k] = sign * linear[k]);
                    (0..3).for_each(|k| row[6 * b + 3 + k] = sign * angular[k]);
                }
            }
            self.0.push(row);
            self.1.push(joint);
        }

        /// A revolute joint about z: three translations of its point, two rotations.
        fn revolute_z(&mut self, joint: usize, bodies: (i32, i32), point: Vec3) {
            for direction in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3) {
                self.add(joint, bodies, direction, point.cross(direction));
            }
            self.add(joint, bodies, Vec3::ZERO, Vec3([1.0, 0.0, 0.0]));
            self.add(joint, bodies, Vec3::ZERO, Vec3([0.0, 1.0, 0.0]));
        }

        /// Contact of two planes: one translation along the normal, two rotations about the others.
        fn plane_plane(&mut self, joint: usize, bodies: (i32, i32), point: Vec3, axis: usize) {
            let unit = |k: usize| Vec3([0, 1, 2].map(|i| f64::from(u8::from(i == k % 3))));
            self.add(joint, bodies, unit(axis), point.cross(unit(axis)));
            self.add(joint, bodies, Vec3::ZERO, unit(axis + 1));
            self.add(joint, bodies, Vec3::ZERO, unit(axis + 2));
        }

        /// A planar four-bar linkage of three bodies and four revolute joints.
        fn four_bar(&mut self, joint: usize, body: i32) {
            self.revolute_z(joint, (-1, body), Vec3([0.0, 0.0, 0.0]));
            self.revolute_z(joint + 1, (body, body + 1), Vec3([0.3, 1.1, 0.0]));
            self.revolute_z(joint + 2, (body + 1, body + 2), Vec3([2.1, 1.7, 0.0]));
            self.revolute_z(joint + 3, (body + 2, -1), Vec3([2.5, 0.0, 0.0]));
        }

        fn find(&self) -> Redundancy {
            find(&self.0, &self.1)
        }
    }

    #[test]
    fn independent_rows_have_full_rank_and_no_group() {
        let found = find(&[vec![1.0, 0.0, 0.0], vec![1.0, 1.0, 0.0], vec![1.0, 1.0, 1.0]], &[0, 1, 2]);
        assert_eq!(found, Redundancy { rank: 3, groups: vec![], is_doubtful: false });
    }

    #[test]
    fn a_four_bar_in_space_has_three_redundant_equations() {
        let mut rows = Rows(vec![], vec![], 3);
        rows.four_bar(0, 0);
        assert_eq!(rows.find(), Redundancy { rank: 17, groups: vec![group(&[0, 1, 2, 3], 20, 3)], is_doubtful: false });
    }

    #[test]
    fn two_loops_apart_are_two_groups_and_a_pendulum_none() {
        let mut rows = Rows(vec![], vec![], 7);
        rows.four_bar(0, 0);
        rows.revolute_z(4, (-1, 3), Vec3([1.0, 2.0, 3.0]));
        rows.four_bar(5, 4);
        let groups = vec![group(&[0, 1, 2, 3], 20, 3), group(&[5, 6, 7, 8], 20, 3)];
        assert_eq!(rows.find(), Redundancy { rank: 39, groups, is_doubtful: false });
    }

    #[test]
    fn three_planes_that_hold_a_body_have_nine_equations_for_six() {
        let mut rows = Rows(vec![], vec![], 1);
        (0..3).for_each(|axis| rows.plane_plane(axis, (-1, 0), Vec3([0.4, 0.2, 0.9]), axis));
        let found = rows.find();
        assert_eq!(found, Redundancy { rank: 6, groups: vec![group(&[0, 1, 2], 9, 3)], is_doubtful: false });
        assert_eq!(found.redundant(), 3);
        let names = ["P1", "P2", "P3"];
        assert_eq!(
            found.groups[0].describe_with(|j| names[j.index()]),
            "3 of the 9 equations of joints 'P1', 'P2', 'P3' are redundant"
        );
    }

    #[test]
    fn a_hinge_given_twice_depends_on_itself_only() {
        let mut rows = Rows(vec![], vec![], 2);
        rows.revolute_z(0, (-1, 0), Vec3::ZERO);
        rows.revolute_z(1, (0, 1), Vec3([1.0, 0.0, 0.0]));
        rows.revolute_z(2, (0, 1), Vec3([1.0, 0.0, 0.5]));
        assert_eq!(rows.find(), Redundancy { rank: 10, groups: vec![group(&[1, 2], 10, 5)], is_doubtful: false });
    }

    #[test]
    fn rows_may_come_in_any_order() {
        let mut rows = Rows(vec![], vec![], 6);
        rows.four_bar(0, 0);
        rows.four_bar(4, 3);
        let expected = rows.find();
        rows.0.reverse();
        rows.1.reverse();
        assert_eq!(rows.find(), expected);
    }

    #[test]
    fn an_equation_without_moving_body_is_redundant_by_itself() {
        let found = find(&[vec![1.0, 0.0], vec![0.0, 0.0], vec![0.0, 1.0]], &[0, 1, 2]);
        assert_eq!(found, Redundancy { rank: 2, groups: vec![group(&[1], 1, 1)], is_doubtful: false });
        assert_eq!(found.groups[0].describe_with(|_| "lid"), "1 of the 1 equations of joint 'lid' is redundant");
    }

    #[test]
    fn rows_that_nearly_depend_on_others_are_doubtful() {
        for (left, is_doubtful) in
            [(0.0, false), (1e-14, false), (1e-11, true), (1e-6, true), (1e-3, true), (0.1, false)]
        {
            let found = find(&[vec![1.0, 0.0, 0.0], vec![0.6, 0.8, 0.0], vec![0.0, 1.0, left]], &[0, 1, 2]);
            assert_eq!(found.is_doubtful, is_doubtful, "{left:e}");
        }
    }

    #[test]
    fn more_equations_than_freedoms() {
        let rows: Vec<Vec<f64>> = (0..7).map(|i| vec![1.0, f64::from(i), f64::from(i * i)]).collect();
        let found = find(&rows, &[0, 1, 2, 3, 4, 5, 6]);
        assert_eq!((found.rank, found.redundant(), found.groups.len()), (3, 4, 1));
    }

    #[test]
    fn a_nearly_dependent_row_does_not_spoil_those_after_it() {
        // Row 1 is row 0 but for 1e-8 of row 2. If it were taken at once, what is left of it would point along row 2
        // with an error of 1e-16 / 1e-8, and that error, above the tolerance, would be left of row 2.
        let a = [0.1, 0.7, 0.3, 0.9, 0.2];
        let b = [0.5, 0.1, 0.8, 0.3, 0.6];
        let near: Vec<f64> = a.iter().zip(&b).map(|(x, y)| x + 1e-8 * y).collect();
        let found = find(&[a.to_vec(), near, b.to_vec()], &[0, 1, 2]);
        assert_eq!(found, Redundancy { rank: 2, groups: vec![group(&[0, 1], 2, 1)], is_doubtful: false });
    }

    #[test]
    fn too_many_rows_or_wild_numbers_are_refused() {
        let many = vec![vec![1.0; MAX_ROWS]; MAX_ROWS + 1];
        assert_eq!(Redundancy::find(&many, &ids(&vec![0; MAX_ROWS + 1])), None);
        assert_eq!(Redundancy::find(&[vec![f64::NAN, 1.0]], &ids(&[0])), None);
        assert_eq!(Redundancy::find(&[], &[]), Some(Redundancy { rank: 0, groups: vec![], is_doubtful: false }));
    }

    #[test]
    fn thousands_of_rows_in_few_columns_are_counted() {
        let mut rows = Rows(vec![], vec![], 2);
        (0..1000).for_each(|joint| rows.revolute_z(joint, (0, 1), Vec3([1.0, 0.0, 0.001 * joint as f64])));
        let groups = vec![group(&(0..1000).collect::<Vec<_>>(), 5000, 4995)];
        assert_eq!(rows.find(), Redundancy { rank: 5, groups, is_doubtful: false });
    }

    #[test]
    fn long_lists_of_joints_are_cut_short() {
        let text = group(&(0..20).collect::<Vec<_>>(), 40, 1).describe_with(|_| "j");
        assert!(text.ends_with("'j' and 8 more is redundant"), "{text}");
    }

    proptest! {
        /// Products of random factors have the rank of the narrower one.
        #[test]
        fn rank_of_random_products(
            n in 1_usize..14, rank in 1_usize..6,
            left in prop::collection::vec(-1.0_f64..1.0, 14 * 6), right in prop::collection::vec(-1.0_f64..1.0, 6 * 15),
        ) {
            let entry = |i: usize, c: usize| (0..rank).map(|k| left[6 * i + k] * right[15 * k + c]).sum::<f64>();
            let rows: Vec<Vec<f64>> = (0..n).map(|i| (0..15).map(|c| entry(i, c)).collect()).collect();
            let found = find(&rows, &vec![0; n]);
            prop_assert_eq!(found.rank, n.min(rank));
            prop_assert_eq!(found.redundant(), n - found.rank);
        }
    }
}
