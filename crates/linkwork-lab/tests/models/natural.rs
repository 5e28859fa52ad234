//! The motion and the reactions of `natural` are those of `cartesian` on every model of the gallery.

use crate::motion::{from_gallery, run, tight};
use linkwork::methods::FormulationKind;
use linkwork::{Settings, gallery};
use linkwork_lab::comparison::{Apart, Columns};

/// Models with the time over which they are compared, so that all take some seconds of one core together; over five
/// seconds they agree as well, but for the net, which moves chaotically. `andrews` needs a hundred steps a millisecond.
const GALLERY: [(&str, f64); 43] = [
    ("pendulum", 5.0),
    ("double-pendulum", 5.0),
    ("double-pendulum-spherical", 5.0),
    ("free-body", 5.0),
    ("heavy-top", 1.0),
    ("slider-crank", 5.0),
    ("four-bar", 5.0),
    ("four-bars", 5.0),
    ("bricard", 5.0),
    ("flyball-governor", 5.0),
    ("andrews", 0.01),
    ("manipulator", 2.0),
    ("hmmwv", 1.0),
    ("quarter-car", 0.5),
    ("cart-pole", 2.0),
    ("motor-four-bar", 0.3),
    ("arm-pid", 1.2),
    ("door-closer", 2.0),
    ("excavator", 1.5),
    ("clutch", 0.15),
    ("scissor-lift", 1.0),
    ("geneva", 0.4),
    ("planetary-gear", 0.2),
    ("stewart", 2.0),
    ("walker-leg", 2.0),
    ("box-slope", 0.1),
    ("ball-tray", 0.1),
    ("dominoes", 0.03),
    ("rocking-block", 0.1),
    ("newtons-cradle", 0.1),
    ("cam-follower", 0.02),
    ("gripper", 0.02),
    ("geneva-contact", 0.1),
    ("track-link", 0.02),
    ("engine-mounts", 1e-3),
    ("flexible-beam", 1e-3),
    ("pendulums", 2.0),
    ("chain16", 2.0),
    ("chain16-spatial", 2.0),
    ("insulator", 0.5),
    ("star", 2.0),
    ("net", 1.0),
    ("track", 0.2),
];

#[test]
fn every_model_of_the_gallery_moves_as_with_cartesian() {
    let mut faults = Vec::new();
    for (name, end) in GALLERY {
        let model = from_gallery(name);
        let settings = tight(end, end / 10.0);
        let natural = Settings { formulation: FormulationKind::Natural.into(), ..settings.clone() };
        let (a, b) = (run(&model, &settings), run(&model, &natural));
        assert_eq!((&*b.summary.formulation, &*b.summary.stabilization), ("natural", "baumgarte"));
        let columns = Columns::of(&a.memory.channels);
        let size = a.memory.rows.iter().map(|row| columns.size(row)).fold(Default::default(), Apart::max);
        let rows = a.memory.rows.iter().zip(&b.memory.rows);
        let off = rows.map(|(a, b)| columns.difference(a, b)).fold(Default::default(), Apart::max);
        let kinds = off.named().into_iter().zip(size.named()).zip([1e-7, 1e-7, 1e-5]);
        for (((what, off), (_, size)), tolerance) in kinds {
            // Reactions of redundant joints are of least norm in terms of equations that both have in common.
            if off.is_nan() || off > tolerance * size.max(1.0) {
                faults.push(format!("{name}: {what} {off:.1e} of {size:.1e}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn gallery_list_is_complete() {
    let mut names: Vec<&str> = GALLERY.iter().map(|(name, _)| *name).collect();
    let mut all: Vec<&str> = gallery::list().iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    all.sort_unstable();
    assert_eq!(names, all);
}
