//! The parts of a picture once everything has its place: lines, dots and texts, in pixels from the upper left corner.

use super::font;

/// Marks on a sheet, in the order in which they are drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    pub(super) size: [f64; 2],
    pub(super) marks: Vec<Mark>,
}

/// Something drawn.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// A line of axes, ticks or legend.
    Rule { from: [f64; 2], to: [f64; 2], stroke: Stroke },
    /// Through points; several pieces where it is interrupted. Not drawn outside its frame: left, top, right, bottom.
    Curve { pieces: Vec<Vec<[f64; 2]>>, stroke: Stroke, frame: [f64; 4] },
    /// Confined to nothing.
    Dot { at: [f64; 2], radius: f64, color: &'static str },
    /// One line of text.
    Text(Text),
}

impl Mark {
    /// The frame that confines it.
    pub fn frame(&self) -> Option<[f64; 4]> {
        match self {
            Mark::Curve { frame, .. } => Some(*frame),
            Mark::Rule { .. } | Mark::Dot { .. } | Mark::Text(_) => None,
        }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub color: &'static str,
    pub width: f64,
    /// Lengths of dashes and gaps; empty for none.
    pub dashes: &'static [f64],
}

/// One line of text.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// On the base line, at the anchor.
    pub at: [f64; 2],
    pub text: String,
    pub size: f64,
    pub anchor: Anchor,
    /// Read from below.
    pub is_upright: bool,
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Text {
    /// Where its first letter begins, on the base line.
    pub fn start(&self) -> [f64; 2] {
        let back = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => 0.5 * font::width(&self.text, self.size),
            Anchor::End => font::width(&self.text, self.size),
        };
        let [x, y] = self.at;
        if self.is_upright { [x, y + back] } else { [x - back, y] }
    }

    /// Left, top, right, bottom of its letters, about.
    #[cfg(test)]
    fn bounds(&self) -> [f64; 4] {
        let ([x, y], width) = (self.start(), font::width(&self.text, self.size));
        let (above, below) = (0.76 * self.size, 0.24 * self.size);
        if self.is_upright { [x - above, y - width, x + below, y] } else { [x, y - above, x + width, y + below] }
    }
}

impl Picture {
    /// Frames of curves, each once.
    pub(super) fn frames(&self) -> Vec<[f64; 4]> {
        let mut frames: Vec<[f64; 4]> = self.marks.iter().filter_map(Mark::frame).collect();
        frames.dedup();
        frames
    }

    /// Every text with the room it takes.
    #[cfg(test)]
    pub(super) fn text_boxes(&self) -> Vec<(String, [f64; 4])> {
        let texts = self.marks.iter().filter_map(|mark| match mark {
            Mark::Text(text) => Some((text.text.clone(), text.bounds())),
            _ => None,
        });
        texts.collect()
    }
}
