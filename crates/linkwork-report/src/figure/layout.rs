//! Places everything of a figure: the legend in rows above the frame, labels and ticks beside it, curves inside.

use super::font;
use super::marks::{Anchor, Mark, Picture, Stroke, Text};
use super::thin::thin;
use super::ticks::{self, Ticks};
use super::{COLORS, Curve, Figure, Scale};

/// Letters, in pixels.
const LETTERS: f64 = 13.0;
const TITLE: f64 = 15.0;
const MARGIN: f64 = 10.0;
/// From a tick's label to the frame.
const TICK: f64 = 6.0;
/// A line of the legend's text.
const ROW: f64 = 19.0;
/// The piece of line before a name in the legend.
const SAMPLE: f64 = 24.0;
const INK: &str = "#222222";
const PALE: &str = "#dddddd";
/// By rounds through the colours.
const DASHES: [&[f64]; 4] = [&[], &[7.0, 3.0], &[2.0, 2.5], &[9.0, 3.0, 2.0, 3.0]];

/// Places everything.
pub fn place(figure: &Figure) -> Picture {
    let size = figure.size.map(|x| x.max(160.0));
    let mut marks = Vec::new();
    let mut top = MARGIN;
    if !figure.title.is_empty() {
        let title = font::fit(&figure.title, TITLE, size[0] - 2.0 * MARGIN);
        marks.push(text([0.5 * size[0], top + TITLE], title, TITLE, Anchor::Middle));
        top += TITLE + 8.0;
    }
    top = legend(figure, size, top, &mut marks);
    let height = size[1] - top;
    let [x, y] = [find_ticks(figure, 0, size[0] / 90.0), find_ticks(figure, 1, height / 48.0)];
    let widest = y.marks.iter().map(|(_, label)| font::width(label, LETTERS)).fold(0.0, f64::max);
    let left = MARGIN + LETTERS + 8.0 + widest + TICK;
    let last = x.marks.last().map_or(0.0, |(_, label)| 0.5 * font::width(label, LETTERS));
    // Room for a power of ten above the frame, and half a label beside it.
    let top = top + if y.exponent == 0 { 8.0 } else { LETTERS + 8.0 };
    let frame = [left, top, size[0] - MARGIN - last, size[1] - MARGIN - 2.0 * LETTERS - 16.0];
    let scales =
        [Place::new(&x, figure.x.scale, frame[0], frame[2]), Place::new(&y, figure.y.scale, frame[3], frame[1])];
    axes(figure, frame, &scales, [&x, &y], &mut marks);
    for (k, curve) in figure.curves.iter().enumerate() {
        draw_curve(curve, stroke_of(k), &scales, &mut marks);
    }
    Picture { size, frame, marks }
}

fn text(at: [f64; 2], text: String, size: f64, anchor: Anchor) -> Mark {
    Mark::Text(Text { at, text, size, anchor, is_upright: false })
}

fn stroke_of(k: usize) -> Stroke {
    Stroke { color: COLORS[k % COLORS.len()], width: 1.6, dashes: DASHES[k / COLORS.len() % DASHES.len()] }
}

/// Names with samples of their lines, in rows; returns where they end.
fn legend(figure: &Figure, size: [f64; 2], top: f64, marks: &mut Vec<Mark>) -> f64 {
    if figure.curves.len() < 2 && !figure.always_named {
        return top;
    }
    let most = size[0] - 2.0 * MARGIN;
    // No more rows than leave half of the height to the curves.
    let rows = ((0.4 * size[1] / ROW) as usize).max(1);
    let (mut at, mut row) = (MARGIN, 0);
    for (k, curve) in figure.curves.iter().enumerate() {
        let name = font::fit(&curve.name, LETTERS, most - SAMPLE - 6.0);
        let width = SAMPLE + 6.0 + font::width(&name, LETTERS);
        if at > MARGIN && at + width > size[0] - MARGIN {
            (at, row) = (MARGIN, row + 1);
        }
        let base = top + row as f64 * ROW + LETTERS;
        if row + 1 == rows && figure.curves.len() - k > 1 {
            let rest = format!("and {} more", figure.curves.len() - k);
            if at + width + 16.0 + font::width(&rest, LETTERS) > size[0] - MARGIN {
                marks.push(text([at, base], rest, LETTERS, Anchor::Start));
                break;
            }
        }
        let middle = base - 0.35 * LETTERS;
        marks.push(Mark::Rule { from: [at, middle], to: [at + SAMPLE, middle], stroke: stroke_of(k) });
        marks.push(text([at + SAMPLE + 6.0, base], name, LETTERS, Anchor::Start));
        at += width + 16.0;
    }
    top + (row + 1) as f64 * ROW
}

fn find_ticks(figure: &Figure, axis: usize, wanted: f64) -> Ticks {
    let asked = [&figure.x, &figure.y][axis];
    let other = [figure.y.range, figure.x.range][axis];
    // What has no place on the other axis still has one on this: a gap in a curve does not shorten time.
    let is_seen = |p: &&[f64; 2]| {
        p[axis].is_finite()
            && (asked.scale == Scale::Linear || p[axis] > 0.0)
            && other.is_none_or(|[a, b]| (a..=b).contains(&p[1 - axis]))
    };
    let seen = figure.curves.iter().flat_map(|curve| curve.points.iter().filter(is_seen)).map(|p| p[axis]);
    let [least, most] = seen.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)]);
    let found = if least <= most { [least, most] } else { [1.0, 10.0] };
    let range = asked.range.filter(|[a, b]| a < b).unwrap_or(found);
    // Time ends where it ends; a value has air above and below.
    let is_fixed = asked.range.is_some() || (axis == 0 && range[0] < range[1] && asked.scale == Scale::Linear);
    ticks::find(range, asked.scale, wanted as usize, is_fixed)
}

/// From values to pixels along one axis.
struct Place {
    scale: Scale,
    from: [f64; 2],
    to: [f64; 2],
}

impl Place {
    fn new(ticks: &Ticks, scale: Scale, start: f64, end: f64) -> Place {
        let from = match scale {
            Scale::Linear => ticks.range,
            Scale::Logarithmic => ticks.range.map(f64::ln),
        };
        Place { scale, from, to: [start, end] }
    }

    /// `None` for what has no place.
    fn of(&self, value: f64) -> Option<f64> {
        let value = match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.ln(),
        };
        let share = (value - self.from[0]) / (self.from[1] - self.from[0]);
        // Far outside the frame nothing is seen, and writers of pictures dislike large numbers.
        share.is_finite().then(|| self.to[0] + share.clamp(-20.0, 20.0) * (self.to[1] - self.to[0]))
    }
}

fn axes(figure: &Figure, frame: [f64; 4], scales: &[Place; 2], ticks: [&Ticks; 2], marks: &mut Vec<Mark>) {
    let [left, top, right, bottom] = frame;
    let stroke = |color: &'static str, width: f64| Stroke { color, width, dashes: &[] };
    for (value, label) in &ticks[0].marks {
        let Some(x) = scales[0].of(*value) else { continue };
        let length = if label.is_empty() { 3.0 } else { 5.0 };
        if !label.is_empty() {
            marks.push(Mark::Rule { from: [x, top], to: [x, bottom], stroke: stroke(PALE, 0.7) });
            marks.push(text([x, bottom + TICK + LETTERS], label.clone(), LETTERS, Anchor::Middle));
        }
        marks.push(Mark::Rule { from: [x, bottom], to: [x, bottom - length], stroke: stroke(INK, 1.0) });
    }
    for (value, label) in &ticks[1].marks {
        let Some(y) = scales[1].of(*value) else { continue };
        let length = if label.is_empty() { 3.0 } else { 5.0 };
        if !label.is_empty() {
            marks.push(Mark::Rule { from: [left, y], to: [right, y], stroke: stroke(PALE, 0.7) });
            marks.push(text([left - TICK, y + 0.36 * LETTERS], label.clone(), LETTERS, Anchor::End));
        }
        marks.push(Mark::Rule { from: [left, y], to: [left + length, y], stroke: stroke(INK, 1.0) });
    }
    for (from, to) in [
        ([left, top], [right, top]),
        ([right, top], [right, bottom]),
        ([right, bottom], [left, bottom]),
        ([left, bottom], [left, top]),
    ] {
        marks.push(Mark::Rule { from, to, stroke: stroke(INK, 1.0) });
    }
    label_axes(figure, frame, ticks, marks);
}

fn label_axes(figure: &Figure, frame: [f64; 4], ticks: [&Ticks; 2], marks: &mut Vec<Mark>) {
    let [left, top, right, bottom] = frame;
    let factors = ticks.map(|ticks| match ticks.exponent {
        0 => String::new(),
        power => format!("×10{}", ticks::raised(power)),
    });
    let base = bottom + TICK + 2.0 * LETTERS + 7.0;
    // In the middle, with room for the power of ten on either side.
    let below = font::fit(&figure.x.label, LETTERS, right - left - 2.0 * font::width(&factors[0], LETTERS));
    marks.push(text([0.5 * (left + right), base], below, LETTERS, Anchor::Middle));
    let beside = font::fit(&figure.y.label, LETTERS, bottom - top);
    let at = [MARGIN + 0.8 * LETTERS, 0.5 * (top + bottom)];
    marks.push(Mark::Text(Text { at, text: beside, size: LETTERS, anchor: Anchor::Middle, is_upright: true }));
    let [along, up] = factors;
    marks.push(text([right, base], along, LETTERS, Anchor::End));
    marks.push(text([left, top - 5.0], up, LETTERS, Anchor::Start));
    marks.retain(|mark| !matches!(mark, Mark::Text(text) if text.text.is_empty()));
}

fn draw_curve(curve: &Curve, stroke: Stroke, scales: &[Place; 2], marks: &mut Vec<Mark>) {
    let place = |p: &[f64; 2]| Some([scales[0].of(p[0])?, scales[1].of(p[1])?]);
    let (mut pieces, mut piece) = (Vec::new(), Vec::new());
    for point in curve.points.iter().map(place).chain([None]) {
        match point {
            Some(at) => piece.push(at),
            None if piece.is_empty() => {}
            None => pieces.push(thin(std::mem::take(&mut piece))),
        }
    }
    // A point alone would not be seen.
    let alone = pieces.iter().filter(|piece| piece.len() == 1).map(|piece| piece[0]);
    let dotted = pieces.iter().flatten().copied().filter(|_| curve.has_dots);
    let dots: Vec<[f64; 2]> = if curve.has_dots { dotted.collect() } else { alone.collect() };
    marks.push(Mark::Curve { pieces, stroke });
    marks.extend(dots.into_iter().map(|at| Mark::Dot { at, radius: 3.0, color: stroke.color }));
}
