//! When equations count as dependent, a position as singular or nearly so, and a rank as changed: every limit with its
//! reason, and the questions that are asked of them.
//!
//! Pivots are those of E = G M⁻¹ Gᵀ in an elimination, relative to the diagonal entry at its beginning. A pivot is the
//! square of what is left of a unit row of G without its parts along earlier rows, so that limits of pivots are squares
//! of limits of lengths.

/// A diagonal entry below this fraction of its first value after elimination marks an equation that depends on those
/// before it: 3·10⁻⁶ of a row. That is well above what round-off leaves of a dependent row (10⁻¹⁵ … 10⁻¹³ of the
/// diagonal), and well below what a mechanism near a singular position needs.
pub(crate) const DEPENDENT_PIVOT: f64 = 1e-11;

/// Whether what elimination leaves of a diagonal entry is an equation of its own; not a number is none.
#[inline(always)]
pub(crate) fn is_independent_pivot(pivot: f64, first: f64) -> bool {
    pivot > DEPENDENT_PIVOT * first
}

/// The same limit for what is left of a row of unit length.
pub(crate) fn least_independent_length() -> f64 {
    DEPENDENT_PIVOT.sqrt()
}

/// Round-off in pivots is measured by a probe. What is factored is E + F with entries F_ii of some roundings of E_ii,
/// and F changes the pivot of row k by the sum of w_i² F_ii, w being row k of L⁻¹. With u = L⁻¹ z and z_i = ±√E_ii,
/// signs at random, u_k² is that sum on average, in units of these roundings; by chance it may be less than the row's
/// own part, which is added. (Sums of L_ki² along all paths of the elimination tree, which need no signs, grow with its
/// height where w does not: they take a hub of a thousand arms for singular.)
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// A pivot is taken for zero when this many times the round-off of the probe can explain it: a probe is small by chance
/// now and then.
const PROBE_DOUBT: f64 = 8.0 * ROUNDING;

/// [`is_independent_pivot`] where the round-off in the pivot is known from a probe.
#[inline(always)]
pub(crate) fn is_independent_despite(noise: f64, pivot: f64, first: f64) -> bool {
    pivot > (DEPENDENT_PIVOT * first).max(PROBE_DOUBT * noise)
}

/// Round-off in a pivot, relative to it.
#[inline(always)]
pub(crate) fn calc_doubt(noise: f64, inverse_pivot: f64) -> f64 {
    ROUNDING * noise * inverse_pivot
}

/// A pivot with more round-off than this, relative to it, makes substitution alone inaccurate. The probe says some
/// hundred times what is seen: accelerations of ten thousand arms on a hub, just below this, are right to 10⁻⁹.
const DOUBTFUL: f64 = 5e-8;
/// The same where equations are redundant. Those left out hold as far as the others do, and some other ones were nearly
/// left out.
const DOUBTFUL_AMONG_REDUNDANT: f64 = 1e-11;

/// A residual r = G a − τ comes from accelerations that are wrong by r/σ at most, σ² being the weakest pivot. This part
/// of the largest right-hand side may be wrong in them: parts and pieces then change results by round-off only.
const TOLERATED_ERROR: f64 = 1e-12;

/// Below this pivot of the scaled matrix the eigenvalues decide: after a small pivot, those of dependent rows are known
/// only to round-off over it, so the factor alone cannot tell small from zero.
const SUSPICIOUS_PIVOT: f64 = 1e-4;

/// Whether a full factor with this smallest pivot cannot tell which equations are independent.
pub(crate) fn is_suspicious(smallest: f64) -> bool {
    smallest < SUSPICIOUS_PIVOT
}

/// Where the weakest pivot is below this (σ² of the nearest singular position), velocities are settled before
/// accelerations are computed. Regular mechanisms stay above; at this value what is inconsistent inside a step is
/// amplified a hundred times. Programs made for a model are not trusted below, either.
const NEARLY_SINGULAR: f64 = 1e-4;
/// A program made for a model is to start this many times above its limit.
const CLEAR_START: f64 = 10.0;

/// The least pivot with which a program made for a model is trusted.
pub(crate) fn least_trusted_pivot(diagonal: f64) -> f64 {
    NEARLY_SINGULAR * diagonal
}

/// Whether a pivot where the motion starts is well above the least that is trusted; not a number is not.
pub(crate) fn is_clear_at_start(pivot: f64, diagonal: f64) -> bool {
    pivot >= CLEAR_START * NEARLY_SINGULAR * diagonal && diagonal > 0.0
}

/// Below this weakest pivot every evaluation gets its own factor. Others decide at 10⁻⁴ (see [`NEARLY_SINGULAR`]); while
/// a factor is kept, a direction of E changes four times at most, or the iteration notices.
pub(crate) const GUARDED_PIVOT: f64 = 1e-3;

/// Where the weakest pivot of a partition is below this part of the largest that was met, however the partition is
/// chosen, the position is near a singular one: dependent coordinates amplify errors there.
const LOST_CLEARANCE: f64 = 0.03;

/// Dependent equations may be violated by this many times the tolerance of an iterative solution: their multiples of
/// other equations' errors may be large.
pub(crate) const DEPENDENT_ROOM: f64 = 100.0;

/// ε² of a damped factor, relative to the diagonal of E: equations of which less than 3·10⁻⁵ is left without the others
/// are passed over. Round-off of 10⁻¹⁶ in them then moves a mechanism by 10⁻¹¹ instead of without bound, and equations
/// of which a hundredth is left are met to round-off after [two refinements](crate::solver::elimination). With 10⁻¹¹
/// a net of 4 × 4 bodies took 7015 steps in the place of 2021 and lost twenty times the energy; others were not
/// compared.
pub(crate) const DAMPING: f64 = 1e-9;

/// Up to this many dependent equations, multipliers of least norm are found: the work grows with the square of the
/// number.
pub(crate) const MOST_DEPENDENT: usize = 64;

/// The remainder of a diagonal entry of a tree's M⁻¹ below this part of it is round-off.
const NO_FREEDOM: f64 = 1e-15;

/// Whether a direction of M⁻¹ with this remainder of its diagonal entry cannot move.
pub(crate) fn is_without_freedom(remainder: f64) -> bool {
    remainder <= NO_FREEDOM
}

/// Passes in which rows of unit length are accepted if more than this is left of them. The last is the tolerance: far
/// above round-off (1e-16 times a growth of some hundreds), far below what a real constraint leaves.
pub(crate) const ACCEPTED_LENGTHS: [f64; 3] = [1e-2, 1e-5, 1e-9];
/// Coefficients of dependent rows below this, relative to the largest of their row, are round-off.
pub(crate) const NEGLIGIBLE_COEFFICIENT: f64 = 1e-7;

/// Equations of unit length of which less is left without the others may follow from these up to play; see
/// [`play`](crate::play). Play of the usual tolerance leaves some 10⁻⁴ to 10⁻³; mechanisms away from singular positions
/// leave some hundredths.
pub(crate) const PLAY_LENGTH: f64 = 3e-3;
/// Less than this is round-off: an equation of which it is left follows exactly.
pub(crate) const EXACT_LENGTH: f64 = 2e-13;

/// Whether an equation of unit length with this remainder may be meant to follow from the others, but does not exactly.
pub(crate) fn is_doubtful_length(remainder: f64) -> bool {
    remainder > EXACT_LENGTH && remainder < PLAY_LENGTH
}

/// Where joints of a bundle are told apart by the arms at which they hold two bodies, arms are compared with this part
/// of the mechanism's size: bodies are seldom smaller. Points that differ by less than 3·10⁻⁷ of the size are the same.
const LEAST_ARM: f64 = 0.1;

/// The arm with which those of a bundle are compared, in a mechanism of this size (m).
pub(crate) fn least_lever(length_scale: f64) -> f64 {
    LEAST_ARM * length_scale
}

/// Below this remainder of an equation of unit length it follows from those that a program keeps: in several positions,
/// so that a singular one among them does not decide.
const IMPLIED_LENGTH: f64 = 1e-7;

/// Whether an equation of unit length with this remainder follows from others.
pub(crate) fn is_implied(remainder: f64) -> bool {
    remainder <= IMPLIED_LENGTH
}

/// Diagonals of R below this part of their column are zero, in the numeric end of a program's QR.
pub(crate) const ZERO_DIAGONAL: f64 = 1e-9;

/// Singular values below this part of the largest are none, and so are eigenvalues of a form of unit size: round-off
/// leaves 10⁻¹⁵, mechanisms that are not singular some hundredths.
pub(crate) const NO_SINGULAR_VALUE: f64 = 1e-7;

/// Motions of unit size smaller than this are none: a joint that holds a locked body forbids them.
pub(crate) const NO_MOTION: f64 = 1e-9;

/// A body with less than this part of the mass around it is light: 1/m of it takes that many digits from E, and pivots
/// of independent equations fall towards [`DEPENDENT_PIVOT`] though G is regular. It gets ballast, so that pivots tell
/// of geometry again.
pub(crate) const LIGHT: f64 = 1e-5;
/// Ballast, as part of the mass that is felt where a light body moves: E then loses three digits at most and its pivots
/// a factor of a thousand, and what ballast does is taken back by three digits with each evaluation.
pub(crate) const BALLAST: f64 = 1e-3;

/// Whether accelerations with this error, relative to them, have the digits that users expect; not a number does not.
pub(crate) fn is_accurate(error: f64) -> bool {
    error <= 1e-9
}

/// Constraints may be violated by this much next to a singular position, relative to the mechanism's size: what the
/// error of a step leaves across the way there, some 10⁻⁴, shows as its square only, and cannot be corrected before the
/// mechanism has moved on.
pub(crate) const VIOLATION_NEARBY: f64 = 1e-6;

/// Where a run could not go on otherwise, this much, and the user is told: a tenth of a millimetre in a metre
/// is below what joints are made to.
pub(crate) const VIOLATION_PARDONED: f64 = 1e-4;

/// A step that ends where the weakest pivot is below this part of the largest that its stages met has run into a
/// singular position: thirty times nearer than it came from. There velocities across the way have few digits, which
/// the next step would take for motion, whatever its length.
const ARRIVAL: f64 = 1e-3;

/// How near the evaluations of one attempt at a step came to singular positions, by their weakest pivots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clearance {
    most: f64,
    least: f64,
    last: f64,
}

impl Default for Clearance {
    /// Before the first evaluation.
    fn default() -> Clearance {
        Clearance { most: 0.0, least: 1.0, last: 1.0 }
    }
}

impl Clearance {
    /// Takes in what the factor of an evaluation found.
    pub(crate) fn see(&mut self, report: &RankReport) {
        self.last = report.weakest;
        self.least = self.least.min(self.last);
        self.most = self.most.max(self.last);
    }

    /// Whether a singular position is so near that stages of the step tell little across the way.
    pub(crate) fn is_near(&self) -> bool {
        self.least < GUARDED_PIVOT
    }

    /// Whether the step comes much nearer to a singular position than it was: it passes it, or ends there.
    pub(crate) fn is_passage(&self) -> bool {
        self.least < NEARLY_SINGULAR && self.least < LOST_CLEARANCE * self.most
    }

    /// Whether the last evaluation is at a singular position, as far as the others can tell.
    pub(crate) fn is_arrival(&self) -> bool {
        self.last < NEARLY_SINGULAR && self.last < ARRIVAL * self.most
    }
}

/// Whether a position with this rank is singular, given the rank of positions around it.
pub(crate) fn has_dropped(rank: usize, usual: usize) -> bool {
    rank < usual
}

/// Rank and clearance of the system that was factored last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankReport {
    /// Number of independent equations.
    pub rank: usize,
    /// Rows that depend on others, ascending; the equations this solver gives no multiplier of their own.
    pub dependent: Vec<usize>,
    /// The smallest pivot of an independent equation, relative to its first value: how near the position is to a
    /// singular one. One without equations.
    pub weakest: f64,
    /// Whether, of all multipliers that give the motion, those of least norm can be had: returned at once, or by
    /// [`Solver::minimize_norm`](crate::solver::Solver::minimize_norm).
    pub minimum_norm: bool,
}

impl RankReport {
    /// Whether velocities must be settled before accelerations are computed.
    pub(crate) fn is_nearly_singular(&self) -> bool {
        self.weakest < NEARLY_SINGULAR
    }

    /// Whether a factor of this position may mislead at another, given the largest rank met so far.
    pub(crate) fn is_guarded(&self, highest_rank: usize) -> bool {
        self.weakest < GUARDED_PIVOT || has_dropped(self.rank, highest_rank)
    }

    /// Whether the position is near a singular one, given the largest weakest pivot met so far.
    pub(crate) fn has_lost_clearance(&self, clearest: f64) -> bool {
        self.weakest < LOST_CLEARANCE * clearest
    }

    /// Whether round-off in pivots, relative to them, makes substitution alone inaccurate.
    pub(crate) fn is_doubtful(&self, doubt: f64) -> bool {
        doubt > if self.dependent.is_empty() { DOUBTFUL } else { DOUBTFUL_AMONG_REDUNDANT }
    }

    /// Whether a residual does not matter beside this right-hand side, both by their largest entries.
    pub(crate) fn tolerates(&self, residual: f64, right_side: f64) -> bool {
        residual <= TOLERATED_ERROR * self.weakest.sqrt() * right_side
    }
}
