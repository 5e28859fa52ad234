//! Terms of a graph as the numbers of mechanics: code over [`Real`] records itself.

use super::graph::Term;
use super::program::Function;
use crate::spatial::Real;
use std::ops::{AddAssign, MulAssign, SubAssign};

macro_rules! functions {
    ($($name:ident $function:ident;)*) => {
        $(fn $name(self) -> Self {
            self.call(Function::$function)
        })*
    };
}

macro_rules! functions_of_two {
    ($($name:ident $function:ident;)*) => {
        $(fn $name(self, b: Self) -> Self {
            self.call2(Function::$function, b)
        })*
    };
}

impl Real for Term<'_> {
    functions! {
        sqrt Sqrt; abs Abs; floor Floor; sin Sin; cos Cos; tan Tan; asin Asin; acos Acos; atan Atan;
        sinh Sinh; cosh Cosh; tanh Tanh; exp Exp; ln Ln; log10 Log10;
    }

    functions_of_two! {
        atan2 Atan2; powf Power; min Min; max Max;
    }

    fn sin_cos(self) -> (Self, Self) {
        (self.call(Function::Sin), self.call(Function::Cos))
    }

    fn powi(self, n: i32) -> Self {
        self.powf(Term::from(f64::from(n)))
    }

    fn select_below(self, limit: Self, below: Self, otherwise: Self) -> Self {
        self.below(limit, below, otherwise)
    }

    fn is_zero(self) -> bool {
        Term::is_zero(self)
    }
}

impl AddAssign for Term<'_> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Term<'_> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl MulAssign for Term<'_> {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

#[cfg(test)]
mod tests {
    use crate::model::Expression;
    use crate::spatial::Real;
    use crate::symbolic::graph::{Graph, Term};

    /// Folding changes the order of a few operations: some units in the last place of the largest intermediate value.
    #[test]
    fn expressions_have_the_values_and_derivatives_they_have_in_numbers() {
        let texts = [
            "sin(2*t)*cos(t) + tan(t/2)",
            "asin(t/3) + acos(t/4) - atan(t*t)",
            "sinh(t) - cosh(t/2) + tanh(t)",
            "exp(-t)*log(1+t) + ln(t+2) + log10(t+3)",
            "sqrt(1+t^2) / (2 + sin(t))",
            "abs(t - 0.7)*sign(t - 0.5)*t",
            "min(t^2, 0.9) + max(t^3, 0.01)",
            "atan2(sin(t), 2 + t) + pow(t, 2.5)",
            "mod(t^2, 0.7*2) + floor(3*t)",
            "(1+t)^t + 2^t + t^0.5",
            "step(t, 0.2, 0, 0.9, 3) + step(t^2, t, 1, t+4, sin(t))",
            "step(t, 0.5, 1, 0.5, 2) - 3^2/7",
        ];
        for text in texts {
            let expression = Expression::parse(text).unwrap();
            let g = Graph::new();
            let [jet, value] = [expression.jet(g.input(0)), [expression.value(g.input(0)); 3]];
            for t in [0.1, 0.3, 0.77, 1.3] {
                let (found, expected) = (g.evaluate(&[t], &jet).unwrap(), expression.jet(t));
                let size = expected.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
                for k in 0..3 {
                    assert!((found[k] - expected[k]).abs() < 1e-13 * size, "{text} at {t}: {found:?} {expected:?}");
                }
                assert!((g.evaluate(&[t], &value).unwrap()[0] - expected[0]).abs() < 1e-13 * size, "{text} at {t}");
            }
        }
    }

    #[test]
    fn plain_numbers_need_no_graph() {
        let [two, three] = [2.0, 3.0].map(Term::from);
        assert_eq!((two * three - 1.0).as_number(), Some(5.0));
        assert_eq!(two.select_below(three, two, three), two);
        assert_eq!((two.powi(3), (-two).abs(), two.atan2(two)), (8.0.into(), two, 1f64.atan().into()));
        let g = Graph::new();
        let a = g.input(0);
        assert_eq!((two * a, a + three, a * Term::from(0.0)), (2.0 * a, a + 3.0, g.number(0.0)));
        assert_eq!(g.evaluate(&[0.5], &[two, two.select_below(a, a, three)]).unwrap(), [2.0, 3.0]);
    }
}
