//! The rows of a run as a page keeps them: positions for the film and columns for plots, each thinned on its own while
//! the run goes on.
//!
//! Positions, reactions and columns are kept in single precision, which the eye cannot tell from the truth; time,
//! energies and residuals in double precision, since their small changes are what is looked at.

use std::ops::{Range, RangeInclusive};

use linkwork::recorder::{ModelChannels, Row};
use linkwork::spatial::{Mat3, Pose, Quat, Vec3};
use linkwork::{BodyId, Model, Space};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::base64::Bytes;
use super::loads::{Loads, load_columns};
use super::selection::{Budget, Selection, body_columns, chosen, joint_columns};
use super::thinning::{Extremes, Thinned};

/// Energies and residuals, at the end of every row.
const AUDIT: usize = 6;

/// Numbers of a row by position, ascending.
#[derive(Clone, Debug)]
struct Gather(Vec<Range<usize>>);

impl Gather {
    /// Tells the numbers in their order.
    fn pick(&self, row: &dyn Row, picked: &mut Vec<f64>) {
        picked.clear();
        let (mut wanted, mut at) = (self.0.iter().peekable(), 0);
        row.for_each(&mut |numbers| {
            let end = at + numbers.len();
            while let Some(range) = wanted.peek() {
                let (from, to) = (range.start.max(at), range.end.min(end));
                if from < to {
                    picked.extend_from_slice(&numbers[from - at..to - at]);
                }
                if range.end > end {
                    break;
                }
                wanted.next();
            }
            at = end;
        });
    }

    fn len(&self) -> usize {
        self.0.iter().map(|range| range.len()).sum()
    }
}

/// Positions, reactions and loads at the times of the film.
pub struct Frames {
    space: Space,
    selection: Selection,
    /// Which of its six numbers a trajectory has, by reaction; the others are zero.
    reactions: Vec<&'static [usize]>,
    loads: Loads,
    gather: Gather,
    picked: Vec<f64>,
    /// Columns of force elements from which their arrows are made.
    of_loads: Gather,
    told: Vec<f64>,
    times: Thinned<f64>,
    values: Thinned<f32>,
}

impl Frames {
    /// For the bodies, reactions and forces that are shown.
    pub fn new(model: &Model, selection: &Selection, budget: Budget) -> Frames {
        let selection = selection.clone();
        let moved = motion_width(model.space);
        let of_body = |&b: &usize| {
            let start = body_columns(model, b).start;
            start..start + moved
        };
        let mut ranges: Vec<Range<usize>> = selection.bodies.iter().map(of_body).collect();
        let of_joint = |j: &usize| ModelChannels(model).of_joint(&model.joints[*j]).reaction;
        let reactions: Vec<&'static [usize]> = selection.reactions.iter().map(of_joint).collect();
        let columns = chosen(joint_columns(model), &selection.reactions).map(|columns| columns.start);
        ranges.extend(columns.zip(&reactions).map(|(start, reaction)| start..start + reaction.len()));
        let loads = Loads::new(model, &selection.forces);
        // Force and moment each.
        let arrows = 6 * (selection.reactions.len() + loads.len());
        let of_loads = Gather(load_columns(model, &selection.forces));
        let width = selection.bodies.len() * pose_width(model.space) + arrows;
        let most = budget.frames_of(8 + selection.bodies.len() * pose_bytes(model.space) + 4 * arrows);
        let picked = Vec::with_capacity(selection.bodies.len() * moved + arrows);
        Frames {
            space: model.space,
            selection,
            reactions,
            loads,
            gather: Gather(ranges),
            picked,
            told: Vec::with_capacity(of_loads.len()),
            of_loads,
            times: Thinned::new(1, most),
            values: Thinned::new(width, most),
        }
    }

    /// Takes a row into account.
    pub fn see(&mut self, time: f64, row: &dyn Row) {
        self.gather.pick(row, &mut self.picked);
        self.of_loads.pick(row, &mut self.told);
        let Frames { space, selection, reactions: places, loads, picked, told: of_forces, values, times, .. } = self;
        let moved = motion_width(*space);
        let (bodies, reactions) = picked.split_at((selection.bodies.len() * moved).min(picked.len()));
        let pose = |body: BodyId| {
            let slot = selection.slot(body).max(0) as usize;
            bodies.get(slot * moved..(slot + 1) * moved).map_or(Pose::GROUND, |numbers| pose_of(*space, numbers))
        };
        values.offer(|values| {
            for motion in bodies.chunks_exact(moved) {
                values.extend(motion[..pose_width(*space)].iter().map(|x| *x as f32));
            }
            let mut told = reactions.iter();
            for reaction in &*places {
                let mut six = [0.0; 6];
                reaction.iter().zip(&mut told).for_each(|(&k, x)| six[k] = *x as f32);
                values.extend(six);
            }
            loads.calc(time, of_forces, pose, |load| values.extend(load.into_iter().flatten().map(|x| x as f32)));
        });
        times.offer(|times| times.push(time));
    }
}

/// As the page reads them: each quantity by frame, then by body, joint or force.
impl Serialize for Frames {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (n_frames, per_pose) = (self.times.rows().len(), pose_width(self.space));
        let n_poses = self.selection.bodies.len() * per_pose;
        let n_reactions = n_poses + 6 * self.selection.reactions.len();
        let part = |range: Range<usize>| {
            let n = n_frames * range.len();
            Bytes::singles(n, self.values.rows().flat_map(move |row| row[range.clone()].iter().copied()))
        };
        let poses = || self.values.rows().flat_map(|row| row[..n_poses].chunks_exact(per_pose));
        let n_bodies = n_frames * self.selection.bodies.len();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("count", &n_frames)?;
        map.serialize_entry("every", &self.times.every())?;
        map.serialize_entry("loads", &part(n_reactions..n_reactions + 6 * self.loads.len()))?;
        map.serialize_entry("of", &self.times.offered())?;
        let places = match self.space {
            Space::Planar => part(0..n_poses),
            Space::Spatial => Bytes::singles(3 * n_bodies, poses().flat_map(|pose| pose[..3].iter().copied())),
        };
        map.serialize_entry("places", &places)?;
        map.serialize_entry("reactions", &part(n_poses..n_reactions))?;
        map.serialize_entry("times", &Bytes::doubles(n_frames, self.times.rows().map(|row| row[0])))?;
        if self.space == Space::Spatial {
            // A unit quaternion in sixteen bits a component is right to 3e-5 rad.
            let short = |x: &f32| ((x * 32767.0).round() as i16).to_le_bytes();
            let turns = poses().flat_map(|pose| pose[3..].iter().map(short));
            map.serialize_entry("turns", &Bytes::collect(4 * n_bodies, turns))?;
        }
        map.end()
    }
}

/// Columns for plots.
pub struct Columns {
    names: Vec<String>,
    /// How many the whole trajectory has.
    of: usize,
    gather: Gather,
    picked: Vec<f64>,
    values: Extremes<f32>,
    /// Time, energies and residuals.
    audit: Extremes<f64>,
}

impl Columns {
    /// For the columns that are shown.
    pub fn new(model: &Model, selection: &Selection, budget: Budget) -> Columns {
        use linkwork::recorder::Channels;
        let all = ModelChannels(model);
        let mut ranges = selection.columns.clone();
        let n: usize = ranges.iter().map(|range| range.len()).sum();
        ranges.push(all.count() - AUDIT..all.count());
        let gather = Gather(ranges);
        let (mut names, mut at) = (Vec::with_capacity(gather.len()), 0);
        let mut wanted = gather.0.iter().peekable();
        all.for_each(&mut |name| {
            while wanted.peek().is_some_and(|range| range.end <= at) {
                wanted.next();
            }
            if wanted.peek().is_some_and(|range| range.contains(&at)) {
                names.push(super::model::short(name));
            }
            at += 1;
        });
        // Points of thinned columns have two bytes more, for their places.
        let most = budget.rows_of(6 * n + 8 + 10 * AUDIT);
        let picked = Vec::with_capacity(gather.len());
        let of = all.count();
        Columns { names, of, gather, picked, values: Extremes::new(n, most), audit: Extremes::new(1 + AUDIT, most) }
    }

    /// Takes a row into account.
    pub fn see(&mut self, time: f64, row: &dyn Row) {
        self.gather.pick(row, &mut self.picked);
        let (values, audit) = self.picked.split_at(self.picked.len().saturating_sub(AUDIT));
        self.values.offer(|kept| kept.extend(values.iter().map(|x| *x as f32)));
        self.audit.offer(|kept| {
            kept.push(time);
            kept.extend_from_slice(audit);
        });
    }

    /// How many rows were seen.
    pub fn n_rows(&self) -> u64 {
        self.audit.offered()
    }

    /// Where these points lie among the rows of their pair, in sixteen bits: a pair of more rows than these count is
    /// told to its 65536th part.
    fn offsets(&self, unit: u32) -> Bytes {
        let (n, values, audit) = (self.n_values(), &self.values, &self.audit);
        let plain = (0..n).flat_map(|k| values.points(k)).map(|(_, at)| at);
        let places = plain.chain((1..=AUDIT).flat_map(|k| audit.points(k)).map(|(_, at)| at));
        Bytes::collect(2 * self.names.len() * audit.n_pairs(), places.map(|at| ((at / unit) as u16).to_le_bytes()))
    }

    /// The first row, or the last.
    fn end(&self, which: usize) -> Bytes {
        let (plain, audit) = (self.values.ends()[which], self.audit.ends()[which]);
        let row = plain.iter().map(|x| f64::from(*x)).chain(audit.iter().skip(1).copied());
        Bytes::doubles(self.names.len(), row)
    }

    /// Columns without energies and residuals.
    fn n_values(&self) -> usize {
        self.names.len() - AUDIT
    }
}

/// As the page reads them: column by column, energies and residuals last and apart. Where rows were thinned,
/// `times` has the first and the last time of every pair, `offsets` the rows of all points, counted from their
/// pair's first one, and `first` and `last` are these rows.
impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (values, audit, is_whole) = (&self.values, &self.audit, self.audit.is_whole());
        let count = audit.points(0).count();
        let of_audit = |columns: RangeInclusive<usize>| {
            let n = columns.clone().count() * count;
            Bytes::doubles(n, columns.flat_map(|k| audit.points(k)).map(|(x, _)| x))
        };
        let of_values = (0..self.n_values()).flat_map(|k| values.points(k)).map(|(x, _)| x);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("audit", &of_audit(1..=AUDIT))?;
        map.serialize_entry("count", &count)?;
        map.serialize_entry("every", &if is_whole { 1 } else { audit.every() })?;
        if !is_whole {
            map.serialize_entry("first", &self.end(0))?;
            map.serialize_entry("last", &self.end(1))?;
        }
        map.serialize_entry("names", &self.names)?;
        map.serialize_entry("of", &self.of)?;
        if !is_whole {
            let unit = audit.every().div_ceil(1 << 16);
            map.serialize_entry("offset_unit", &unit)?;
            map.serialize_entry("offsets", &self.offsets(unit))?;
        }
        map.serialize_entry("rows", &audit.offered())?;
        map.serialize_entry("times", &of_audit(0..=0))?;
        map.serialize_entry("values", &Bytes::singles(self.n_values() * count, of_values))?;
        map.end()
    }
}

/// Numbers of a body that say where it is.
fn pose_width(space: Space) -> usize {
    match space {
        Space::Planar => 3,
        Space::Spatial => 7,
    }
}

/// Bytes of a pose in the page, before it becomes text.
fn pose_bytes(space: Space) -> usize {
    match space {
        Space::Planar => 12,
        Space::Spatial => 20,
    }
}

/// Numbers of a body that say where it is and how fast it moves.
fn motion_width(space: Space) -> usize {
    match space {
        Space::Planar => 6,
        Space::Spatial => 13,
    }
}

fn pose_of(space: Space, n: &[f64]) -> Pose {
    match space {
        Space::Planar => Pose {
            r: Vec3([n[0], n[1], 0.0]),
            R: Quat::about(Vec3([0.0, 0.0, 1.0]), n[2]).matrix(),
            v: Vec3([n[3], n[4], 0.0]),
            w: Vec3([0.0, 0.0, n[5]]),
        },
        Space::Spatial => {
            let three = |k: usize| -> Vec3 { Vec3([n[k], n[k + 1], n[k + 2]]) };
            let turned: Mat3 = Quat([n[3], n[4], n[5], n[6]]).matrix();
            Pose { r: three(0), R: turned, v: three(7), w: three(10) }
        }
    }
}
