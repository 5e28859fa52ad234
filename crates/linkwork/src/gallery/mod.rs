//! Built-in models: well-known mechanisms by name, and generators for models of any size.
//!
//! Small mechanisms are model files in `models/`, written to be read; large and regular ones are made by the functions
//! here, each in its own file. All start assembled: positions and velocities satisfy the joints to round-off.
//!
//! ```
//! let text = linkwork::gallery::find("four-bar").unwrap();
//! assert!(text.contains("name = \"coupler\""));
//! let chain = linkwork::gallery::chain(100, linkwork::Space::Planar).unwrap();
//! assert_eq!(chain.bodies.len(), 100);
//! ```

mod chain;
mod four_bars;
mod insulator;
mod net;
mod parts;
mod star;
mod track;

pub use chain::{chain, chain16, pendulums};
pub use four_bars::four_bars;
pub use insulator::insulator;
pub use net::net;
pub use star::star;
pub use track::track;

use crate::Space;
use crate::model::ModelFile;

/// A model of the gallery.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name by which [`find`] and the command line know it.
    pub name: &'static str,
    /// One sentence about the question it answers.
    pub summary: &'static str,
    /// The literature it comes from, or `Linkwork`.
    pub source: &'static str,
    origin: Origin,
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    /// The text of a model file.
    Text(&'static str),
    /// A generator with its sizes chosen; the sizes are in range, and a test makes every one.
    Made(fn() -> Result<ModelFile, String>),
}

/// All models with a name, simple ones first.
pub fn list() -> &'static [Entry] {
    &ENTRIES
}

/// The model file of this name, in TOML; `None` if there is no such model.
pub fn find(name: &str) -> Option<String> {
    let entry = ENTRIES.iter().find(|entry| entry.name == name)?;
    match entry.origin {
        Origin::Text(text) => Some(text.into()),
        Origin::Made(make) => make().ok().map(|model| model.to_toml()),
    }
}

/// The entry of a model that is written in a file.
macro_rules! written {
    ($name:literal, $summary:literal, $source:literal) => {
        Entry {
            name: $name,
            summary: $summary,
            source: $source,
            origin: Origin::Text(include_str!(concat!("models/", $name, ".toml"))),
        }
    };
}

const fn made(
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    make: fn() -> Result<ModelFile, String>,
) -> Entry {
    Entry { name, summary, source, origin: Origin::Made(make) }
}

/// The same with the end and output step that suit a small instance.
fn lasting(model: Result<ModelFile, String>, end: f64, output_step: f64) -> Result<ModelFile, String> {
    model.map(|model| ModelFile { simulation: parts::simulation(end, output_step), ..model })
}

static ENTRIES: [Entry; 43] = [
    written!("pendulum", "A rod on a revolute joint, released from the horizontal.", "Linkwork"),
    written!("double-pendulum", "Two rods on parallel revolute joints move chaotically.", "Linkwork"),
    written!(
        "double-pendulum-spherical",
        "Two rods on spherical joints, pushed sideways, show a double pendulum in space.",
        "Linkwork"
    ),
    written!(
        "free-body",
        "A free body spinning about its middle axis turns over again and again.",
        "Dzhanibekov effect"
    ),
    written!("heavy-top", "A fast top on a spherical joint precesses and nods.", "Géradin & Cardona 2001"),
    written!("slider-crank", "A crank driven at constant speed: what torque does the motor need?", "Linkwork"),
    written!(
        "four-bar",
        "A crank and rocker in space: the smallest closed loop, with three redundant equations.",
        "Linkwork"
    ),
    made(
        "four-bars",
        "Three four-bars in a row, with positions in which the motion can branch.",
        "IFToMM benchmark A02 (N-four-bar)",
        || lasting(four_bars(3, Space::Planar), 5.0, 0.01),
    ),
    written!("bricard", "Six links that move although counting equations says they cannot.", "IFToMM benchmark A04"),
    written!(
        "flyball-governor",
        "Balls on a turning shaft fly out and lift a slider against a spring.",
        "After IFToMM benchmark A05"
    ),
    written!(
        "andrews",
        "Andrews' squeezing mechanism: seven bodies, ten joints, one freedom, very fast.",
        "Schiehlen 1990; Hairer & Wanner"
    ),
    written!(
        "manipulator",
        "A robot arm as CAD describes it: rigid connections made of plane-to-plane mates, twelve redundant equations.",
        "After Vlasenko & Kasper"
    ),
    written!(
        "hmmwv",
        "A vehicle with double wishbones and a steering rack: fourteen bodies, eleven joints on the chassis.",
        "Topology of Negrut's HMMWV"
    ),
    written!("quarter-car", "A quarter of a car drives over a bump: does its wheel leave the road?", "Linkwork"),
    written!("cart-pole", "A cart balances a pole by state feedback: how far must it go?", "Linkwork"),
    written!(
        "motor-four-bar",
        "A DC motor starts a four-bar: how large is the current, how uneven the speed?",
        "Linkwork"
    ),
    written!("arm-pid", "A robot arm under PID controllers: how well does it follow the wanted motion?", "Linkwork"),
    written!(
        "door-closer",
        "A door with a closer and a stop: how long does it take, how hard does it meet the frame?",
        "Linkwork"
    ),
    written!(
        "excavator",
        "A hydraulic cylinder lifts a boom with a stick: which pressure do its hoses have to stand?",
        "Linkwork"
    ),
    written!(
        "clutch",
        "A centrifugal clutch takes a fan along: when does it engage, how long does it slip?",
        "Linkwork"
    ),
    written!(
        "scissor-lift",
        "A hydraulic cylinder raises a scissor lift: which pressure does it need, with friction in its slide?",
        "Linkwork"
    ),
    written!(
        "geneva",
        "A Geneva drive moves a wheel on by quarters of a turn: how hard does its pin push?",
        "Linkwork"
    ),
    written!(
        "planetary-gear",
        "A planetary gear between a motor and a fan: how much of the power is lost in it?",
        "Linkwork"
    ),
    written!(
        "stewart",
        "Six legs of given length move a platform: which forces do they have to give?",
        "Gough; Stewart 1965"
    ),
    written!(
        "walker-leg",
        "A leg of a walking machine on a driven crank: how flat is the path of its foot?",
        "Theo Jansen"
    ),
    written!("box-slope", "A box on a board that is lifted: at which angle does it begin to slide?", "Linkwork"),
    written!("ball-tray", "A ball rolls about in a tray that is rocked.", "Linkwork"),
    written!("dominoes", "Five dominoes in a row: how long does the wave take?", "Linkwork"),
    written!("rocking-block", "A slender block rocks from corner to corner until it stands.", "Housner 1963"),
    written!("newtons-cradle", "The first of five balls swings down, and the last one swings up.", "Newton's cradle"),
    written!("cam-follower", "A cam turns faster and faster: when does its follower lift off?", "Linkwork"),
    written!("gripper", "Two fingers lift a box that friction holds: does it slip?", "Linkwork"),
    written!("geneva-contact", "The pin of a Geneva drive pushes on the walls of its slots.", "Linkwork"),
    written!("track-link", "A road wheel rolls over the links of a track: what does each link carry?", "Linkwork"),
    written!("engine-mounts", "An engine is set down on four rubber mounts with bolted brackets.", "Linkwork"),
    written!(
        "flexible-beam",
        "A strip of steel as pieces between bushings: how fast does it swing?",
        "Euler, Bernoulli"
    ),
    made("pendulums", "Ten rods in a row, released from the horizontal.", "Mráz & Valášek", || {
        lasting(pendulums(10), 5.0, 0.01)
    }),
    made("chain16", "A chain of 16 bodies in the plane, released at rest.", "Duan & Anderson", || {
        Ok(chain::chain16(Space::Planar))
    }),
    made("chain16-spatial", "The chain of 16 bodies with axes alternating z and x.", "Duan & Anderson", || {
        Ok(chain::chain16(Space::Spatial))
    }),
    made("insulator", "Two chains of eight insulators carry a power line in the wind.", "Vlasenko & Kasper", || {
        insulator(8)
    }),
    made("star", "A carousel with eight arms: many joints on one body.", "Topology of Negrut's stars", || {
        lasting(star(8), 5.0, 0.01)
    }),
    made("net", "A net of four by four bodies, held at two corners, sags: many loops.", "Linkwork", || {
        Ok(net::folded_net())
    }),
    made("track", "A track of forty links round two wheels: one long loop.", "Linkwork", || track(40)),
];
