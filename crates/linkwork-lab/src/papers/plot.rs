//! Plots in letters, both axes logarithmic: what a figure of a paper shows, for a terminal, and as numbers for pages.

use serde::Serialize;
use std::fmt::{self, Write};

const WIDTH: usize = 60;
const HEIGHT: usize = 15;

/// Curves against a size, both axes logarithmic. It prints itself in letters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plot {
    /// The quantity that is drawn.
    pub y: String,
    /// The quantity it is drawn against.
    pub x: String,
    /// The curves.
    pub lines: Vec<Line>,
}

/// One curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The mark of its points where plots are text.
    pub letter: char,
    /// Its name.
    pub name: String,
    /// Both coordinates are positive; others are left out.
    pub points: Vec<[f64; 2]>,
}

impl fmt::Display for Plot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw(&format!("{} against {}", self.y, self.x), &self.lines))
    }
}

/// The lines in one frame, with a legend. Where points coincide the first line's is seen.
fn draw(title: &str, lines: &[Line]) -> String {
    let is_drawn = |p: &&[f64; 2]| p.iter().all(|x| x.is_finite() && *x > 0.0);
    let all = || lines.iter().flat_map(|line| line.points.iter().filter(is_drawn));
    let range = |axis: usize| {
        let logs = all().map(|p| p[axis].ln());
        let (least, most) = logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        if least < most { (least, most) } else { (least - 1.0, least + 1.0) }
    };
    if all().next().is_none() {
        return format!("{title}: nothing to draw\n");
    }
    let [(x0, x1), (y0, y1)] = [range(0), range(1)];
    let place =
        |x: f64, (from, to): (f64, f64), n: usize| ((x.ln() - from) / (to - from) * (n - 1) as f64).round() as usize;
    let mut cells = vec![[' '; WIDTH]; HEIGHT];
    for line in lines.iter().rev() {
        for [x, y] in line.points.iter().filter(is_drawn) {
            cells[HEIGHT - 1 - place(*y, (y0, y1), HEIGHT)][place(*x, (x0, x1), WIDTH)] = line.letter;
        }
    }

    let mut text = format!("{title}\n");
    for (k, row) in cells.iter().enumerate() {
        let mark = match k {
            0 => format!("{:.0}", y1.exp()),
            _ if k == HEIGHT - 1 => format!("{:.0}", y0.exp()),
            _ => String::new(),
        };
        let row: String = row.iter().collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{mark:>10} |{}", row.trim_end());
    }
    let _ = writeln!(text, "{:>10} +{}", "", "-".repeat(WIDTH));
    let _ = writeln!(
        text,
        "{:>10}  {:<half$}{:>half$}",
        "",
        format!("{:.0}", x0.exp()),
        format!("{:.0}", x1.exp()),
        half = WIDTH / 2
    );
    let names: Vec<String> = lines.iter().map(|line| format!("{} {}", line.letter, line.name)).collect();
    let _ = writeln!(text, "{:>10}  {}", "", names.join(", "));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_where_their_logarithms_say() {
        let line = |letter, points: &[[f64; 2]]| Line { letter, name: "line".into(), points: points.to_vec() };
        let text = draw(
            "y",
            &[line('a', &[[1.0, 1.0], [10.0, 10.0], [100.0, 100.0]]), line('b', &[[1.0, 100.0], [1.0, 0.0]])],
        );
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[1].trim_start(), format!("100 |b{:58}a", ""));
        assert_eq!(rows[8].find('a'), Some(12 + 30), "{text}");
        assert_eq!(rows[15].trim_start(), "1 |a");
        assert!(rows[17].ends_with("100") && rows[18].ends_with("a line, b line"), "{text}");
        assert!(draw("y", &[]).contains("nothing"));
    }
}
