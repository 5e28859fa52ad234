//! Where the joints of a model stand in its file, for messages about what is found after the file was read. It says
//! nothing about the motion: it is neither hashed nor serialized.

use super::Model;
use super::file::{Lines, PartPlace};
use crate::spatial::Vec3;

/// Keys of a joint whose lines are kept; for other ones the line of the joint stands.
const KEYS: [&str; 3] = ["motion", "q", "qd"];

/// Lines of a model file on which its joints stand.
#[derive(Clone, Debug, Default)]
pub struct Source {
    file: String,
    /// By joint: from 1, or zero when it was built in Rust.
    joints: Vec<u32>,
    /// Few joints have such keys; in the order of the joints.
    keys: Vec<KeyLine>,
    /// Joints of parts; in the order of the joints.
    parts: Vec<(u32, PartPlace)>,
    /// Bodies whose mass is computed from their shapes.
    filled: Vec<Filled>,
}

/// A body whose mass, centre and inertia were computed from a density and shapes.
#[derive(Clone, Copy, Debug)]
pub struct Filled {
    /// Its number.
    pub body: usize,
    /// Centre of mass from the body's own origin, in its axes (m).
    pub center: Vec3,
}

#[derive(Clone, Copy, Debug)]
struct KeyLine {
    joint: u32,
    key: &'static str,
    line: u32,
}

impl Source {
    pub(super) fn new(file: &str) -> Source {
        Source { file: file.to_string(), ..Source::default() }
    }

    /// The next joint, in a text that follows so many lines of the file.
    pub(super) fn add_joint(&mut self, lines: &Lines, lines_before: u32) {
        let joint = self.joints.len() as u32;
        self.joints.push(lines.table.line + lines_before);
        self.parts.extend(lines.part.as_deref().map(|part| (joint, part.clone())));
        let written = KEYS.into_iter().filter(|key| lines.has(key));
        self.keys.extend(written.map(|key| KeyLine { joint, key, line: lines.of(key).line + lines_before }));
    }

    pub(super) fn add_filled(&mut self, body: Filled) {
        self.filled.push(body);
    }

    /// Bodies whose mass, centre and inertia were computed from a density and shapes.
    pub fn filled_bodies(&self) -> &[Filled] {
        &self.filled
    }

    fn find_line(&self, joint: usize, key: &str) -> Option<u32> {
        let first = self.keys.partition_point(|line| (line.joint as usize) < joint);
        let own = self.keys[first..].iter().take_while(|line| line.joint as usize == joint);
        let line = own.into_iter().find(|line| line.key == key).map(|line| line.line);
        line.or(self.joints.get(joint).copied()).filter(|line| *line > 0)
    }
}

impl Model {
    /// Where the file has a joint, or one of its keys, such as `cardan.toml:12: joints[2].motion`; `None` where no file
    /// has it. An empty key means the joint itself.
    pub fn find_place(&self, joint: &str, key: &str) -> Option<String> {
        let index = self.joints.iter().position(|j| j.name == joint)?;
        let line = self.source.find_line(index, key)?;
        let dot = if key.is_empty() { "" } else { "." };
        let parts = &self.source.parts;
        let part = parts.binary_search_by_key(&(index as u32), |(joint, _)| *joint).ok().map(|k| &parts[k].1);
        let (file, index) = part.map_or((&self.source.file[..], index), |part| (&part.file, part.index));
        Some(format!("{file}:{line}: joints[{index}]{dot}{key}"))
    }
}
