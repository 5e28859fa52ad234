//! Pictures as SVG: texts stay texts, with the name of the font that the layout reckons with.

use super::marks::{Anchor, Mark, Picture, Stroke, Text};
use crate::page::escape;
use std::fmt::Write;

impl Picture {
    /// The picture as one SVG element.
    pub fn to_svg(&self) -> String {
        let [width, height] = self.size;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for frame in self.frames() {
            out += &format!("<clipPath id=\"{}\"><rect {}/></clipPath>\n", name(frame), rectangle(frame));
        }
        // Writing to a string does not fail.
        for mark in &self.marks {
            let _ = match mark {
                Mark::Rule { from, to, stroke } => {
                    let [[x1, y1], [x2, y2]] = [from, to].map(|p| p.map(short));
                    writeln!(out, "<path d=\"M{x1} {y1}L{x2} {y2}\"{}/>", describe(stroke))
                }
                Mark::Curve { pieces, stroke, frame } => {
                    let (path, id) = (path(pieces), name(*frame));
                    writeln!(out, "<path class=\"curve\" clip-path=\"url(#{id})\" d=\"{path}\"{}/>", describe(stroke))
                }
                Mark::Dot { at, radius, color } => {
                    let [x, y] = at.map(short);
                    writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\"/>")
                }
                Mark::Text(text) => writeln!(out, "{}", write_text(text)),
            };
        }
        out + "</svg>\n"
    }
}

/// Name of a frame: only its own confines a curve, also where several figures share a page.
fn name([left, top, right, bottom]: [f64; 4]) -> String {
    format!("frame-{:x}", (left * 7.0 + top * 1e3 + right * 1e5 + bottom * 1e7) as u64)
}

fn rectangle([left, top, right, bottom]: [f64; 4]) -> String {
    format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        short(left),
        short(top),
        short(right - left),
        short(bottom - top)
    )
}

/// Hundredths of pixels are enough.
fn short(x: f64) -> f64 {
    (100.0 * x).round() / 100.0
}

fn path(pieces: &[Vec<[f64; 2]>]) -> String {
    let mut path = String::new();
    for piece in pieces {
        for (k, point) in piece.iter().enumerate() {
            let [x, y] = point.map(short);
            let _ = write!(path, "{}{x} {y}", if k == 0 { 'M' } else { 'L' });
        }
    }
    path
}

fn describe(stroke: &Stroke) -> String {
    let mut text = format!(" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", stroke.color, stroke.width);
    if !stroke.dashes.is_empty() {
        let lengths: Vec<String> = stroke.dashes.iter().map(f64::to_string).collect();
        text += &format!(" stroke-dasharray=\"{}\"", lengths.join(" "));
    } else {
        text += " stroke-linejoin=\"round\"";
    }
    text
}

fn write_text(text: &Text) -> String {
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let [x, y] = text.at.map(short);
    let turn = if text.is_upright { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
    // XML knows no control characters.
    let content = escape(&text.text.replace(char::is_control, " "));
    format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" text-anchor=\"{anchor}\"{turn}>{content}</text>", text.size)
}
