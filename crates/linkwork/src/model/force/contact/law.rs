//! The law of a contact: a load across the surfaces from depth p and its rate, and friction along them.
//!
//! ```text
//! elastic       N = k pⁿ
//! damping       N = k pⁿ + c σ(p/d) ṗ, not below zero            σ rises smoothly from 0 to 1
//! restitution   N = k pⁿ ½ [(1 + ε²) + (1 − ε²) tanh(ṗ/vᵣ)]      k pⁿ on the way in, ε² k pⁿ on the way out
//! ```
//!
//! With the last one a body leaves with ε times the speed of its approach, whatever mass, speed and exponent are, as
//! long as that speed is large beside vᵣ: it gets ε² of the work back that it did on its way in.
//!
//! Friction is −μ(x) N along the velocity v of sliding, with x = |v|/speed as in joints:
//!
//! ```text
//! x < 1   μ = static · ½ x (3 − x²)                                  rises to its maximum at x = 1
//! x ≥ 1   μ = dynamic + (static − dynamic) exp(−(x − 1)²)            falls to that of sliding
//! ```

use super::Parameter;
use super::touch::value;
use crate::spatial::{Real, Vec3};

/// Loads of a contact.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct ContactLaw {
    /// k (N/mⁿ).
    pub stiffness: f64,
    /// n, one or larger.
    pub exponent: f64,
    /// How energy is lost across the surfaces.
    pub loss: Loss,
    /// Friction along the surfaces.
    pub friction: Option<Sliding>,
    /// Arm of the torque against rolling (m).
    pub rolling: f64,
}

/// How energy is lost across the surfaces.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub enum Loss {
    /// Not at all.
    Nothing,
    /// By a damper that acts fully from some depth on.
    Damping {
        /// c (N·s/m).
        coefficient: f64,
        /// d (m).
        depth: f64,
    },
    /// By less load on the way out.
    Restitution {
        /// ε, between 0 and 1.
        coefficient: f64,
        /// vᵣ (m/s).
        speed: f64,
    },
}

/// Friction along the surfaces.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Sliding {
    /// Largest coefficient, of a body that is held.
    pub sticking: f64,
    /// Coefficient of sliding.
    pub dynamic: f64,
    /// Slower sliding is creep (m/s).
    pub speed: f64,
}

impl ContactLaw {
    /// N at a gap and its rate.
    pub(super) fn load<S: Real>(&self, gap: S, rate: S) -> S {
        let (zero, depth, closing) = (S::from(0.0), -gap, -rate);
        if value(depth) <= 0.0 {
            return zero;
        }
        let elastic = depth.powf(S::from(self.exponent)) * self.stiffness;
        match self.loss {
            Loss::Nothing => elastic,
            Loss::Damping { coefficient, depth: full } => {
                (elastic + smooth_step(depth / full) * closing * coefficient).max(zero)
            }
            Loss::Restitution { coefficient, speed } => {
                let [mean, half] = halves(coefficient);
                elastic * ((closing / speed).tanh() * half + mean)
            }
        }
    }

    /// The energy stored at a gap: the integral of the load of a body that rests there.
    pub(super) fn potential<S: Real>(&self, gap: S) -> S {
        let (depth, power) = (-gap, self.exponent + 1.0);
        if value(depth) <= 0.0 {
            return S::from(0.0);
        }
        let at_rest = match self.loss {
            Loss::Nothing | Loss::Damping { .. } => 1.0,
            Loss::Restitution { coefficient, .. } => halves(coefficient)[0],
        };
        depth.powf(S::from(power)) * (at_rest * self.stiffness / power)
    }

    /// The depth down to which the load takes so much energy from bodies that approach each other at this speed.
    pub(super) fn depth_of(&self, energy: f64, speed: f64) -> f64 {
        let power = self.exponent + 1.0;
        let by_spring = (power * energy / self.stiffness).powf(1.0 / power);
        match self.loss {
            Loss::Damping { coefficient, .. } => by_spring.min(energy / (coefficient * speed)),
            Loss::Nothing | Loss::Restitution { .. } => by_spring,
        }
    }

    /// Whether its damper may want to pull, so that the load switches off before the surfaces part.
    pub(super) fn is_clipped(&self) -> bool {
        matches!(self.loss, Loss::Damping { .. })
    }

    /// Load of spring and damper together, before it is limited to pushing.
    pub(super) fn unclipped(&self, gap: f64, rate: f64) -> f64 {
        match self.loss {
            Loss::Damping { coefficient, depth } if gap < 0.0 => {
                let elastic = self.stiffness * (-gap).powf(self.exponent);
                elastic - smooth_step(-gap / depth) * rate * coefficient
            }
            Loss::Damping { .. } | Loss::Nothing | Loss::Restitution { .. } => 1.0,
        }
    }

    pub(super) fn parameters(&self, visit: &mut dyn FnMut(Parameter)) {
        visit(Parameter::Numbers(&[self.stiffness, self.exponent, self.rolling]));
        match self.loss {
            Loss::Nothing => visit(Parameter::Word("elastic")),
            Loss::Damping { coefficient, depth } => {
                visit(Parameter::Word("damping"));
                visit(Parameter::Numbers(&[coefficient, depth]));
            }
            Loss::Restitution { coefficient, speed } => {
                visit(Parameter::Word("restitution"));
                visit(Parameter::Numbers(&[coefficient, speed]));
            }
        }
        match self.friction {
            None => visit(Parameter::Flag(false)),
            Some(Sliding { sticking, dynamic, speed }) => {
                visit(Parameter::Numbers(&[sticking, dynamic, speed]));
            }
        }
    }
}

impl Sliding {
    /// The factor of −v, such that the friction of a unit load is its product.
    fn factor<S: Real>(&self, squared_speed: S) -> S {
        let squared = squared_speed / (self.speed * self.speed);
        if value(squared) < 1.0 {
            return (S::from(3.0) - squared) * (0.5 * self.sticking / self.speed);
        }
        let x = squared.sqrt();
        let beyond = x - 1.0;
        let coefficient = (-(beyond * beyond)).exp() * (self.sticking - self.dynamic) + self.dynamic;
        coefficient / (x * self.speed)
    }

    /// Friction on the second body that slides with this velocity under a load.
    pub(super) fn force<S: Real>(&self, load: S, slip: [S; 2]) -> [S; 2] {
        let factor = -(self.factor(slip[0] * slip[0] + slip[1] * slip[1]) * load);
        slip.map(|v| v * factor)
    }

    /// One component of it, with the derivative by its own velocity that implicit methods are to take. Where bodies
    /// slide it is that of the line to the origin: a tangent would not see that they may come to rest within the step,
    /// and have them slide back instead.
    pub(super) fn component<S: Real>(&self, load: f64, slip: [S; 2], k: usize) -> S {
        let numbers = slip.map(value);
        let squared = numbers[0] * numbers[0] + numbers[1] * numbers[1];
        let own = slip[k] - numbers[k];
        let squared = match squared < self.speed * self.speed {
            true => own * own + own * (2.0 * numbers[k]) + squared,
            false => S::from(squared),
        };
        -(self.factor(squared) * slip[k] * load)
    }

    /// Torque on a second body that rolls with this angular velocity: the load times the arm, and less where a point
    /// that is the arm away from the axis would creep.
    pub(super) fn torque<S: Real>(&self, load: S, arm: f64, rolling: Vec3<S>) -> Vec3<S> {
        let unit = Sliding { sticking: 1.0, dynamic: 1.0, ..*self };
        let factor = unit.factor(rolling.dot(rolling) * (arm * arm)) * load;
        rolling * -(factor * (arm * arm))
    }
}

/// x² (3 − 2x) between 0 and 1.
fn smooth_step<S: Real>(x: S) -> S {
    let x = x.max(S::from(0.0)).min(S::from(1.0));
    x * x * (S::from(3.0) - x * 2.0)
}

/// ½ (1 ± ε²)
fn halves(restitution: f64) -> [f64; 2] {
    let squared = restitution * restitution;
    [0.5 * (1.0 + squared), 0.5 * (1.0 - squared)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolling_has_the_torque_of_its_arm() {
        let sliding = Sliding { sticking: 0.6, dynamic: 0.4, speed: 1e-3 };
        let torque = sliding.torque(50.0, 0.002, Vec3([3.0, -4.0, 0.0]));
        assert!((torque - Vec3([-0.06, 0.08, 0.0])).norm() < 1e-15, "{torque:?}");
    }

    fn law(loss: Loss) -> ContactLaw {
        ContactLaw { stiffness: 1e4, exponent: 1.5, loss, friction: None, rolling: 0.0 }
    }

    #[test]
    fn the_load_never_pulls_and_vanishes_apart() {
        for loss in [
            Loss::Nothing,
            Loss::Damping { coefficient: 50.0, depth: 1e-3 },
            Loss::Restitution { coefficient: 0.3, speed: 0.01 },
        ] {
            for k in -20..20 {
                let rate = f64::from(k) * 0.3;
                assert_eq!(law(loss).load(1e-6, rate), 0.0);
                assert!(law(loss).load(-2e-4, rate) >= 0.0);
            }
        }
    }

    #[test]
    fn restitution_gives_back_its_square_of_the_work() {
        let law = law(Loss::Restitution { coefficient: 0.6, speed: 1e-3 });
        let ratio = law.load(-0.01, 1.0) / law.load(-0.01, -1.0);
        assert!((ratio - 0.36).abs() < 1e-12, "{ratio}");
    }

    #[test]
    fn the_potential_is_the_integral_of_the_load_at_rest() {
        for loss in [Loss::Nothing, Loss::Restitution { coefficient: 0.5, speed: 0.1 }] {
            let law = law(loss);
            let slope = (law.potential(-0.0100001) - law.potential(-0.0099999)) / 2e-7;
            assert!((slope / law.load(-0.01, 0.0) - 1.0).abs() < 1e-8);
        }
    }

    #[test]
    fn friction_is_isotropic_and_has_its_two_coefficients() {
        let sliding = Sliding { sticking: 0.6, dynamic: 0.4, speed: 1e-3 };
        let size = |x: f64, y: f64| {
            let [a, b] = sliding.force(2.0, [x, y]);
            assert!((a * y - b * x).abs() < 1e-15 && a * x + b * y <= 0.0);
            a.hypot(b)
        };
        assert!((size(0.6e-3, 0.8e-3) - 1.2).abs() < 1e-14);
        assert!((size(-3.0, 4.0) - 0.8).abs() < 1e-14);
        assert_eq!(size(0.0, 0.0), 0.0);
    }
}
