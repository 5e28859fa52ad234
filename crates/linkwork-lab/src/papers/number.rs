//! A number of a table: counts as they are, means with the digits that matter.

use serde::{Serialize, Serializer};
use std::fmt;

/// Beyond this not every whole number is a double.
const LARGEST_COUNT: f64 = 9_007_199_254_740_992.0;

/// Shown and written as a whole number where it is one. Not a number: nothing was computed.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Number(pub f64);

impl Number {
    fn is_whole(self) -> bool {
        self.0.fract() == 0.0 && self.0.abs() < LARGEST_COUNT
    }
}

impl From<u64> for Number {
    fn from(count: u64) -> Number {
        Number(count as f64)
    }
}

impl From<f64> for Number {
    fn from(x: f64) -> Number {
        Number(x)
    }
}

impl PartialEq<u64> for Number {
    fn eq(&self, count: &u64) -> bool {
        *self == Number::from(*count)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.is_whole() { to.serialize_i64(self.0 as i64) } else { to.serialize_f64(self.0) }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.0 {
            x if x.is_nan() => "–".to_string(),
            _ if self.is_whole() => format!("{:.0}", self.0),
            x if x.abs() < 0.01 => format!("{x:.1e}"),
            x if x.abs() < 1.0 => format!("{x:.3}"),
            x if x.abs() < 10.0 => format!("{x:.2}"),
            x => format!("{x:.1}"),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_no_decimals_and_means_have_some() {
        let shown = [920.0, 0.739, -0.05, 2.125, 51.11, 3.2e-9, f64::NAN].map(|x| Number(x).to_string());
        assert_eq!(shown, ["920", "0.739", "-0.050", "2.12", "51.1", "3.2e-9", "–"]);
        assert_eq!(format!("{:>5}|", Number(7.0)), "    7|");
        assert_eq!(serde_json::to_string(&[Number(35.0), Number(1.5), Number(f64::NAN)]).unwrap(), "[35,1.5,null]");
    }
}
