//! Dual numbers: a value and its derivatives in N directions, exact to round-off.
//!
//! (a + Σ aᵢ εᵢ) with εᵢ εⱼ = 0: every function f takes (a, aᵢ) to (f(a), f′(a) aᵢ). Values are computed by the same
//! operations in the same order as with `f64`, so they have the same bits.

use super::Real;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

/// A value and its derivatives in N directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<const N: usize> {
    /// The value.
    pub value: f64,
    /// Its derivatives, by direction.
    pub rates: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// The variable of direction `k`, or one that depends on it with derivative one.
    #[inline(always)]
    pub fn variable(value: f64, k: usize) -> Self {
        let mut rates = [0.0; N];
        rates[k] = 1.0;
        Dual { value, rates }
    }

    /// A function with this value and this derivative by the number.
    #[inline(always)]
    fn chain(self, value: f64, derivative: f64) -> Self {
        Dual { value, rates: self.rates.map(|x| derivative * x) }
    }

    /// A function of two numbers with these derivatives by them.
    #[inline(always)]
    fn chain2(self, other: Self, value: f64, by_self: f64, by_other: f64) -> Self {
        let mut rates = [0.0; N];
        for k in 0..N {
            rates[k] = by_self * self.rates[k] + by_other * other.rates[k];
        }
        Dual { value, rates }
    }
}

impl<const N: usize> From<f64> for Dual<N> {
    #[inline(always)]
    fn from(value: f64) -> Self {
        Dual { value, rates: [0.0; N] }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, |$a:ident, $b:ident| $value:expr, $by_a:expr, $by_b:expr) => {
        impl<const N: usize> $trait for Dual<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.value, other.value);
                self.chain2(other, $value, $by_a, $by_b)
            }
        }

        impl<const N: usize> $trait<f64> for Dual<N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, $b: f64) -> Self {
                let $a = self.value;
                self.chain($value, $by_a)
            }
        }
    };
}

operator!(Add, add, |a, b| a + b, 1.0, 1.0);
operator!(Sub, sub, |a, b| a - b, 1.0, -1.0);
operator!(Mul, mul, |a, b| a * b, b, a);
operator!(Div, div, |a, b| a / b, 1.0 / b, -(a / b) / b);

impl<const N: usize> Neg for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.chain(-self.value, -1.0)
    }
}

impl<const N: usize> AddAssign for Dual<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const N: usize> SubAssign for Dual<N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const N: usize> MulAssign for Dual<N> {
    #[inline(always)]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

macro_rules! functions {
    ($($name:ident |$a:ident, $value:ident| $derivative:expr;)*) => {
        $(#[inline(always)]
        fn $name(self) -> Self {
            let $a = self.value;
            let $value = $a.$name();
            self.chain($value, $derivative)
        })*
    };
}

impl<const N: usize> Real for Dual<N> {
    functions! {
        sqrt |_a, root| 0.5 / root;
        tan |_a, tan| 1.0 + tan * tan;
        asin |a, _angle| 1.0 / (1.0 - a * a).sqrt();
        acos |a, _angle| -1.0 / (1.0 - a * a).sqrt();
        atan |a, _angle| 1.0 / (1.0 + a * a);
        sinh |a, _sinh| a.cosh();
        cosh |a, _cosh| a.sinh();
        tanh |_a, tanh| 1.0 - tanh * tanh;
        exp |_a, power| power;
        ln |a, _ln| 1.0 / a;
        log10 |a, _log| 1.0 / (a * std::f64::consts::LN_10);
        floor |_a, _floor| 0.0;
        round |_a, _round| 0.0;
        abs |a, _abs| if a < 0.0 { -1.0 } else { 1.0 };
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        (self.chain(sin, cos), self.chain(cos, -sin))
    }

    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        let (a, b) = (self.value, x.value);
        let square = a * a + b * b;
        self.chain2(x, a.atan2(b), b / square, -a / square)
    }

    #[inline(always)]
    fn hypot(self, b: Self) -> Self {
        let length = self.value.hypot(b.value);
        self.chain2(b, length, self.value / length, b.value / length)
    }

    fn powf(self, b: Self) -> Self {
        let power = self.value.powf(b.value);
        // A constant exponent takes no logarithm: the base may be negative.
        let by_exponent = if b.rates == [0.0; N] { 0.0 } else { power * self.value.ln() };
        self.chain2(b, power, b.value * self.value.powf(b.value - 1.0), by_exponent)
    }

    fn powi(self, n: i32) -> Self {
        let slope = if n == 0 { 0.0 } else { f64::from(n) * self.value.powi(n - 1) };
        self.chain(self.value.powi(n), slope)
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        if b.value < self.value { b } else { self }
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        if b.value > self.value { b } else { self }
    }

    #[inline(always)]
    fn primal(self) -> Option<f64> {
        Some(self.value)
    }

    #[inline(always)]
    fn select_below(self, limit: Self, below: Self, otherwise: Self) -> Self {
        if self.value < limit.value { below } else { otherwise }
    }

    #[inline(always)]
    fn select_up_to(self, limit: Self, up_to: Self, otherwise: Self) -> Self {
        if self.value <= limit.value { up_to } else { otherwise }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.value == 0.0 && self.rates == [0.0; N]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Derivatives against central differences of the same function of `f64`.
    macro_rules! check {
        ($(|$a:ident, $b:ident| $f:expr;)*) => {
            $({
                fn f<S: Real>($a: S, $b: S) -> S {
                    $f
                }
                let (a, b, h) = (0.63, -0.27, 1e-6);
                let found = f(Dual::<2>::variable(a, 0), Dual::variable(b, 1));
                let by_a = (f(a + h, b) - f(a - h, b)) / (2.0 * h);
                let by_b = (f(a, b + h) - f(a, b - h)) / (2.0 * h);
                assert_eq!(found.value.to_bits(), f(a, b).to_bits(), stringify!($f));
                let near = |x: f64, y: f64| (x - y).abs() < 1e-8 * (1.0 + y.abs());
                assert!(near(found.rates[0], by_a) && near(found.rates[1], by_b), "{}: {found:?}", stringify!($f));
            })*
        };
    }

    #[test]
    fn derivatives_are_those_of_differences() {
        check! {
            |a, b| a * b - a / b + (a + 2.0) * 3.0 - (b - 1.0) / 4.0;
            |a, b| -(a.sqrt() * b.exp()).tan();
            |a, b| a.sin() * b.cos() + a.atan2(b) + b.atan2(a) + a.hypot(b);
            |a, b| a.asin() + b.acos() + a.atan() * b.sinh() + a.cosh() * b.tanh();
            |a, b| a.ln() + a.log10() * b.abs() + a.powf(b) + b.powi(3) + b.powi(0);
            |a, b| a.min(b) + a.max(b) * 2.0 + a.floor() + b.round();
            |a, b| a.select_below(b, a, b * b) + b.select_below(a, a * b, b);
            |a, b| a.times_plus(b, a) + a.times_from(a, b);
        }
        let mut x = Dual::<1>::variable(2.0, 0);
        x *= x;
        x += Dual::from(1.0);
        x -= Dual::from(0.5);
        assert_eq!((x.value, x.rates), (4.5, [4.0]));
    }
}
