//! Draws the motion of a built-in model as SVG on standard output: bodies as lines and polygons through their joint
//! and spring points, those with one point as the hulls of their shapes, at several times with fading strokes, joints
//! as circles, rods of fixed or given length as lines, and the path of one centre of mass.
//!
//! `cargo run --example picture -- andrews 0.0125 > andrews.svg` (name and end time are optional)

use linkwork::model::{Attachment, Force, Geometry, Shape};
use linkwork::spatial::{BodyMotion, Vec3};
use linkwork::{BodyId, Model, Plan, Settings, Simulation, Space, gallery};
use std::fmt::Write;

/// Points of the path, and overlaid positions among them.
const MOMENTS: usize = 361;
const OVERLAID: usize = 10;
/// Largest size of the picture, and its margin, in pixels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 560.0;
const MARGIN: f64 = 36.0;
const COLORS: [&str; 7] = ["#1b6ca8", "#c8553d", "#3a7d44", "#8a5a9e", "#b8860b", "#2a9d9d", "#a23b5a"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "andrews".into());
    let text = gallery::find(&name).ok_or_else(|| format!("there is no built-in model '{name}'"))?;
    let model = Model::parse(&text, &format!("{name}.toml"))?;
    let mut settings = Settings::of_model(&model);
    if let Some(end) = arguments.next() {
        settings.end = end.parse().map_err(|_| format!("the end time '{end}' is not a number"))?;
    }
    let plan = Plan::choose(&model, &settings)?;
    let film = shoot(&model, &plan)?;
    println!("{}", draw(&model, &film));
    Ok(())
}

/// Where all bodies are at equally spaced times.
fn shoot(model: &Model, plan: &Plan) -> Result<Vec<Vec<BodyMotion>>, linkwork::SimulationError> {
    let mut simulation = Simulation::new(model.clone(), plan.clone())?;
    let mut film = Vec::with_capacity(MOMENTS);
    for k in 0..MOMENTS {
        let time = plan.settings.end * k as f64 / (MOMENTS - 1) as f64;
        while simulation.state().time < time {
            simulation.step(time)?;
        }
        film.push(simulation.observe()?.bodies.clone());
    }
    Ok(film)
}

/// A point given in the axes of a body, in the world.
fn place(bodies: &[BodyMotion], body: BodyId, point: Vec3) -> Vec3 {
    body.index().map_or(point, |i| bodies[i].position + bodies[i].orientation.matrix() * point)
}

/// A part of a body as it is drawn, in its own axes.
enum Piece {
    /// Corners of a line or polygon, in any order.
    Frame(Vec<Vec3>),
    /// Points whose hull is drawn.
    Solid(Vec<Vec3>),
}

impl Piece {
    fn points(&self) -> &[Vec3] {
        match self {
            Piece::Frame(points) | Piece::Solid(points) => points,
        }
    }
}

/// Frame of a body with several points; the shapes of others, or a line to the centre of mass.
fn pieces(model: &Model, index: usize) -> Vec<Piece> {
    let mut points = outline(model, BodyId::new(index));
    let solids: Vec<Piece> = model.bodies[index].shapes.iter().filter_map(solid).collect();
    if points.len() < 2 && !solids.is_empty() {
        return solids;
    }
    if points.len() < 2 {
        points.push(Vec3::ZERO);
    }
    vec![Piece::Frame(points)]
}

/// Points on the surface of a shape.
fn solid(shape: &Shape) -> Option<Piece> {
    const RIM: usize = 24;
    let angles = || (0..RIM).map(|k| (std::f64::consts::TAU * k as f64 / RIM as f64).sin_cos());
    let rim = |center: Vec3, axis: Vec3, radius: f64| {
        let across = axis.perpendicular();
        let aside = axis.cross(across);
        angles().map(move |(s, c)| center + (radius * c) * across + (radius * s) * aside).collect::<Vec<Vec3>>()
    };
    let balls = |centers: &[Vec3], radius: f64| -> Vec<Vec3> {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3);
        centers.iter().flat_map(|center| axes.iter().flat_map(|axis| rim(*center, *axis, radius))).collect()
    };
    Some(Piece::Solid(match shape.geometry()? {
        Geometry::Box { center, orientation, size } => {
            let signs = (0..8).map(|k| [1, 2, 4].map(|bit| if k & bit == 0 { -0.5 } else { 0.5 }));
            signs.map(|s| center + orientation.matrix() * Vec3([0, 1, 2].map(|k| s[k] * size[k]))).collect()
        }
        Geometry::Cylinder { from, to, radius } => {
            let axis = (to - from).unit().unwrap_or(Vec3([0.0, 0.0, 1.0]));
            [rim(from, axis, radius), rim(to, axis, radius)].concat()
        }
        Geometry::Capsule { from, to, radius } => balls(&[from, to], radius),
        Geometry::Sphere { center, radius } => balls(&[center], radius),
        Geometry::Mesh(_) | Geometry::Plane { .. } => return None,
    }))
}

/// The points of joints and springs on a body, in its own axes, each once.
fn outline(model: &Model, body: BodyId) -> Vec<Vec3> {
    let mut points: Vec<Vec3> = Vec::new();
    let joints = model.joints.iter().filter(|j| j.kind.coupled().is_none()).flat_map(|j| [&j.first, &j.second]);
    let ends = joints.map(|m| (m.body, m.point)).chain(springs(model).flatten().map(|a| (a.body, a.point)));
    for (_, point) in ends.filter(|end| end.0 == body) {
        if points.iter().all(|p| (*p - point).norm() > 1e-6 * model.length_scale()) {
            points.push(point);
        }
    }
    points
}

/// The two ends of every spring.
fn springs(model: &Model) -> impl Iterator<Item = [&Attachment; 2]> {
    model.forces.iter().filter_map(|force| match force {
        Force::Spring(spring) => Some([&spring.first, &spring.second]),
        _ => None,
    })
}

/// Where the camera stands and how the world is scaled to the page.
struct View {
    right: Vec3,
    up: Vec3,
    scale: f64,
    /// Leftmost and topmost, on the page before it is scaled.
    corner: [f64; 2],
    /// Width and height of the page.
    size: [f64; 2],
}

impl View {
    /// Plane motion is seen from the front, motion in space from above and aside; everything fits.
    fn fit(model: &Model, points: &[Vec3]) -> View {
        let (low, high) = range(points.iter().map(|p| p[2]));
        let flat = model.space == Space::Planar || high - low < 1e-6 * model.length_scale();
        let [right, up] =
            if flat { [Vec3([1.0, 0.0, 0.0]), Vec3([0.0, 1.0, 0.0])] } else { axonometric(model.gravity) };
        let (left, rightmost) = range(points.iter().map(|p| p.dot(right)));
        let (bottom, top) = range(points.iter().map(|p| p.dot(up)));
        let room = |size: f64, low: f64, high: f64| (size - 2.0 * MARGIN) / (high - low).max(1e-9);
        let scale = room(WIDTH, left, rightmost).min(room(HEIGHT, bottom, top));
        let size = [rightmost - left, top - bottom].map(|length| (scale * length + 2.0 * MARGIN).ceil());
        View { right, up, scale, corner: [left, top], size }
    }

    fn page(&self, p: Vec3) -> [f64; 2] {
        let x = MARGIN + self.scale * (p.dot(self.right) - self.corner[0]);
        let y = MARGIN + self.scale * (self.corner[1] - p.dot(self.up));
        [x, y]
    }

    /// How near a point is to the camera.
    fn nearness(&self, p: Vec3) -> f64 {
        p.dot(self.right.cross(self.up))
    }
}

/// Right and up on the page, with the vertical of the world upright.
fn axonometric(gravity: Vec3) -> [Vec3; 2] {
    let vertical = (-gravity).unit().unwrap_or(Vec3([0.0, 0.0, 1.0]));
    let forward = vertical.perpendicular();
    let aside = vertical.cross(forward);
    let (turn, tilt) = (0.6_f64, 0.42_f64);
    let right = turn.cos() * forward + turn.sin() * aside;
    let toward = right.cross(vertical);
    [right, tilt.cos() * vertical + -tilt.sin() * toward]
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}

fn draw(model: &Model, film: &[Vec<BodyMotion>]) -> String {
    let drawn: Vec<Vec<Piece>> = (0..model.n_bodies()).map(|i| pieces(model, i)).collect();
    let anchors = outline(model, BodyId::GROUND);
    let shown: Vec<&Vec<BodyMotion>> = film.iter().step_by((MOMENTS - 1) / (OVERLAID - 1)).collect();
    let corners = |bodies: &&Vec<BodyMotion>| -> Vec<Vec3> {
        let of_body = |i: usize| {
            let points = drawn[i].iter().flat_map(|piece| piece.points());
            points.map(move |p| place(bodies, BodyId::new(i), *p))
        };
        (0..drawn.len()).flat_map(of_body).collect()
    };
    let path: Vec<Vec3> = film.iter().map(|bodies| bodies[traveller(model, film)].position).collect();
    let all: Vec<Vec3> = shown.iter().flat_map(corners).chain(anchors).chain(path.clone()).collect();
    let view = View::fit(model, &all);

    let [width, height] = view.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#fff\"/>\n\
         <g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
        model.name
    );
    draw_ground(&mut svg, &view, model);
    for (k, bodies) in shown.iter().enumerate() {
        let last = k + 1 == shown.len();
        let fade = if last { 1.0 } else { 0.14 + 0.36 * k as f64 / shown.len() as f64 };
        if last {
            draw_path(&mut svg, &view, &path);
            draw_springs(&mut svg, &view, model, bodies);
            draw_rods(&mut svg, &view, model, bodies);
        }
        draw_bodies(&mut svg, &view, &drawn, bodies, fade);
    }
    if let Some(bodies) = film.last() {
        draw_joints(&mut svg, &view, model, bodies);
    }
    svg + "</g>\n</svg>"
}

/// The body whose centre of mass goes furthest, of those without a joint to the ground where there are any.
fn traveller(model: &Model, film: &[Vec<BodyMotion>]) -> usize {
    let free = |i: usize| {
        let id = BodyId::new(i);
        !model.joints.iter().any(|j| {
            let pair = [j.first.body, j.second.body];
            pair.contains(&id) && pair.contains(&BodyId::GROUND)
        })
    };
    let travel = |i: usize| film.windows(2).map(|w| (w[1][i].position - w[0][i].position).norm()).sum::<f64>();
    let better = |a: &usize, b: &usize| free(*a).cmp(&free(*b)).then(travel(*a).total_cmp(&travel(*b)));
    (0..model.n_bodies()).max_by(better).unwrap_or(0)
}

fn points_attribute(points: impl Iterator<Item = [f64; 2]>) -> String {
    points.fold(String::new(), |text, [x, y]| text + &format!("{x:.1},{y:.1} "))
}

fn draw_path(svg: &mut String, view: &View, path: &[Vec3]) {
    let points = points_attribute(path.iter().map(|p| view.page(*p)));
    let style = "stroke=\"#333\" stroke-width=\"1.2\" stroke-dasharray=\"1 4\"";
    let _ = writeln!(svg, "<polyline {style} points=\"{}\"/>", points.trim_end());
}

/// The ground as one more body, pale, through the joints on it.
fn draw_ground(svg: &mut String, view: &View, model: &Model) {
    let ends = model.joints.iter().flat_map(|j| [&j.first, &j.second]).filter(|m| m.body.is_ground());
    let mut corners: Vec<[f64; 2]> = ends.map(|m| view.page(m.point)).collect();
    sort_around(&mut corners);
    let points = points_attribute(corners.into_iter());
    let style = "fill=\"#f4f4f2\" stroke=\"#dcdcd8\" stroke-width=\"6\"";
    let _ = writeln!(svg, "<polygon {style} points=\"{}\"/>", points.trim_end());
}

/// Springs as thin zigzags between their ends.
fn draw_springs(svg: &mut String, view: &View, model: &Model, bodies: &[BodyMotion]) {
    for ends in springs(model) {
        let [[x0, y0], [x1, y1]] = ends.map(|a| view.page(place(bodies, a.body, a.point)));
        let length = (x1 - x0).hypot(y1 - y0).max(1e-9);
        let across = [-(y1 - y0) / length, (x1 - x0) / length];
        let zigzag = (0..=24).map(|k| {
            let along = f64::from(k) / 24.0;
            let aside = if !(4..=20).contains(&k) {
                0.0
            } else if k % 2 == 0 {
                5.0
            } else {
                -5.0
            };
            [x0 + along * (x1 - x0) + aside * across[0], y0 + along * (y1 - y0) + aside * across[1]]
        });
        let points = points_attribute(zigzag);
        let _ = writeln!(svg, "<polyline stroke=\"#777\" stroke-width=\"1.4\" points=\"{}\"/>", points.trim_end());
        let _ = writeln!(svg, "<circle fill=\"#777\" cx=\"{x0:.1}\" cy=\"{y0:.1}\" r=\"3\"/>");
        let _ = writeln!(svg, "<circle fill=\"#777\" cx=\"{x1:.1}\" cy=\"{y1:.1}\" r=\"3\"/>");
    }
}

/// All bodies at one time, the far ones first.
fn draw_bodies(svg: &mut String, view: &View, drawn: &[Vec<Piece>], bodies: &[BodyMotion], fade: f64) {
    let (width, filled) = if fade == 1.0 { (6.0, 0.25) } else { (3.0, 0.0) };
    let _ = writeln!(svg, "<g opacity=\"{fade:.2}\" stroke-width=\"{width}\">");
    let mut order: Vec<usize> = (0..bodies.len()).collect();
    order.sort_by(|a, b| view.nearness(bodies[*a].position).total_cmp(&view.nearness(bodies[*b].position)));
    for i in order {
        let color = COLORS[i % COLORS.len()];
        for piece in &drawn[i] {
            let on_page = piece.points().iter().map(|p| view.page(place(bodies, BodyId::new(i), *p)));
            let mut corners: Vec<[f64; 2]> = on_page.collect();
            match piece {
                Piece::Frame(_) => sort_around(&mut corners),
                Piece::Solid(_) => corners = hull(corners),
            }
            let (element, fill) = if corners.len() > 2 { ("polygon", color) } else { ("polyline", "none") };
            let points = points_attribute(corners.into_iter());
            let style = format!("stroke=\"{color}\" fill=\"{fill}\" fill-opacity=\"{filled}\"");
            let _ = writeln!(svg, "<{element} {style} points=\"{}\"/>", points.trim_end());
        }
    }
    let _ = writeln!(svg, "</g>");
}

/// Puts corners in order around their middle, so that a polygon does not cross itself.
fn sort_around(corners: &mut [[f64; 2]]) {
    let n = corners.len() as f64;
    let middle = corners.iter().fold([0.0; 2], |m, c| [m[0] + c[0] / n, m[1] + c[1] / n]);
    let angle = |c: &[f64; 2]| (c[1] - middle[1]).atan2(c[0] - middle[0]);
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
}

/// The corners of the smallest convex polygon round some points.
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let turn = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let half = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut kept: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while kept.len() > 1 && turn(kept[kept.len() - 2], kept[kept.len() - 1], point) <= 0.0 {
                kept.pop();
            }
            kept.push(point);
        }
        kept.pop();
        kept
    };
    let lower = half(&mut points.iter().copied());
    [lower, half(&mut points.iter().rev().copied())].concat()
}

/// Rods of fixed or given length, which are joints.
fn draw_rods(svg: &mut String, view: &View, model: &Model, bodies: &[BodyMotion]) {
    for joint in model.joints.iter().filter(|j| j.kind.word() == "distance") {
        let ends = [&joint.first, &joint.second].map(|end| view.page(place(bodies, end.body, end.point)));
        let points = points_attribute(ends.into_iter());
        let _ = writeln!(svg, "<polyline stroke=\"#888\" stroke-width=\"5\" points=\"{}\"/>", points.trim_end());
    }
}

/// Circles; those on the ground stand on a small foot.
fn draw_joints(svg: &mut String, view: &View, model: &Model, bodies: &[BodyMotion]) {
    for joint in model.joints.iter().filter(|j| j.kind.coupled().is_none()) {
        let [x, y] = view.page(place(bodies, joint.second.body, joint.second.point));
        if joint.first.body.is_ground() || joint.second.body.is_ground() {
            let [l, r, b] = [x - 11.0, x + 11.0, y + 17.0];
            let foot = format!("<path fill=\"#ddd\" stroke=\"#555\" d=\"M{x:.1} {y:.1}L{l:.1} {b:.1}H{r:.1}Z\"/>");
            let _ = writeln!(svg, "{foot}");
        }
        let style = "fill=\"#fff\" stroke=\"#222\" stroke-width=\"2\"";
        let _ = writeln!(svg, "<circle {style} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>");
    }
}
