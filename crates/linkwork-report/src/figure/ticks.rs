//! Where an axis has ticks, and what stands beside them: round numbers, with a common power of ten where they are very
//! large or small.

use super::Scale;

/// The ticks of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    /// Ends of the axis.
    pub range: [f64; 2],
    /// Values with their labels; an empty label for small ticks.
    pub marks: Vec<(f64, String)>,
    /// All labels are to be multiplied by ten to this power.
    pub exponent: i32,
}

/// Ticks for values in a range, about `wanted` of them. The range is extended to ticks unless it is fixed.
pub fn find(range: [f64; 2], scale: Scale, wanted: usize, is_fixed: bool) -> Ticks {
    match scale {
        Scale::Linear => linear(widen(range), wanted.max(2), is_fixed),
        Scale::Logarithmic => logarithmic(range, is_fixed),
    }
}

/// A range of some width, also where all values are equal.
fn widen([least, most]: [f64; 2]) -> [f64; 2] {
    let size = least.abs().max(most.abs());
    // Differences of round-off are no motion.
    if most - least > 1e-12 * size && size > 0.0 {
        return [least, most];
    }
    let half = if size > 0.0 { 0.5 * size } else { 1.0 };
    [least - half, most + half]
}

fn linear([least, most]: [f64; 2], wanted: usize, is_fixed: bool) -> Ticks {
    let step = round_step((most - least) / wanted as f64);
    // A hair's breadth, so that an end on a tick stays there.
    let (mut first, mut last) = ((least / step + 1e-9).floor(), (most / step - 1e-9).ceil());
    let range = if is_fixed {
        (first, last) = ((least / step - 1e-9).ceil(), (most / step + 1e-9).floor());
        [least, most]
    } else {
        [first * step, last * step]
    };
    let size = range[0].abs().max(range[1].abs());
    let exponent = if (1e-3..1e5).contains(&size) { 0 } else { size.log10().floor() as i32 };
    let unit = 10f64.powi(exponent);
    let decimals = (-(step / unit).log10().floor()).clamp(0.0, 12.0) as usize;
    let label = |value: f64| minus(&format!("{:.decimals$}", value / unit));
    // The sum turns −0 into 0.
    let marks = (0..=(last - first) as usize).map(|k| (first + k as f64) * step + 0.0);
    Ticks { range, marks: marks.map(|value| (value, label(value))).collect(), exponent }
}

/// The least of 1, 2, 5 times a power of ten that is not below.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= step * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

fn logarithmic([least, most]: [f64; 2], is_fixed: bool) -> Ticks {
    let (first, last) = ((least.log10() + 1e-9).floor() as i32, (most.log10() - 1e-9).ceil() as i32);
    let last = last.max(first + 1);
    // With air at the ends where two powers of ten are inside; from one power to another where not.
    let labelled = (first..=last).filter(|power| (least..=most).contains(&10f64.powi(*power))).count();
    let range = match is_fixed && least < most {
        true => [least, most],
        false if labelled >= 2 => [least / 1.25, most * 1.25],
        false => [10f64.powi(first), 10f64.powi(last)],
    };
    // No more labels than fit; a power of ten without a label keeps its tick.
    let stride = ((last - first) / 8 + 1).max(1);
    let mut marks = Vec::new();
    for power in first - 1..=last {
        let label = if (power - first) % stride == 0 { power_of_ten(power) } else { String::new() };
        marks.push((10f64.powi(power), label));
        if stride == 1 {
            marks.extend((2..10).map(|k| (f64::from(k) * 10f64.powi(power), String::new())));
        }
    }
    let reach = [range[0] * (1.0 - 1e-9), range[1] * (1.0 + 1e-9)];
    marks.retain(|(value, _)| (reach[0]..=reach[1]).contains(value));
    Ticks { range, marks, exponent: 0 }
}

/// A power of ten in letters that read well: 1, 10, 100, 10³, 10⁻⁴.
fn power_of_ten(power: i32) -> String {
    match power {
        0 => "1".into(),
        1 => "10".into(),
        _ => format!("10{}", raised(power)),
    }
}

/// A whole number as an exponent.
pub fn raised(power: i32) -> String {
    let digit = |letter: char| match letter {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' => '⁰',
        // 4 to 9 follow one another.
        other => char::from_u32(0x2070 + other.to_digit(10).unwrap_or(0)).unwrap_or(other),
    };
    power.to_string().chars().map(digit).collect()
}

/// With a true minus sign.
fn minus(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &Ticks) -> Vec<&str> {
        ticks.marks.iter().map(|(_, label)| label.as_str()).filter(|label| !label.is_empty()).collect()
    }

    #[test]
    fn linear_ticks_are_round_and_cover_the_range() {
        let ticks = find([-0.93, 0.98], Scale::Linear, 5, false);
        assert_eq!(labels(&ticks), ["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(ticks.range, [-1.0, 1.0]);
        let ticks = find([0.0, 5.0], Scale::Linear, 5, true);
        assert_eq!((labels(&ticks), ticks.range), (vec!["0", "1", "2", "3", "4", "5"], [0.0, 5.0]));
        let ticks = find([0.3, 0.75], Scale::Linear, 4, true);
        assert_eq!((labels(&ticks), ticks.range), (vec!["0.4", "0.6"], [0.3, 0.75]));
    }

    #[test]
    fn large_and_small_numbers_share_a_power_of_ten() {
        let ticks = find([0.0, 3.1e-9], Scale::Linear, 4, false);
        assert_eq!((labels(&ticks), ticks.exponent), (vec!["0", "1", "2", "3", "4"], -9));
        assert_eq!(find([0.0, 2.4e7], Scale::Linear, 4, false).exponent, 7);
    }

    #[test]
    fn constant_values_get_a_range_around_them() {
        for value in [0.0, 7.0, -1e-300, 1e300] {
            let ticks = find([value, value], Scale::Linear, 5, false);
            assert!(ticks.range[0] < value && value < ticks.range[1] && ticks.marks.len() >= 2, "{ticks:?}");
        }
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten() {
        let ticks = find([3.0, 2e4], Scale::Logarithmic, 5, false);
        assert_eq!((labels(&ticks), ticks.range), (vec!["10", "10²", "10³", "10⁴"], [2.4, 2.5e4]));
        let ticks = find([3.0, 20.0], Scale::Logarithmic, 5, false);
        assert_eq!((labels(&ticks), ticks.range), (vec!["1", "10", "10²"], [1.0, 100.0]));
        assert!(labels(&find([1e-300, 1e300], Scale::Logarithmic, 5, false)).len() <= 10);
        assert_eq!(raised(-174), "⁻¹⁷⁴");
    }
}
