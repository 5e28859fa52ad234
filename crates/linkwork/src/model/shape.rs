//! Shapes of bodies: what is drawn, and what a density fills.

use super::Shape;
use crate::spatial::Vec3;
use serde_json::Value;

/// Keys that hold points, in body axes.
const POINTS: [&str; 3] = ["position", "from", "to"];

impl Shape {
    /// A point under a key; in planar models it has two numbers and lies in the plane.
    pub(super) fn find_point(&self, key: &str) -> Option<Vec3> {
        let list = self.keys.get(key)?.as_array()?;
        let number = |k: usize| list.get(k).map_or(Some(0.0), Value::as_f64).filter(|x| x.is_finite());
        let is_point = matches!(list.len(), 2 | 3);
        is_point.then(|| Some(Vec3([number(0)?, number(1)?, number(2)?])))?
    }

    /// Whether the ends of its axis are given.
    pub(super) fn has_ends(&self) -> bool {
        self.find_point("from").is_some() && self.find_point("to").is_some()
    }

    /// Its orientation, if it has one.
    pub(super) fn find_orientation(&self) -> Option<[f64; 4]> {
        let list = self.keys.get("orientation")?.as_array()?;
        let numbers: Vec<f64> = list.iter().filter_map(Value::as_f64).filter(|x| x.is_finite()).collect();
        numbers.try_into().ok()
    }

    /// Mirrors its own geometry along an axis once more.
    pub(super) fn toggle_mirror(&mut self, axis: &str) {
        let mut axes: String = self.keys.get("mirror").and_then(Value::as_str).unwrap_or_default().into();
        axes = if axes.contains(axis) { axes.replace(axis, "") } else { axes + axis };
        self.keys.insert("mirror".into(), axes.into());
    }

    /// With its points changed.
    pub(super) fn with_points(&self, change: impl Fn(Vec3) -> Vec3) -> Shape {
        let mut shape = self.clone();
        for key in POINTS {
            if let Some(point) = self.find_point(key) {
                shape.keys.insert(key.into(), change(point).0.to_vec().into());
            }
        }
        shape
    }

    /// In body axes from the centre of mass, which is here.
    pub(super) fn seen_from(&self, center: Vec3) -> Shape {
        if center == Vec3::ZERO {
            return self.clone();
        }
        let mut placed = self.clone();
        if !self.has_ends() && !self.keys.contains_key("position") {
            placed.keys.insert("position".into(), [0.0; 3].to_vec().into());
        }
        placed.with_points(|point| point - center)
    }
}
