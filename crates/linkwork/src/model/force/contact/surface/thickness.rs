//! How deep others may be behind a facet and still count as being outside of it: half of the way through the solid.

use super::tree::Tree;
use super::{Facet, Feature};
use crate::spatial::Vec3;

/// Part of the thickness that counts.
const PART: f64 = 0.5;

/// Writes the limits of all facets; in a convex solid there are none.
pub(super) fn write_limits(facets: &mut [Facet], tree: &Tree, is_convex: bool, radius: f64) {
    let limits: Vec<f64> = facets
        .iter()
        .map(|facet| if is_convex { f64::INFINITY } else { PART * thickness(facet, facets, tree, radius) })
        .collect();
    facets.iter_mut().zip(limits).for_each(|(facet, limit)| facet.limit = limit);
}

/// The way from the middle of a facet through the solid to the next one that looks the other way; the radius of the
/// whole where there is none, as behind a ground that is open below.
fn thickness(facet: &Facet, facets: &[Facet], tree: &Tree, radius: f64) -> f64 {
    let n = facet.corners.len() as f64;
    let middle = 1.0 / n * facet.corners.iter().fold(Vec3::ZERO, |sum, corner| sum + *corner);
    let end = middle - 2.0 * radius * facet.normal;
    let (least, most) =
        (Vec3([0, 1, 2].map(|k| middle[k].min(end[k]))), Vec3([0, 1, 2].map(|k| middle[k].max(end[k]))));
    let mut nearest = radius;
    tree.find(least, most, &mut |feature| {
        let Feature::Facet(k) = feature else { return };
        let other = &facets[k];
        let falling = other.normal.dot(facet.normal);
        if falling > -1e-3 {
            return;
        }
        let depth = (other.normal.dot(middle) - other.offset) / falling;
        let hit = middle - depth * facet.normal;
        if depth > 1e-9 * radius && depth < nearest && other.contains(hit, 1e-9 * radius) {
            nearest = depth;
        }
    });
    nearest
}
