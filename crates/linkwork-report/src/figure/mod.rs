//! Figures for papers: curves in a frame with axes, ticks and a legend, as SVG or PNG.
//!
//! `layout` turns a [`Figure`] into a [`Picture`], a list of lines and texts with places in pixels; `svg` and `png`
//! write that same list, so both look alike. The font's widths and, for PNG, its outlines come from a font in the
//! program: pictures are the same on machines without any.

mod font;
mod layout;
mod marks;
mod png;
mod svg;
mod thin;
mod ticks;

pub use marks::Picture;

/// Panels above one another, over one horizontal axis.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// Above the panels; empty for none.
    pub title: String,
    /// Below the last panel.
    pub x: Axis,
    /// From the top.
    pub panels: Vec<Panel>,
    /// Width and height in pixels.
    pub size: [f64; 2],
    /// Whether curves are named although there is only one.
    pub always_named: bool,
    /// Whether a panel that is alone has the same scale on both axes, so that a circle is round.
    pub has_equal_scales: bool,
}

/// Curves in a frame.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// Left of the frame.
    pub y: Axis,
    /// Drawn in this order.
    pub curves: Vec<Curve>,
}

/// One of the two axes.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// Quantity and unit.
    pub label: String,
    /// How values become places.
    pub scale: Scale,
    /// Ends of the axis; found from the curves where not given.
    pub range: Option<[f64; 2]>,
}

/// How values become places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// In proportion.
    #[default]
    Linear,
    /// By their logarithms; values that are not positive are left out.
    Logarithmic,
}

/// One line.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// In the legend.
    pub name: String,
    /// Points that are not finite interrupt the line.
    pub points: Vec<[f64; 2]>,
    /// Whether each point has a dot.
    pub has_dots: bool,
}

impl Figure {
    /// Least height that leaves every panel some room for its curves (pixels).
    pub fn least_height(n_panels: usize) -> f64 {
        60.0 + 100.0 * n_panels as f64
    }

    /// Places everything.
    pub fn draw(&self) -> Picture {
        layout::place(self)
    }
}

/// Colours that are told apart by everyone, and in print (Okabe and Ito).
pub const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

#[cfg(test)]
mod tests {
    use super::*;

    fn wave() -> Figure {
        let points = |shift: f64| (0..=200).map(|k| [0.01 * k as f64, (0.05 * k as f64 + shift).sin()]).collect();
        let curve = |name: &str, shift: f64| Curve { name: name.into(), points: points(shift), has_dots: false };
        Figure {
            title: "Waves & <more>".into(),
            x: Axis { label: "time (s)".into(), ..Axis::default() },
            panels: vec![Panel {
                y: Axis { label: "force (N)".into(), ..Axis::default() },
                curves: vec![curve("pivot.fx", 0.0), curve("pivot.fy", 1.0)],
            }],
            size: [640.0, 400.0],
            ..Figure::default()
        }
    }

    #[test]
    fn the_text_of_a_picture_is_well_formed_and_complete() {
        let text = wave().draw().to_svg();
        for part in
            ["<svg ", "Waves &amp; &lt;more&gt;", "time (s)", "force (N)", "pivot.fx", "pivot.fy", ">0.5<", "−1.0"]
        {
            assert!(text.contains(part), "'{part}' is missing in {text}");
        }
        assert_eq!(text.matches("<path class=\"curve\"").count(), 2);
        // Every tag that opens closes.
        let (opened, closed) = (text.matches("<g").count(), text.matches("</g>").count());
        assert_eq!(opened, closed);
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }

    #[test]
    fn everything_lies_inside_the_picture_and_texts_do_not_overlap() {
        let mut figure = wave();
        let wide =
            |k: usize| Curve { name: format!("a body with a long name {k}.fx"), ..figure.panels[0].curves[0].clone() };
        let many: Vec<Curve> = (0..12).map(wide).collect();
        let (few, lone) = (figure.panels[0].clone(), Panel { curves: many[..1].to_vec(), ..figure.panels[0].clone() });
        figure.panels[0].curves = many;
        for (size, n_panels) in [([640.0, 400.0], 1), ([320.0, 240.0], 1), ([1200.0, 300.0], 1), ([640.0, 360.0], 3)] {
            figure.size = size;
            figure.panels.truncate(1);
            figure.panels.extend([few.clone(), lone.clone()].into_iter().take(n_panels - 1));
            let picture = figure.draw();
            let boxes = picture.text_boxes();
            for (k, (text, a)) in boxes.iter().enumerate() {
                assert!(a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= size[0] && a[3] <= size[1], "{text} {a:?} {size:?}");
                for (other, b) in &boxes[..k] {
                    let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                    assert!(apart, "{text} {a:?} and {other} {b:?} overlap at {size:?}");
                }
            }
        }
    }

    #[test]
    fn powers_of_ten_stand_at_the_ends_of_the_axes() {
        let mut figure = wave();
        figure.panels[0].curves.iter_mut().flat_map(|c| &mut c.points).for_each(|p| *p = [1e-6 * p[0], 1e7 * p[1]]);
        let text = figure.draw().to_svg();
        assert!(text.contains(">×10⁻⁶<") && text.contains(">×10⁷<") && text.contains(">time (s)<"), "{text}");
    }

    #[test]
    fn what_cannot_be_drawn_is_left_out() {
        let mut figure = wave();
        figure.panels[0].curves = vec![
            Curve { points: vec![[0.0, f64::NAN], [1.0, f64::INFINITY]], ..Curve::default() },
            Curve { points: vec![[0.0, 3.0]], ..Curve::default() },
            Curve::default(),
        ];
        for scale in [Scale::Linear, Scale::Logarithmic] {
            (figure.x.scale, figure.panels[0].y.scale) = (scale, scale);
            let text = figure.draw().to_svg();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }

    /// Ink where a curve must be, and none beside it.
    #[test]
    fn a_bitmap_shows_the_curve() {
        let mut figure = wave();
        let line = Curve { name: "line".into(), points: vec![[0.0, 0.0], [1.0, 1.0]], has_dots: false };
        (figure.panels[0].curves, figure.title) = (vec![line], String::new());
        let bytes = figure.draw().to_png(2.0).unwrap();
        assert_eq!(&bytes[1..4], b"PNG");
        let size = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!((size(16), size(20)), (1280, 800));
        let image = tiny_skia::Pixmap::decode_png(&bytes).unwrap();
        let is_blue = |x: u32, y: u32| image.pixel(x, y).is_some_and(|p| p.blue() > 150 && p.red() < 100);
        let n = (0..800).flat_map(|y| (0..1280).map(move |x| (x, y))).filter(|(x, y)| is_blue(*x, *y)).count();
        // A diagonal of some 1300 pixels, three wide.
        assert!((2000..8000).contains(&n), "{n}");
        assert!(figure.draw().to_png(f64::NAN).is_err() && figure.draw().to_png(1e9).is_err());
    }

    /// Extent of the drawn curve in pixels.
    fn extent(picture: &Picture) -> [f64; 2] {
        let points = picture.marks.iter().filter_map(|mark| match mark {
            marks::Mark::Curve { pieces, .. } => Some(pieces.concat()),
            _ => None,
        });
        let points = points.collect::<Vec<_>>().concat();
        [0, 1].map(|axis| {
            let values = points.iter().map(|p| p[axis]);
            values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
        })
    }

    #[test]
    fn a_circle_is_round_where_scales_are_equal() {
        let circle = (0..=72).map(|k| f64::from(5 * k).to_radians()).map(|a| [3.0 + a.cos(), a.sin()]).collect();
        let mut figure = wave();
        figure.panels[0].curves = vec![Curve { points: circle, ..Curve::default() }];
        for size in [[640.0, 400.0], [300.0, 700.0]] {
            (figure.size, figure.has_equal_scales) = (size, true);
            let [width, height] = extent(&figure.draw());
            assert!((width / height - 1.0).abs() < 1e-9 && width > 100.0, "{width} × {height}");
            figure.has_equal_scales = false;
            let [width, height] = extent(&figure.draw());
            assert!((width / height - 1.0).abs() > 0.2, "{width} × {height}");
        }
    }

    #[test]
    fn panels_share_the_horizontal_axis_and_no_room() {
        let mut figure = wave();
        let mut other = figure.panels[0].clone();
        other.y.label = "position (m)".into();
        other.curves.truncate(1);
        figure.panels.push(other);
        let picture = figure.draw();
        let text = picture.to_svg();
        for (part, n) in [("time (s)", 1), ("force (N)", 1), ("position (m)", 1), ("<clipPath ", 2), (">2.0<", 1)] {
            assert_eq!(text.matches(part).count(), n, "{part} in {text}");
        }
        let frames: Vec<[f64; 4]> = picture.marks.iter().filter_map(|mark| mark.frame()).collect();
        assert_eq!((frames[0], frames[0][0], frames[0][2]), (frames[1], frames[2][0], frames[2][2]));
        assert!(frames[0][3] < frames[2][1], "{frames:?}");
    }
}
