//! `[[parts]]`: other model files as parts of this one, each with a name, a place and values for its parameters.
//!
//! A part's tables become tables of the assembly: placed, and with the part's name and a dot before their names.
//! Gravity and settings of the part's file do not count. The library opens no files: whoever reads a model says how.

use super::dimension::Measure;
use super::document::{Entry, Value};
use super::keys;
use super::parameters::{Assigned, Given, Scope};
use super::part_placement::Placement;
use super::path::Path;
use super::read::{At, Reader};
use super::whole::{Inputs, Whole, read_whole};
use super::{Lines, ModelFile, part_mirror, part_names, suggest};
use crate::spatial::{Quat, Vec3};
use std::sync::Arc;

/// Levels of parts in parts.
const MOST_LEVELS: usize = 16;
/// Parts of a whole model; files that name one another twice could ask for any number.
const MOST_PARTS: usize = 100_000;
/// The axes along which a part can be mirrored.
pub(crate) const MIRRORS: &[&str] = &["x", "y", "z"];

/// The files of a model, as they are read.
pub(super) struct Files<'a> {
    pub inputs: &'a Inputs<'a>,
    /// Names of files from that of the model to the one being read, relative to the folder of the model.
    pub chain: Vec<String>,
    /// Folder of the model, for messages.
    pub folder: String,
    /// So many parts were read.
    pub count: usize,
}

impl Files<'_> {
    /// A file that the one being read names; `None` where files cannot be read.
    pub(super) fn open(&self, path: &str) -> Option<Result<Vec<u8>, String>> {
        let here = self.chain.last().map_or("", String::as_str);
        self.inputs.files.map(|open| open(&join(folder_of(here), path)))
    }
}

/// One `[[parts]]` table.
#[derive(Debug, Default)]
pub(super) struct PartEntry {
    name: Option<String>,
    file: Option<String>,
    position: Option<Vec<f64>>,
    orientation: Option<Vec<f64>>,
    angle: Option<f64>,
    mirror: Option<String>,
    parameters: Vec<(Assigned, usize)>,
    lines: Lines,
    /// Byte at which `file` begins, or the table.
    start: usize,
    path: String,
}

impl Reader<'_> {
    pub(super) fn part(&mut self, at: At) -> PartEntry {
        let mut part = PartEntry { start: at.node.start, path: at.path.to_string(), ..PartEntry::default() };
        let mut lines = Lines::default();
        let title = || super::read::title("part", at.node);
        self.table(at.node, &at.path, &title, keys::PART, &mut lines, &mut |r, key, at| match key {
            "name" => part.name = r.text(&at),
            "file" => {
                part.start = at.node.start;
                part.file = r.text(&at);
            }
            "position" => part.position = r.numbers(&at),
            "orientation" => part.orientation = r.numbers(&at),
            "angle" => part.angle = r.number(&at),
            "mirror" => part.mirror = r.text(&at),
            _ => part.parameters = r.part_parameters(&at),
        });
        part.lines = lines;
        part
    }

    fn part_parameters(&mut self, at: &At) -> Vec<(Assigned, usize)> {
        let Value::Table(entries) = &at.node.value else {
            self.expected::<()>(at, "a table such as { radius = 0.3 }");
            return Vec::new();
        };
        let mut values = Vec::new();
        for Entry { key, start, node } in entries {
            let here = At { node, path: Path::Key(&at.path, key), measure: Measure::Any };
            if let Some(value) = self.quantity(&here) {
                values.push((Assigned { name: key.to_string(), value }, *start));
            }
        }
        values
    }
}

/// Adds the tables of parts to those of a file. Returns whether all of them could be read.
pub(super) fn add_all(file: &mut ModelFile, parts: &[PartEntry], reader: &mut Reader, files: &mut Files) -> bool {
    let before = reader.faults.len();
    for (k, part) in parts.iter().enumerate() {
        if part.name.is_some() && parts[..k].iter().any(|other| other.name == part.name) {
            let message = "another part has this name; every name must be unique";
            reader.fault(part.start, &format_args!("{}.name", part.path), message.into());
        }
        let mut assembly = Assembly { file, reader, files };
        assembly.add(part);
    }
    reader.faults.len() == before
}

struct Assembly<'a, 'r, 's, 'f> {
    file: &'a mut ModelFile,
    reader: &'r mut Reader<'s>,
    files: &'r mut Files<'f>,
}

impl Assembly<'_, '_, '_, '_> {
    fn fault(&mut self, part: &PartEntry, key: &str, message: impl Into<String>) {
        let spot = part.lines.of(key);
        self.reader.fault_at(spot, &format!("{}.{key}", part.path), message.into());
    }

    fn add(&mut self, part: &PartEntry) {
        let placement = self.placement(part);
        let name = part.name.as_deref().filter(|name| !name.is_empty());
        if name.is_none() && (part.name.is_some() || !part.lines.has("name")) {
            self.fault(part, "name", "missing `name`: it stands before the names of the part's bodies and joints");
        }
        if part.file.is_none() && !part.lines.has("file") {
            self.fault(part, "file", "missing `file`: the model file of the part, relative to this one");
        }
        let (Some(name), Some(path), Some(placement)) = (name, &part.file, placement) else { return };
        let Some(mut read) = self.read(part, path) else { return };
        self.check_parameters(part, &read.scope);
        let planar = |file: &ModelFile| file.space.as_deref() == Some("planar");
        if planar(&read.file) != planar(self.file) {
            let [own, other] = [&*self.file, &read.file].map(|file| if planar(file) { "planar" } else { "spatial" });
            self.fault(part, "file", format!("'{path}' is a {other} model and this one {own}; they must agree"));
            return;
        }
        let source: Arc<str> = read.name.as_str().into();
        if read.file.contacts.iter_mut().any(|contact| contact.is_among_all()) {
            let message = format!("'{path}' has contacts between \"all\", which a part cannot have; name its bodies");
            self.fault(part, "file", message);
            return;
        }
        part_names::mark(&mut read.file, &source);
        if let Some(axis) = placement.mirror
            && let Err(name) = part_mirror::mirror(&mut read.file, placement.planar, axis)
        {
            let message = format!(
                "an expression of '{path}' reads `{name}`, which is not mirrored; leave out `mirror`, or read others"
            );
            self.fault(part, "mirror", message);
            return;
        }
        // Without a place of its own, the assembly may still say by joints where the part is.
        if ["position", "orientation", "angle", "mirror"].iter().any(|key| part.lines.has(key)) {
            placement.place(&mut read.file);
        }
        part_names::prefix(&mut read.file, name);
        self.file.bodies.append(&mut read.file.bodies);
        self.file.joints.append(&mut read.file.joints);
        self.file.forces.append(&mut read.file.forces);
        self.file.contacts.append(&mut read.file.contacts);
        self.file.ground.append(read.file.ground);
        self.file.markers.append(&mut read.file.markers);
        self.file.signals.append(&mut read.file.signals);
        self.file.states.append(&mut read.file.states);
        self.file.inputs.append(&mut read.file.inputs);
        self.file.curves.append(&mut read.file.curves);
        self.file.outputs.append(&mut read.file.outputs);
    }

    /// The part's file, with its own parts.
    fn read(&mut self, part: &PartEntry, path: &str) -> Option<Whole> {
        let here = self.files.chain.last().map_or("", String::as_str);
        let full = join(folder_of(here), path);
        if let Some(k) = self.files.chain.iter().position(|file| *file == full) {
            let circle = [&self.files.chain[k..], std::slice::from_ref(&full)].concat().join(" → ");
            self.fault(part, "file", format!("files are parts of one another in a circle: {circle}"));
            return None;
        }
        self.files.count += 1;
        if self.files.chain.len() > MOST_LEVELS || self.files.count > MOST_PARTS {
            let message =
                format!("more than {MOST_LEVELS} levels of parts, or {MOST_PARTS} parts; flatten some of them");
            self.fault(part, "file", message);
            return None;
        }
        let Some(open) = self.files.inputs.files else {
            self.fault(part, "file", "files of parts cannot be read here; name the model by its own file");
            return None;
        };
        let text = match open(&full).map(String::from_utf8) {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => {
                self.fault(part, "file", format!("'{path}' is not a text in UTF-8; model files are TOML or JSON"));
                return None;
            }
            Err(message) => {
                self.fault(part, "file", format!("cannot read '{path}': {message}"));
                return None;
            }
        };
        let label = join(&self.files.folder, &full);
        self.files.chain.push(full);
        let values = part.parameters.iter().map(|(assigned, _)| assigned.clone()).collect();
        let given = Given::Values(values, &self.reader.scope.units);
        let read = read_whole(&text, &label, &given, self.files);
        self.files.chain.pop();
        match read {
            Ok(whole) => Some(whole),
            Err(faults) => {
                self.reader.faults.extend(faults);
                None
            }
        }
    }

    fn check_parameters(&mut self, part: &PartEntry, scope: &Scope) {
        for (Assigned { name, .. }, start) in &part.parameters {
            if !scope.knows(name) {
                let file = part.file.as_deref().unwrap_or_default();
                let remedy = match scope.find_near(name) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "it must be among its `[parameters]`".into(),
                };
                let message = format!("'{file}' has no parameter `{name}`; {remedy}");
                self.reader.fault(*start, &format_args!("{}.parameters.{name}", part.path), message);
            }
        }
    }

    fn placement(&mut self, part: &PartEntry) -> Option<Placement> {
        let before = self.reader.faults.len();
        let planar = self.file.space.as_deref() == Some("planar");
        let n = if planar { 2 } else { 3 };
        let mut position = Vec3::ZERO;
        match part.position.as_deref() {
            Some(written) if written.len() == n => (0..n).for_each(|k| position[k] = written[k]),
            Some(written) => {
                self.fault(part, "position", format!("`position` needs {n} numbers, found {}", written.len()));
            }
            None => {}
        }
        let orientation = self.orientation(part, planar);
        let mirror = part.mirror.as_deref().map(|word| MIRRORS.iter().position(|axis| *axis == word));
        match mirror {
            Some(None) => {
                let message = suggest::unknown("mirror", part.mirror.as_deref().unwrap_or_default(), MIRRORS);
                self.fault(part, "mirror", message);
            }
            Some(Some(2)) if planar => self.fault(part, "mirror", "a planar part is mirrored along \"x\" or \"y\""),
            Some(Some(_)) | None => {}
        }
        let angle = part.angle.unwrap_or(0.0);
        let good = self.reader.faults.len() == before;
        good.then_some(Placement { planar, position, orientation, angle, mirror: mirror.flatten() })
    }

    fn orientation(&mut self, part: &PartEntry, planar: bool) -> Quat {
        let about_z = Quat::about(Vec3([0.0, 0.0, 1.0]), part.angle.unwrap_or(0.0));
        match (planar, part.orientation.as_deref()) {
            (true, Some(_)) => {
                self.fault(part, "orientation", "a planar part has no `orientation`; use `angle`, about z");
            }
            (true, None) => return about_z,
            (false, _) if part.angle.is_some() => {
                self.fault(part, "angle", "a spatial part has no `angle`; use `orientation = [w, x, y, z]`");
            }
            (false, None) => {}
            (false, Some(&[w, x, y, z])) => {
                let size = (w * w + x * x + y * y + z * z).sqrt();
                if (size - 1.0).abs() < 1e-3 {
                    return Quat([w, x, y, z]).normalized();
                }
                self.fault(
                    part,
                    "orientation",
                    format!("the quaternion has length {size}; it must be a unit quaternion"),
                );
            }
            (false, Some(written)) => {
                let message = format!("`orientation` needs 4 numbers [w, x, y, z], found {}", written.len());
                self.fault(part, "orientation", message);
            }
        }
        Quat::IDENTITY
    }
}

/// The folder of a file, with the slash behind it.
pub(super) fn folder_of(file: &str) -> &str {
    file.rfind(['/', '\\']).map_or("", |slash| &file[..=slash])
}

/// A path seen from a folder, without detours.
fn join(folder: &str, path: &str) -> String {
    let is_absolute = path.starts_with(['/', '\\']) || path.get(1..2) == Some(":");
    if is_absolute || folder.is_empty() && !path.contains("..") && !path.contains("./") {
        return path.to_string();
    }
    let whole = format!("{folder}{path}");
    let mut steps: Vec<&str> = Vec::new();
    for step in whole.split(['/', '\\']) {
        match step {
            "." => {}
            ".." if steps.last().is_some_and(|last| !matches!(*last, ".." | "")) => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_the_file_that_names_them() {
        for (from, path, expected) in [
            ("car.toml", "wheel.toml", "wheel.toml"),
            ("parts/axle.toml", "wheel.toml", "parts/wheel.toml"),
            ("parts/axle.toml", "../wheel.toml", "wheel.toml"),
            ("parts/axle.toml", "./tyres/../wheel.toml", "parts/wheel.toml"),
            ("a.toml", "../wheel.toml", "../wheel.toml"),
            ("../b/a.toml", "../wheel.toml", "../wheel.toml"),
            ("parts/axle.toml", "/lib/wheel.toml", "/lib/wheel.toml"),
            ("/x/axle.toml", "../../wheel.toml", "/../wheel.toml"),
        ] {
            assert_eq!(join(folder_of(from), path), expected, "{from} {path}");
        }
    }
}
