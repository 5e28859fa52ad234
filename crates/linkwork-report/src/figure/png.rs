//! Pictures as PNG: lines and outlines of letters, drawn with `tiny-skia`.

use super::font;
use super::marks::{Mark, Picture, Stroke, Text};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, StrokeDash, Transform};
use ttf_parser::OutlineBuilder;

/// Pixels of the largest picture, 400 MB.
const MOST_PIXELS: f64 = 1e8;

impl Picture {
    /// The picture with so many pixels for each of its own.
    ///
    /// # Errors
    /// A scale for which there is no picture.
    pub fn to_png(&self, scale: f64) -> Result<Vec<u8>, String> {
        let [width, height] = self.size.map(|x| (x * scale).round());
        let is_possible = width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS;
        if !is_possible {
            return Err(format!("a picture of {width} × {height} pixels cannot be drawn"));
        }
        let pixmap = Pixmap::new(width as u32, height as u32);
        let mut pixmap = pixmap.ok_or_else(|| format!("a picture of {width} × {height} pixels cannot be drawn"))?;
        pixmap.fill(Color::WHITE);
        let turn = Transform::from_scale(scale as f32, scale as f32);
        let masks: Vec<_> = self.frames().into_iter().map(|frame| (frame, mask(frame, &pixmap, turn))).collect();
        for mark in &self.marks {
            match mark {
                Mark::Rule { from, to, stroke } => draw(&mut pixmap, &[vec![*from, *to]], stroke, turn, None),
                Mark::Curve { pieces, stroke, frame } => {
                    let mask = masks.iter().find(|(of, _)| of == frame).and_then(|(_, mask)| mask.as_ref());
                    draw(&mut pixmap, pieces, stroke, turn, mask);
                }
                Mark::Dot { at, radius, color } => {
                    if let Some(path) = PathBuilder::from_circle(at[0] as f32, at[1] as f32, *radius as f32) {
                        pixmap.fill_path(&path, &paint(color), FillRule::Winding, turn, None);
                    }
                }
                Mark::Text(text) => write(&mut pixmap, text, turn),
            }
        }
        pixmap.encode_png().map_err(|e| e.to_string())
    }
}

/// Everything inside a frame.
fn mask(frame: [f64; 4], pixmap: &Pixmap, turn: Transform) -> Option<Mask> {
    let [left, top, right, bottom] = frame.map(|x| x as f32);
    let mut mask = Mask::new(pixmap.width(), pixmap.height())?;
    let inside = PathBuilder::from_rect(tiny_skia::Rect::from_ltrb(left, top, right, bottom)?);
    mask.fill_path(&inside, FillRule::Winding, true, turn);
    Some(mask)
}

/// Colours of figures are written as `#rrggbb`.
fn paint(color: &str) -> Paint<'static> {
    let part = |k: usize| u8::from_str_radix(color.get(k..k + 2).unwrap_or("00"), 16).unwrap_or(0);
    let mut paint = Paint::default();
    paint.set_color_rgba8(part(1), part(3), part(5), 255);
    paint
}

fn draw(pixmap: &mut Pixmap, pieces: &[Vec<[f64; 2]>], stroke: &Stroke, turn: Transform, mask: Option<&Mask>) {
    let mut builder = PathBuilder::new();
    for piece in pieces {
        for (k, [x, y]) in piece.iter().map(|p| p.map(|x| x as f32)).enumerate() {
            if k == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
    }
    let Some(path) = builder.finish() else { return };
    let dash = StrokeDash::new(stroke.dashes.iter().map(|x| *x as f32).collect(), 0.0);
    let (line_cap, line_join) = (LineCap::Butt, LineJoin::Round);
    let width = stroke.width as f32;
    let stroke_of = tiny_skia::Stroke { width, dash, line_cap, line_join, ..Default::default() };
    pixmap.stroke_path(&path, &paint(stroke.color), &stroke_of, turn, mask);
}

fn write(pixmap: &mut Pixmap, text: &Text, turn: Transform) {
    let [x, y] = text.start().map(|x| x as f32);
    // From the base line at the origin, in em and y upwards, to its place.
    let size = text.size as f32;
    let upright = if text.is_upright { Transform::from_rotate(-90.0) } else { Transform::identity() };
    let place = Transform::from_scale(size, -size).post_concat(upright).post_translate(x, y).post_concat(turn);
    let builder = |at: f64, scale: f64| Letter { path: PathBuilder::new(), at: at as f32, scale: scale as f32 };
    font::outline(&text.text, builder, |letter| {
        if let Some(path) = letter.path.finish() {
            pixmap.fill_path(&path, &paint("#222222"), FillRule::Winding, place, None);
        }
    });
}

/// One letter's outline, in em.
struct Letter {
    path: PathBuilder,
    at: f32,
    scale: f32,
}

impl Letter {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.at + self.scale * x, self.scale * y)
    }
}

impl OutlineBuilder for Letter {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
