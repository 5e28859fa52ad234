//! Freedoms of bodies that joints carry, as data: formulations in joint coordinates compute all they need from a type's
//! list.

/// A freedom of a body that a joint carries: how the marker on that body, the outer one, moves seen from the marker on
/// the other, the inner one. They follow one another as listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freedom {
    /// Rotation about the axis: an angle.
    Turn,
    /// Rotation about the axis with travel along it, pitch times the angle: an angle. The only freedom of its joint.
    Screw,
    /// Rotation about the outer axis, which a `Turn` before it leaves perpendicular to the inner one: an angle.
    TurnAcross,
    /// Rotation about the point: a quaternion. The last freedom of its joint.
    Ball,
    /// Travel along the inner normal (0), binormal (1) or axis (2): a length.
    Slide(usize),
}

impl Freedom {
    /// Number of coordinates.
    #[inline(always)]
    pub(crate) fn n_coordinates(self) -> usize {
        if self == Freedom::Ball { 4 } else { 1 }
    }

    /// Number of velocities.
    #[inline(always)]
    pub(crate) fn n_velocities(self) -> usize {
        if self == Freedom::Ball { 3 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::JointKind;

    /// A joint that carries leaves as many freedoms as it has equations less than a body has velocities, and lists say
    /// only what their readers understand.
    #[test]
    fn lists_of_freedoms_make_sense() {
        let mut n_carrying = 0;
        for facts in JointKind::FACTS {
            for (list, equations, width) in
                [(facts.carries, Ok(facts.equations), 6), (facts.carries_in_plane, facts.planar, 3)]
            {
                let Some(list) = list else { continue };
                n_carrying += 1;
                let n: usize = list.iter().map(|freedom| freedom.n_velocities()).sum();
                assert_eq!(Ok(width - n), equations, "{}", facts.word);
                let has = |freedom| list.contains(&freedom);
                assert!(!has(Freedom::Screw) || list.len() == 1, "{}", facts.word);
                assert!(!has(Freedom::TurnAcross) || *list == [Freedom::Turn, Freedom::TurnAcross], "{}", facts.word);
                assert!(!has(Freedom::Ball) || list.last() == Some(&Freedom::Ball), "{}", facts.word);
                let in_plane = [Freedom::Turn, Freedom::Slide(0), Freedom::Slide(1)];
                assert!(width == 6 || list.iter().all(|freedom| in_plane.contains(freedom)), "{}", facts.word);
            }
        }
        assert_eq!(n_carrying, 8 + 3);
    }
}
