//! Places everything of a figure: in each panel the legend in rows above the frame, labels and ticks beside it,
//! curves inside.

use super::font;
use super::marks::{Anchor, Mark, Picture, Stroke, Text};
use super::thin::thin;
use super::ticks::{self, Ticks};
use super::{Axis, COLORS, Curve, Figure, Panel, Scale};

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
/// Below the last frame: its ticks' labels, the axis's label, the margin.
const BELOW: f64 = MARGIN + 2.0 * LETTERS + 16.0;
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
    let sheet = Sheet { figure, size, strip: (size[1] - BELOW - top) / figure.panels.len().max(1) as f64 };
    let tops = (0..figure.panels.len()).map(|k| top + k as f64 * sheet.strip);
    let tops: Vec<f64> =
        figure.panels.iter().zip(tops).map(|(panel, top)| sheet.legend(panel, top, &mut marks)).collect();
    let mut axes = Axes {
        x: find_ticks(&figure.x, seen(&figure.panels, 0, None), size[0] / 90.0, End::Kept),
        y: figure.panels.iter().map(|panel| sheet.vertical(panel)).collect(),
    };
    let mut frames = sheet.frames(&axes, &tops);
    if let ([panel], [frame], true) = (&figure.panels[..], &frames[..], figure.has_equal_scales) {
        // Wider labels make a smaller frame, so once more with that.
        axes.equalize(*frame, [&figure.x, &panel.y]);
        frames = sheet.frames(&axes, &tops);
        axes.equalize(frames[0], [&figure.x, &panel.y]);
    }
    for (k, (panel, frame)) in figure.panels.iter().zip(&frames).enumerate() {
        let ticks = [&axes.x, &axes.y[k]];
        let [left, top, right, bottom] = *frame;
        let scales =
            [Place::new(ticks[0], figure.x.scale, left, right), Place::new(ticks[1], panel.y.scale, bottom, top)];
        let is_last = k + 1 == figure.panels.len();
        draw_axes(*frame, &scales, ticks, is_last, &mut marks);
        label_axes([is_last.then_some(&figure.x.label), Some(&panel.y.label)], *frame, ticks, &mut marks);
        for (k, curve) in panel.curves.iter().enumerate() {
            draw_curve(curve, stroke_of(k), &scales, *frame, &mut marks);
        }
    }
    marks.retain(|mark| !matches!(mark, Mark::Text(text) if text.text.is_empty()));
    Picture { size, marks }
}

/// Ticks of the common horizontal axis, and of each panel's own one.
struct Axes {
    x: Ticks,
    y: Vec<Ticks>,
}

impl Axes {
    /// Extends one of both axes, about its middle, so that a unit is as long on either; scales that are not linear
    /// stay.
    fn equalize(&mut self, [left, top, right, bottom]: [f64; 4], axes: [&Axis; 2]) {
        let pixels = [right - left, bottom - top];
        if axes.iter().any(|axis| axis.scale != Scale::Linear) || !pixels.iter().all(|x| *x > 0.0) {
            return;
        }
        let [x, y] = [self.x.range, self.y[0].range];
        // A little air, so that a curve does not lie on the frame.
        let unit = 1.03 * ((x[1] - x[0]) / pixels[0]).max((y[1] - y[0]) / pixels[1]);
        let extended = |[a, b]: [f64; 2], pixels: f64| [-0.5, 0.5].map(|half| 0.5 * (a + b) + half * unit * pixels);
        self.x = ticks::find(extended(x, pixels[0]), Scale::Linear, (pixels[0] / 80.0) as usize, true);
        self.y[0] = ticks::find(extended(y, pixels[1]), Scale::Linear, (pixels[1] / 48.0) as usize, true);
    }
}

/// The room for panels.
struct Sheet<'a> {
    figure: &'a Figure,
    size: [f64; 2],
    /// Height of each panel with its legend.
    strip: f64,
}

impl Sheet<'_> {
    fn vertical(&self, panel: &Panel) -> Ticks {
        let values = seen(std::slice::from_ref(panel), 1, self.figure.x.range);
        find_ticks(&panel.y, values, self.strip / 48.0, End::Open)
    }

    /// Left, top, right, bottom of each panel, below its legend; left and right are common.
    fn frames(&self, axes: &Axes, tops: &[f64]) -> Vec<[f64; 4]> {
        let labels = axes.y.iter().flat_map(|ticks| &ticks.marks);
        let widest = labels.map(|(_, label)| font::width(label, LETTERS)).fold(0.0, f64::max);
        let left = MARGIN + LETTERS + 8.0 + widest + TICK;
        let last = axes.x.marks.last().map_or(0.0, |(_, label)| 0.5 * font::width(label, LETTERS));
        let n = tops.len();
        let frame = |(k, (top, ticks)): (usize, (&f64, &Ticks))| {
            // Room for a power of ten above the frame, and half a label beside it.
            let top = top + if ticks.exponent == 0 { 8.0 } else { LETTERS + 8.0 };
            let bottom = self.size[1] - BELOW - (n - 1 - k) as f64 * self.strip;
            let below = if k + 1 == n { 0.0 } else { 8.0 };
            [left, top, self.size[0] - MARGIN - last, bottom - below]
        };
        tops.iter().zip(&axes.y).enumerate().map(frame).collect()
    }

    /// Names with samples of their lines, in rows; returns where they end.
    fn legend(&self, panel: &Panel, top: f64, marks: &mut Vec<Mark>) -> f64 {
        if panel.curves.len() < 2 && !self.figure.always_named {
            return top;
        }
        let right = self.size[0] - MARGIN;
        // No more rows than leave half of the height to the curves.
        let rows = ((0.4 * self.strip / ROW) as usize).max(1);
        let (mut at, mut row) = (MARGIN, 0);
        for (k, curve) in panel.curves.iter().enumerate() {
            let name = font::fit(&curve.name, LETTERS, right - MARGIN - SAMPLE - 6.0);
            let width = SAMPLE + 6.0 + font::width(&name, LETTERS);
            let fits = |at: f64| at == MARGIN || at + width <= right;
            if !fits(at) && row + 1 < rows {
                (at, row) = (MARGIN, row + 1);
            }
            let base = top + row as f64 * ROW + LETTERS;
            let rest = format!("and {} more", panel.curves.len() - k);
            let leaves_room = k + 1 == panel.curves.len() || at + width + 16.0 + font::width(&rest, LETTERS) <= right;
            if row + 1 == rows && !(fits(at) && leaves_room) {
                marks.push(text([at, base], rest, LETTERS, Anchor::Start));
                break;
            }
            let middle = base - 0.35 * LETTERS;
            marks.push(Mark::Rule { from: [at, middle], to: [at + SAMPLE, middle], stroke: stroke_of(k) });
            marks.push(text([at + SAMPLE + 6.0, base], name, LETTERS, Anchor::Start));
            at += width + 16.0;
        }
        top + (row + 1) as f64 * ROW
    }
}

fn text(at: [f64; 2], text: String, size: f64, anchor: Anchor) -> Mark {
    Mark::Text(Text { at, text, size, anchor, is_upright: false })
}

fn stroke_of(k: usize) -> Stroke {
    Stroke { color: COLORS[k % COLORS.len()], width: 1.6, dashes: DASHES[k / COLORS.len() % DASHES.len()] }
}

/// Finite values of panels along an axis. Those that have no place on the other axis still have one on this, unless
/// that has a range: a gap in a curve does not shorten time.
fn seen(panels: &[Panel], axis: usize, other: Option<[f64; 2]>) -> impl Iterator<Item = f64> {
    let points = panels.iter().flat_map(move |panel| {
        let other = if axis == 0 { panel.y.range } else { other };
        let is_seen = move |p: &&[f64; 2]| other.is_none_or(|[a, b]| (a..=b).contains(&p[1 - axis]));
        panel.curves.iter().flat_map(move |curve| curve.points.iter().filter(is_seen))
    });
    points.map(move |p| p[axis]).filter(|x| x.is_finite())
}

/// Whether an axis ends with its values, as time does, or has air there.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Kept,
    Open,
}

fn find_ticks(axis: &Axis, values: impl Iterator<Item = f64>, wanted: f64, end: End) -> Ticks {
    let values = values.filter(|x| axis.scale == Scale::Linear || *x > 0.0);
    let [least, most] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)]);
    let found = if least <= most { [least, most] } else { [1.0, 10.0] };
    let range = axis.range.filter(|[a, b]| a < b).unwrap_or(found);
    let is_fixed = axis.range.is_some() || (end == End::Kept && range[0] < range[1] && axis.scale == Scale::Linear);
    ticks::find(range, axis.scale, wanted as usize, is_fixed)
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

/// The frame with its ticks; labels below it where it is the last.
fn draw_axes(frame: [f64; 4], scales: &[Place; 2], ticks: [&Ticks; 2], is_last: bool, marks: &mut Vec<Mark>) {
    let [left, top, right, bottom] = frame;
    let stroke = |color: &'static str, width: f64| Stroke { color, width, dashes: &[] };
    for (value, label) in &ticks[0].marks {
        let Some(x) = scales[0].of(*value) else { continue };
        let length = if label.is_empty() { 3.0 } else { 5.0 };
        if !label.is_empty() {
            marks.push(Mark::Rule { from: [x, top], to: [x, bottom], stroke: stroke(PALE, 0.7) });
            let below = if is_last { label.clone() } else { String::new() };
            marks.push(text([x, bottom + TICK + LETTERS], below, LETTERS, Anchor::Middle));
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
}

/// Labels and powers of ten of those axes that have a label.
fn label_axes(labels: [Option<&String>; 2], frame: [f64; 4], ticks: [&Ticks; 2], marks: &mut Vec<Mark>) {
    let [left, top, right, bottom] = frame;
    let factors = ticks.map(|ticks| match ticks.exponent {
        0 => String::new(),
        power => format!("×10{}", ticks::raised(power)),
    });
    let [along, up] = factors;
    if let Some(label) = labels[0] {
        let base = bottom + TICK + 2.0 * LETTERS + 7.0;
        // In the middle, with room for the power of ten on either side.
        let below = font::fit(label, LETTERS, right - left - 2.0 * font::width(&along, LETTERS));
        marks.push(text([0.5 * (left + right), base], below, LETTERS, Anchor::Middle));
        marks.push(text([right, base], along, LETTERS, Anchor::End));
    }
    if let Some(label) = labels[1] {
        let beside = font::fit(label, LETTERS, bottom - top);
        let at = [MARGIN + 0.8 * LETTERS, 0.5 * (top + bottom)];
        marks.push(Mark::Text(Text { at, text: beside, size: LETTERS, anchor: Anchor::Middle, is_upright: true }));
        marks.push(text([left, top - 5.0], up, LETTERS, Anchor::Start));
    }
}

fn draw_curve(curve: &Curve, stroke: Stroke, scales: &[Place; 2], frame: [f64; 4], marks: &mut Vec<Mark>) {
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
    marks.push(Mark::Curve { pieces, stroke, frame });
    marks.extend(dots.into_iter().map(|at| Mark::Dot { at, radius: 3.0, color: stroke.color }));
}
