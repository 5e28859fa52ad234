//! The font of figures: widths of texts, and outlines of letters. `fonts/figure.ttf` has Latin, Greek and signs of
//! mathematics.

use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};

static DATA: &[u8] = include_bytes!("../../fonts/figure.ttf");
/// `None` only if the file in the source tree were no font, which a test would show.
static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(DATA, 0).ok());

/// Used where a letter is unknown: about that of most letters.
const USUAL_ADVANCE: f64 = 0.6;

fn advance(face: &Face, letter: char) -> f64 {
    let glyph = face.glyph_index(letter).and_then(|glyph| face.glyph_hor_advance(glyph));
    glyph.map_or(USUAL_ADVANCE, |units| f64::from(units) / f64::from(face.units_per_em()))
}

/// Width of a text in a size, both in pixels.
pub fn width(text: &str, size: f64) -> f64 {
    let Some(face) = &*FACE else { return USUAL_ADVANCE * size * text.chars().count() as f64 };
    size * text.chars().map(|letter| advance(face, letter)).sum::<f64>()
}

/// The text, shortened until it is no wider than this.
pub fn fit(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.to_string();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let shorter: String = kept.iter().collect::<String>() + "…";
        if width(&shorter, size) <= most {
            return shorter;
        }
    }
    String::new()
}

/// Tells the outlines of all letters to the builder, in em from the start of the base line, y upwards; each with its
/// place.
pub fn outline<B: OutlineBuilder>(text: &str, mut builder_at: impl FnMut(f64, f64) -> B, mut done: impl FnMut(B)) {
    let Some(face) = &*FACE else { return };
    let mut at = 0.0;
    for letter in text.chars() {
        let mut builder = builder_at(at, 1.0 / f64::from(face.units_per_em()));
        if let Some(glyph) = face.glyph_index(letter) {
            face.outline_glyph(glyph, &mut builder);
        }
        done(builder);
        at += advance(face, letter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_what_figures_need() {
        let face = FACE.as_ref().unwrap();
        for letter in "abcXYZ0189.,()[]/·²³⁰¹⁴⁵⁶⁷⁸⁹⁻−×µαωäßé…–≤".chars() {
            assert!(face.glyph_index(letter).is_some(), "{letter}");
        }
        assert!(width("MMM", 10.0) > 2.0 * width("iii", 10.0));
    }

    #[test]
    fn long_texts_are_shortened() {
        assert_eq!(fit("short", 10.0, 100.0), "short");
        let fitted = fit("a very long name indeed", 10.0, 60.0);
        assert!(fitted.ends_with('…') && width(&fitted, 10.0) <= 60.0 && fitted.len() > 6, "{fitted}");
        assert_eq!(fit("anything", 10.0, 1.0), "");
    }
}
