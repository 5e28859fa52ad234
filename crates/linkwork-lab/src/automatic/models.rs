//! Models on which the choice of `auto` is judged: the gallery, models of its generators, and trees like robots, with
//! and without loops. Ends are such that no motion amplifies differences beyond recognition.

use linkwork::{Model, ModelFile, Space, gallery};
use std::f64::consts::TAU;
use std::fmt::Write;

/// A model and how long it is simulated (s).
pub(super) struct Trial {
    pub name: String,
    pub model: Model,
    pub end: f64,
}

/// Models of the gallery, by name.
const GALLERY: [(&str, f64); 20] = [
    ("pendulum", 5.0),
    ("double-pendulum", 3.0),
    ("double-pendulum-spherical", 3.0),
    ("free-body", 5.0),
    ("heavy-top", 1.0),
    ("slider-crank", 3.0),
    ("four-bar", 3.0),
    ("four-bars", 3.0),
    ("bricard", 5.0),
    ("flyball-governor", 5.0),
    ("andrews", 0.03),
    ("manipulator", 2.0),
    ("hmmwv", 3.0),
    ("pendulums", 1.0),
    ("chain16", 3.0),
    ("chain16-spatial", 3.0),
    ("insulator", 3.0),
    ("star", 3.0),
    ("net", 1.0),
    ("track", 2.0),
];

/// A tree of bodies that hang on one another, released from rest.
struct Tree {
    bodies: usize,
    space: Space,
    /// Types of joints, in turns.
    joints: &'static [&'static str],
    /// Every so many bodies a branch begins.
    branching: usize,
    /// Rods between bodies, each of which closes a loop.
    rods: usize,
}

/// All of them.
///
/// # Errors
/// When a model cannot be built.
pub(super) fn list() -> Result<Vec<Trial>, String> {
    let mut trials = Vec::new();
    for (name, end) in GALLERY {
        let text = gallery::find(name).ok_or_else(|| format!("there is no model '{name}'"))?;
        trials.push(Trial::parse(name, &text, end)?);
    }
    let (plane, space) = (Space::Planar, Space::Spatial);
    for (n, end) in [(6, 3.0), (60, 2.0), (200, 0.5)] {
        trials.push(Trial::generate(format!("chain {n}"), gallery::chain(n, space), end)?);
        trials.push(Trial::generate(format!("planar chain {n}"), gallery::chain(n, plane), end)?);
        trials.push(Trial::generate(format!("pendulums {n}"), gallery::pendulums(n), 0.5 * end)?);
    }
    for (n, end) in [(4, 5.0), (16, 5.0)] {
        trials.push(Trial::generate(format!("four-bars {n}"), gallery::four_bars(n, space), end)?);
        trials.push(Trial::generate(format!("planar four-bars {n}"), gallery::four_bars(n, plane), end)?);
    }
    for (n, end) in [(3, 1.0), (6, 0.3)] {
        trials.push(Trial::generate(format!("net {n}"), gallery::net(n), end)?);
    }
    for (n, end) in [(12, 3.0), (40, 2.0)] {
        trials.push(Trial::generate(format!("star {n}"), gallery::star(n), end)?);
    }
    for (n, end) in [(20, 1.0), (100, 0.3)] {
        trials.push(Trial::generate(format!("track {n}"), gallery::track(n), end)?);
    }
    for (n, end) in [(5, 3.0), (80, 0.3)] {
        trials.push(Trial::generate(format!("insulator {n}"), gallery::insulator(n), end)?);
    }
    for (name, tree, end) in trees() {
        trials.push(Trial::parse(name, &tree.write(), end)?);
    }
    Ok(trials)
}

fn trees() -> [(&'static str, Tree, f64); 10] {
    let (plane, space) = (Space::Planar, Space::Spatial);
    let tree = |bodies, space, joints, branching, rods| Tree { bodies, space, joints, branching, rods };
    [
        ("arm", tree(6, space, &["revolute"], 100, 0), 1.0),
        ("arm with a slide", tree(7, space, &["revolute", "prismatic", "revolute"], 100, 0), 1.0),
        ("quadruped", tree(13, space, &["revolute"], 3, 0), 0.5),
        ("humanoid", tree(30, space, &["revolute", "spherical", "universal"], 5, 0), 0.3),
        ("planar tree", tree(10, plane, &["revolute"], 4, 0), 0.5),
        ("large planar tree", tree(60, plane, &["revolute", "prismatic"], 4, 0), 0.3),
        ("rope", tree(200, space, &["spherical"], 1000, 0), 0.2),
        ("arm with a rod", tree(12, space, &["revolute"], 5, 1), 0.5),
        ("tree with rods", tree(100, space, &["revolute"], 7, 3), 0.2),
        ("planar tree with rods", tree(30, plane, &["revolute"], 4, 3), 0.3),
    ]
}

impl Trial {
    fn parse(name: &str, text: &str, end: f64) -> Result<Trial, String> {
        let model = Model::parse(text, "model.toml").map_err(|faults| format!("{name}: {faults}"))?;
        Ok(Trial { name: name.into(), model, end })
    }

    fn generate(name: String, file: Result<ModelFile, String>, end: f64) -> Result<Trial, String> {
        let model = file?.build().map_err(|faults| format!("{name}: {faults}"))?;
        Ok(Trial { name, model, end })
    }
}

impl Tree {
    /// As a model file. Rods of 0.4 m point in directions that do not repeat, each from the end of the one that carries
    /// it.
    fn write(&self) -> String {
        let mut text = match self.space {
            Space::Planar => String::from("space = \"planar\"\ngravity = [0.0, -9.81]\n"),
            Space::Spatial => String::from("space = \"spatial\"\ngravity = [0.0, -9.81, 0.0]\n"),
        };
        let mut ends: Vec<[f64; 3]> = Vec::with_capacity(self.bodies);
        let mut centers: Vec<[f64; 3]> = Vec::with_capacity(self.bodies);
        for body in 0..self.bodies {
            let parent = if body > 0 && body % self.branching == 0 { Some(body / 2) } else { body.checked_sub(1) };
            let begin = parent.map_or([0.0; 3], |parent| ends[parent]);
            let way = self.direction(body);
            let at = |part: f64| std::array::from_fn(|k| begin[k] + part * 0.4 * way[k]);
            self.write_body(&mut text, body, at(0.5));
            self.write_joint(&mut text, body, parent, begin);
            centers.push(at(0.5));
            ends.push(at(1.0));
        }
        for rod in 0..self.rods {
            let pair = [self.bodies - 1 - rod, (rod + 1) * self.bodies / (self.rods + 2)];
            let [from, to] = pair.map(|body| self.vector(centers[body]));
            let [first, second] = pair;
            let _ = writeln!(text, "[[joints]]\nname = \"rod{rod}\"\ntype = \"distance\"");
            let _ = writeln!(text, "bodies = [\"body{first}\", \"body{second}\"]\npoint = {from}\npoint2 = {to}");
        }
        text
    }

    /// Directions turn by the golden angle from body to body.
    fn direction(&self, body: usize) -> [f64; 3] {
        let turns = 0.381_966 * body as f64;
        let (sin, cos) = (TAU * turns).sin_cos();
        let rise = match self.space {
            Space::Planar => 0.0,
            Space::Spatial => 0.5 * (3.0 * turns).sin(),
        };
        let flat = (1.0 - rise * rise).sqrt();
        [flat * cos, flat * sin, rise]
    }

    fn write_body(&self, text: &mut String, body: usize, center: [f64; 3]) {
        let inertia = match self.space {
            Space::Planar => "0.0133",
            Space::Spatial => "[0.0133, 0.0134, 0.0135]",
        };
        let center = self.vector(center);
        let _ =
            writeln!(text, "[[bodies]]\nname = \"body{body}\"\nmass = 1.0\ninertia = {inertia}\nposition = {center}");
    }

    fn write_joint(&self, text: &mut String, body: usize, parent: Option<usize>, point: [f64; 3]) {
        let kind = self.joints[body % self.joints.len()];
        let on = parent.map_or("ground".into(), |parent| format!("body{parent}"));
        let _ = writeln!(
            text,
            "[[joints]]\nname = \"joint{body}\"\ntype = \"{kind}\"\nbodies = [\"{on}\", \"body{body}\"]"
        );
        let _ = writeln!(text, "point = {}", self.vector(point));
        let turns_in_plane = kind == "revolute" && self.space == Space::Planar;
        if kind != "spherical" && !turns_in_plane {
            let _ = writeln!(text, "axis = {}", self.vector(self.direction(2 * body + 1)));
        }
        if kind == "universal" {
            let [x, y, _] = self.direction(2 * body + 1);
            let _ = writeln!(text, "axis2 = [{}, {x}, 0.0]", -y);
        }
    }

    fn vector(&self, [x, y, z]: [f64; 3]) -> String {
        match self.space {
            Space::Planar => format!("[{x}, {y}]"),
            Space::Spatial => format!("[{x}, {y}, {z}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_models_can_be_built_and_have_names_of_their_own() {
        let trials = list().unwrap();
        let mut names: Vec<&str> = trials.iter().map(|trial| trial.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), trials.len());
        let rods = trials.iter().find(|trial| trial.name == "tree with rods").unwrap();
        assert_eq!((rods.model.n_bodies(), rods.model.n_joints()), (100, 103));
    }
}
