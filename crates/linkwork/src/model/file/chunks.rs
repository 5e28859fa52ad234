//! Long TOML files in pieces: the tables of a list one stretch after the other, each read by itself, so that what was
//! written of a million bodies is never in memory at once.
//!
//! A text is cut before lines that open a table of the model's lists, or `[simulation]`. A list may be continued
//! anywhere in TOML, so pieces mean together what the text means, as long as each is valid and has no other keys than
//! the ones it opens; whoever reads them makes sure of that, and of the rest by reading the text as a whole. A cut
//! inside a string or an array leaves something open, which is not valid.

use super::{Faults, ModelFile, read};
use std::ops::Range;

/// Shorter texts are read as a whole.
const LONG: usize = 1 << 20;
/// A piece ends after so many bytes: read, it takes some twenty times the memory.
const PIECE: usize = 1 << 18;

const LISTS: [&str; 3] = ["bodies", "joints", "forces"];
/// Keys that a text in pieces may have besides; others are read with the whole text.
const HEAD: [&str; 5] = ["name", "space", "gravity", "simulation", "$schema"];

/// A long text with its cuts.
pub(crate) struct Pieces<'a> {
    text: &'a str,
    name: &'a str,
    /// The text before the first cut, and `[simulation]`.
    head: Vec<Range<usize>>,
    /// By list.
    lists: [Vec<Range<usize>>; 3],
}

/// Some tables of a list.
pub(crate) struct Piece {
    /// Lines of the text before it.
    pub lines_before: u32,
    /// The tables.
    pub file: ModelFile,
}

impl<'a> Pieces<'a> {
    /// Cuts a text; `None` for short ones and other languages. `name` ends in `.toml`.
    pub(crate) fn cut(text: &'a str, name: &'a str) -> Option<Pieces<'a>> {
        let is_toml = name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("toml"));
        if text.len() < LONG || !is_toml {
            return None;
        }
        let mut pieces = Pieces { text, name, head: Vec::new(), lists: Default::default() };
        let mut present: (Option<usize>, usize) = (None, 0);
        let lines = text.match_indices("\n[").map(|(before, _)| before + 1);
        for (at, opened) in lines.filter_map(|at| Some((at, find_opened(&text[at..])?))) {
            let (list, start) = present;
            if opened != list || opened.is_none() || at - start >= PIECE {
                pieces.add(list, start..at);
                present = (opened, at);
            }
        }
        pieces.add(present.0, present.1..text.len());
        Some(pieces)
    }

    fn add(&mut self, list: Option<usize>, range: Range<usize>) {
        list.map_or(&mut self.head, |list| &mut self.lists[list]).push(range);
    }

    /// Everything but the lists; `None` where it cannot be read by itself.
    pub(crate) fn read_head(&self) -> Option<ModelFile> {
        let mut whole = ModelFile::default();
        for range in &self.head {
            let part = self.read(range).ok()?;
            let is_of_head = |key: &str| HEAD.contains(&key) && !whole.lines.has(key);
            if part.lines.keys.iter().any(|(key, _)| !is_of_head(key)) {
                return None;
            }
            whole.lines.keys.extend_from_slice(&part.lines.keys);
            let [name, space] = [part.name.or(whole.name), part.space.or(whole.space)];
            let simulation = if part.lines.has("simulation") { part.simulation } else { whole.simulation };
            let gravity = part.gravity.or(whole.gravity);
            whole = ModelFile { file: part.file, name, space, gravity, simulation, lines: whole.lines, ..whole };
        }
        Some(whole)
    }

    /// The pieces of a list, one after the other; the last one is `None` where a piece cannot be read by itself.
    pub(crate) fn read_list(&self, list: &'static str) -> impl Iterator<Item = Option<Piece>> {
        let ranges = LISTS.iter().zip(&self.lists).find(|(name, _)| **name == list).map(|(_, ranges)| ranges);
        let (mut counted, mut lines_before) = (0, 0);
        ranges.into_iter().flatten().map(move |range| {
            let passed = &self.text.as_bytes()[counted..range.start];
            lines_before += passed.iter().filter(|byte| **byte == b'\n').count() as u32;
            counted = range.start;
            let file = self.read(range).ok()?;
            matches!(file.lines.keys[..], [(key, _)] if key == list).then_some(Piece { lines_before, file })
        })
    }

    fn read(&self, range: &Range<usize>) -> Result<ModelFile, Faults> {
        read(&self.text[range.clone()], self.name)
    }
}

/// The table that the line at the beginning of this text opens: one of a list, or `[simulation]`, which belongs to no
/// list.
fn find_opened(text: &str) -> Option<Option<usize>> {
    let rest = text.strip_prefix('[')?;
    let Some(inside) = rest.strip_prefix('[') else {
        return rest.starts_with("simulation]").then_some(None);
    };
    let opens = |list: &&str| inside.strip_prefix(*list).is_some_and(|rest| rest.starts_with("]]"));
    LISTS.iter().position(opens).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(n: usize) -> String {
        crate::gallery::chain(n, crate::Space::Spatial).unwrap().to_toml()
    }

    fn count(pieces: &Pieces, list: &'static str) -> (usize, usize) {
        let read: Vec<ModelFile> = pieces.read_list(list).map(|piece| piece.unwrap().file).collect();
        (read.len(), read.iter().map(|file| file.bodies.len() + file.joints.len()).sum())
    }

    #[test]
    fn a_long_text_is_read_in_pieces() {
        let text = chain(3000);
        let pieces = Pieces::cut(&text, "chain.toml").unwrap();
        assert_eq!(pieces.read_head().unwrap().name.as_deref(), Some("chain"));
        for list in ["bodies", "joints"] {
            let (n, tables) = count(&pieces, list);
            assert!(n > 1 && tables == 3000, "{n} {tables}");
        }
        assert!(Pieces::cut(&text, "chain.json").is_none());
        assert!(Pieces::cut(&chain(10), "chain.toml").is_none());
    }

    #[test]
    fn what_cannot_be_cut_is_seen() {
        let body = |k: usize| format!("[[bodies]]\nname = \"b{k}\"\nmass = 1.0\ninertia = [1, 1, 1]\n");
        let many: String = (0..20_000).map(body).collect();
        let ends_well = |text: String| {
            let pieces = Pieces::cut(&text, "a.toml").unwrap();
            pieces.read_head().is_some() && pieces.read_list("bodies").all(|piece| piece.is_some())
        };
        assert!(ends_well(format!("name = \"m\"\n{many}[simulation]\nend = 1.0\n{many}")));
        for (head, tail) in [
            ("name = '''\n[[bodies]]\n'''\n", ""),
            ("bodies = []\n", ""),
            ("simulation.end = 1\n", "[simulation]\nend = 2\n"),
            ("", "[simulation]\nend = 2\n[simulation]\nstep = 2\n"),
            ("", "[joints.a]\n"),
            ("", "mass = 2\n"),
        ] {
            assert!(!ends_well(format!("{head}\n{many}{tail}")), "{head:?} {tail:?}");
        }
    }
}
