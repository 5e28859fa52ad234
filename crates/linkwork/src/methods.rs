//! The registry of methods: one line a method, with its variant and its word.
//!
//! Everything that names methods follows from these lines: settings and their texts in model files, checkpoints and
//! summaries, help and messages, the schema of model files, the methods that are compared. Implementations are chosen
//! by `match` without a wildcard, so that a line without an implementation does not compile.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The word that leaves a choice to the plan.
const AUTO: &str = "auto";

/// A set of methods with a word each.
pub trait Word: Copy + PartialEq + Send + Sync + 'static {
    /// The setting that chooses among them.
    const SETTING: &'static str;
    /// The methods a user may ask for, in the order of the manual.
    const ALL: &'static [Self];
    /// `auto` and their words.
    const WORDS: &'static [&'static str];

    /// The word in settings, files and messages.
    fn word(self) -> &'static str;

    /// The method of this word, whether it is among [`ALL`](Word::ALL) or not.
    fn find(word: &str) -> Option<Self>;
}

/// A method that is asked for, or left to the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice<T> {
    /// The plan chooses.
    #[default]
    Auto,
    /// This one.
    Given(T),
}

impl<T: Word> Choice<T> {
    /// The word in settings, files and messages.
    pub fn word(self) -> &'static str {
        self.given().map_or(AUTO, T::word)
    }

    /// The method, if it is not left to the plan.
    pub fn given(self) -> Option<T> {
        match self {
            Choice::Auto => None,
            Choice::Given(method) => Some(method),
        }
    }

    /// The method, or this one if it is left to the plan.
    pub fn or(self, automatic: T) -> T {
        self.given().unwrap_or(automatic)
    }
}

impl<T> From<T> for Choice<T> {
    fn from(method: T) -> Choice<T> {
        Choice::Given(method)
    }
}

impl<T: Word> PartialEq<T> for Choice<T> {
    fn eq(&self, method: &T) -> bool {
        self.given() == Some(*method)
    }
}

impl<T: Word> fmt::Display for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that stands for no method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The setting.
    pub setting: &'static str,
    /// The word.
    pub word: String,
    /// The words there are.
    pub available: &'static [&'static str],
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownWord { setting, word, available } = self;
        write!(f, "there is no {setting} '{word}' in this version; available: {}", available.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

impl<T: Word> FromStr for Choice<T> {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let unknown = || UnknownWord { setting: T::SETTING, word: word.into(), available: T::WORDS };
        if word == AUTO { Ok(Choice::Auto) } else { T::find(word).map(Choice::Given).ok_or_else(unknown) }
    }
}

impl<T: Word> Serialize for Choice<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl<'de, T: Word> Deserialize<'de> for Choice<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Declares sets of methods; one after `+` is used by the plan and not offered.
macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident $setting:literal {
        $($(#[$about:meta])* $variant:ident $word:literal,)*
        $(+ $(#[$about_other:meta])* $other:ident $other_word:literal,)?
    })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$about])* $variant,)*
            $($(#[$about_other])* $other,)?
        }

        impl Word for $name {
            const SETTING: &'static str = $setting;
            const ALL: &'static [Self] = &[$($name::$variant),*];
            const WORDS: &'static [&'static str] = &[AUTO, $($word),*];

            fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* $($name::$other => $other_word,)? }
            }

            fn find(word: &str) -> Option<Self> {
                match word {
                    $($word => Some($name::$variant),)*
                    $($other_word => Some($name::$other),)?
                    _ => None,
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    )*};
}

methods! {
    /// Coordinates and equations.
    FormulationKind "formulation" {
        /// Every body by itself.
        Cartesian "cartesian",
        /// Joint coordinates.
        Recursive "recursive",
        /// Vectors and momenta.
        Natural "natural",
        /// Elastic joints on two scales of time.
        Multiscale "multiscale",
    }

    /// Solvers of the reduced system.
    SolverKind "solver" {
        /// Block-sparse along the graph of the mechanism.
        Elimination "elimination",
        /// The same by levels or blocks, for many threads.
        Cyclic "cyclic",
        /// Preconditioned conjugate gradients.
        Pcg "pcg",
        /// Artificial dynamics of the multipliers.
        Relaxation "relaxation",
        /// QR factorization, without the reduced matrix.
        Qr "qr",
        /// Full matrices.
        Dense "dense",
        +
        /// Nothing is solved: `multiscale` finds multipliers by itself.
        None "none",
    }

    /// Approximations of the reduced matrix for `pcg`.
    Preconditioner "preconditioner" {
        /// A factor of E at an earlier evaluation of the same step.
        Factor "factor",
        /// The diagonal blocks of E, one a joint.
        BlockJacobi "block-jacobi",
        /// The diagonal of E.
        Jacobi "jacobi",
    }

    /// Damping and law of the artificial dynamics of `relaxation`.
    Variant "relaxation" {
        /// The paper's: one number D, steps of one length.
        Euler "euler",
        /// Diagonal blocks of E, steps of one length.
        Block "block",
        /// Diagonal blocks of E, steps of changing length.
        Chebyshev "chebyshev",
        /// Diagonal blocks of E, steps that go on.
        Momentum "momentum",
        /// E of an earlier evaluation, level by level, conjugate steps.
        Hierarchical "hierarchical",
    }

    /// First guesses of multipliers, for iterative solvers.
    Start "start" {
        /// Zero.
        Zero "zero",
        /// Those of the evaluation before.
        Hold "hold",
        /// On a straight line through the last two.
        Linear "linear",
        /// On a parabola through the last three.
        Quadratic "quadratic",
    }

    /// Methods in time.
    IntegratorKind "integrator" {
        /// Runge–Kutta of order 5 with adaptive steps.
        Dopri5 "dopri5",
        /// Runge–Kutta of order 4.
        Rk4 "rk4",
        /// Adams–Bashforth with a corrector of Moulton.
        Adams "adams",
        /// Adams–Bashforth.
        AdamsBashforth "adams-bashforth",
        /// Linearly implicit, of order 4 with adaptive steps.
        Rosenbrock "rosenbrock",
        /// Linearly implicit, of order 3 with adaptive steps.
        Rosenbrock3 "rosenbrock3",
    }

    /// Methods that keep joints closed.
    StabilizationKind "stabilization" {
        /// Moves dependent coordinates only.
        Partitioning "partitioning",
        /// Moves all coordinates, as little as possible.
        Projection "projection",
        /// Feedback of violations in the accelerations.
        Baumgarte "baumgarte",
        /// Nothing is done.
        None "none",
    }

    /// Ways to find an order of elimination.
    OrderMethod "order" {
        /// `order::minimum_degree`
        MinimumDegree "minimum-degree",
        /// `order::nested_dissection`
        NestedDissection "nested-dissection",
        /// `order::minimum_fill`
        MinimumFill "minimum-fill",
        /// `order::natural`
        File "file",
    }

    /// Whether bodies with many joints are divided in the reduced system.
    Split "split" {
        /// All with more than three joints, or four if that costs less.
        Always "always",
        /// None.
        Never "never",
    }

    /// Treatments of elastic joints by `multiscale`.
    Scales "multiscale" {
        /// Averages of micro windows, for steps of any length.
        Averaged "averaged",
        /// As they are, for steps that follow their oscillations.
        Direct "direct",
    }

    /// Whether a program made for the model evaluates it.
    Specialize "specialize" {
        /// It does.
        On "on",
        /// It does not.
        Off "off",
    }
}

/// The order of elimination that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Order {
    /// The best of all.
    #[default]
    Auto,
    /// By this method.
    Method(OrderMethod),
    /// These joints, by name.
    Joints(Vec<String>),
}

impl From<&str> for Order {
    /// Words of [`OrderMethod`], or names of joints separated by commas.
    fn from(text: &str) -> Order {
        match text.parse() {
            Ok(Choice::Auto) => Order::Auto,
            Ok(Choice::Given(method)) => Order::Method(method),
            Err(UnknownWord { word, .. }) => Order::Joints(word.split(',').map(|name| name.trim().into()).collect()),
        }
    }
}

impl From<String> for Order {
    fn from(text: String) -> Order {
        text.as_str().into()
    }
}

impl From<Order> for String {
    fn from(order: Order) -> String {
        match order {
            Order::Auto => AUTO.into(),
            Order::Method(method) => method.to_string(),
            Order::Joints(names) => names.join(","),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Word + fmt::Debug>() {
        assert_eq!(T::WORDS.len(), T::ALL.len() + 1);
        for (method, word) in T::ALL.iter().zip(&T::WORDS[1..]) {
            assert_eq!((method.word(), T::find(word)), (*word, Some(*method)));
            let text = serde_json::to_string(&Choice::Given(*method)).unwrap();
            assert_eq!(text, format!("{word:?}"));
            assert_eq!(serde_json::from_str::<Choice<T>>(&text).unwrap(), *method);
        }
        assert_eq!(AUTO.parse::<Choice<T>>(), Ok(Choice::Auto));
    }

    #[test]
    fn words_read_back_to_their_methods() {
        check::<FormulationKind>();
        check::<SolverKind>();
        check::<Preconditioner>();
        check::<Variant>();
        check::<Start>();
        check::<IntegratorKind>();
        check::<StabilizationKind>();
        check::<OrderMethod>();
        check::<Split>();
        check::<Scales>();
        check::<Specialize>();
        assert_eq!("none".parse::<Choice<SolverKind>>(), Ok(SolverKind::None.into()));
    }

    #[test]
    fn unknown_words_are_answered_with_those_there_are() {
        let message = "magic".parse::<Choice<Specialize>>().unwrap_err().to_string();
        assert_eq!(message, "there is no specialize 'magic' in this version; available: auto, on, off");
    }

    #[test]
    fn orders_are_words_or_joints() {
        for (text, order) in [
            ("auto", Order::Auto),
            ("minimum-fill", Order::Method(OrderMethod::MinimumFill)),
            ("b,a", Order::Joints(vec!["b".into(), "a".into()])),
        ] {
            assert_eq!((Order::from(text), order.to_string().as_str()), (order, text));
        }
        assert_eq!(Order::from(" b , a ").to_string(), "b,a");
    }
}
