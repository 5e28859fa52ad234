//! Nothing a user can write makes the reader panic, hang or overflow its stack: arbitrary bytes, damaged models,
//! random expressions, and a folder of inputs that have broken parsers before. Every fault points into the text and
//! says something.

use linkwork::model::{Expression, file};
use linkwork::{Faults, Model};
use proptest::prelude::*;

const TOML: &str = r#"
name = "fuzz"
space = "spatial"
gravity = [0, -9.81, 0]
[[bodies]]
name = "a"
mass = 1.0
inertia = [1.0, 1.0, 1.0, 0.1, 0.0, 0.0]
orientation = [0.5, 0.5, 0.5, 0.5]
shapes = [{ kind = "box", size = [1, 2, 3] }]
[[bodies]]
name = "b"
mass = 2
inertia = [1, 1, 1]
position = [1, 0, 0]
angular_velocity = [0, 0, 1]
[[joints]]
name = "A"
type = "revolute"
bodies = ["ground", "a"]
point = [0, 0, 0]
axis = [0, 0, 1]
motion = "2*t + sin(t)"
[[joints]]
type = "prismatic"
bodies = ["a", "b"]
first = { point = [0, 0, 0], axis = [1, 0, 0], normal = [0, 1, 0] }
second = { point = [0, 0, 0], axis = [1, 0, 0] }
[[joints]]
type = "rack_pinion"
joints = ["A", "joint2"]
ratio = 0.5
[[forces]]
type = "bushing"
bodies = ["a", "b"]
point = [0, 0, 0]
stiffness = [1, 1, 1, 1, 1, 1]
[[forces]]
type = "plane_spring"
body = "b"
plane = { point = [0, 0, 0], normal = [0, 1, 0] }
stiffness = 1e3
unilateral = false
[simulation]
end = 1.0
solver = "auto"
"#;

/// Reads a text whatever it holds; what is wrong must be said properly.
fn read(text: &str, name: &str) -> bool {
    let Err(Faults(faults)) = Model::parse(text, name) else { return true };
    assert!(!faults.is_empty(), "refused without a word: {text:?}");
    let n_lines = text.matches('\n').count() + 1;
    for fault in faults {
        assert!(fault.line >= 1 && fault.line <= n_lines && fault.column >= 1, "{fault:?}");
        assert!(!fault.message.is_empty() && fault.to_string().starts_with(name));
    }
    false
}

/// Words, numbers and marks: the units that are removed, doubled or exchanged.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || "_.-".contains(c);
        let length = if word(first) { rest.find(|c| !word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (token, tail) = rest.split_at(length);
        tokens.push(token);
        rest = tail;
    }
    tokens
}

/// What is put in: marks of both languages, odd numbers, words of the schema in the wrong place.
const STRANGERS: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\"\"\"",
    ",",
    ":",
    "=",
    "\n",
    "\r\n",
    "\0",
    "#",
    "//",
    "\\",
    "\u{feff}",
    "é",
    "🦀",
    "1e999",
    "-0",
    "nan",
    "inf",
    "true",
    "null",
    "0x1F",
    "1_000",
    "1e-320",
    "[[bodies]]",
    "[simulation]",
    "mass",
    "type",
    "\"ground\"",
    "\"planar\"",
    "spherical",
    "distance",
    "gear",
    "point2",
    "1979-05-27",
    "t",
    "(",
    ")",
    "^",
];

#[derive(Clone, Debug)]
enum Edit {
    Delete(prop::sample::Index),
    Insert(prop::sample::Index, &'static str),
    Replace(prop::sample::Index, &'static str),
    Copy(prop::sample::Index, prop::sample::Index),
    Cut(prop::sample::Index),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<prop::sample::Index>;
    let stranger = || prop::sample::select(STRANGERS);
    let edit = prop_oneof![
        4 => at().prop_map(Edit::Delete),
        4 => (at(), stranger()).prop_map(|(i, s)| Edit::Insert(i, s)),
        4 => (at(), stranger()).prop_map(|(i, s)| Edit::Replace(i, s)),
        4 => (at(), at()).prop_map(|(i, j)| Edit::Copy(i, j)),
        1 => at().prop_map(Edit::Cut),
    ];
    prop::collection::vec(edit, 1..6)
}

fn damage(text: &str, edits: &[Edit]) -> String {
    let mut tokens = tokens(text);
    for edit in edits {
        if tokens.is_empty() {
            break;
        }
        let n = tokens.len();
        match edit {
            Edit::Delete(i) => drop(tokens.remove(i.index(n))),
            Edit::Insert(i, s) => tokens.insert(i.index(n), s),
            Edit::Replace(i, s) => tokens[i.index(n)] = s,
            Edit::Copy(i, j) => tokens[i.index(n)] = tokens[j.index(n)],
            Edit::Cut(i) => tokens.truncate(i.index(n)),
        }
    }
    tokens.concat()
}

fn json() -> String {
    file::read(TOML, "fuzz.toml").unwrap_or_else(|f| panic!("{f}")).to_json()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        read(&text, "x.toml");
        read(&text, "x.json");
        let _ = Expression::parse(&text);
    }

    #[test]
    fn damaged_models_never_panic(edits in edits()) {
        read(&damage(TOML, &edits), "x.toml");
        read(&damage(&json(), &edits), "x.json");
        let planar = TOML.replace("\"spatial\"", "\"planar\"");
        read(&damage(&planar, &edits), "x.toml");
    }

    #[test]
    fn random_expressions_never_panic(
        words in prop::collection::vec(prop::sample::select(&[
            "t", "pi", "1", "2.5e-3", ".", "+", "-", "*", "/", "^", "(", ")", ",", " ", "sin(", "step(", "max(",
            "atan2(", "mod(", "log(", "pow(", "0", "1e308", "x", "é",
        ][..]), 0..40),
        t in -1e3..1e3_f64,
    ) {
        match Expression::parse(&words.concat()) {
            // The value of a jet is the value; where one is not a number, so is the other.
            Ok(e) => {
                let (value, jet) = (e.value(t), e.jet(t)[0]);
                prop_assert!(value == jet || (value.is_nan() && jet.is_nan()), "{} at {t}: {value} {jet}", e.source());
            }
            Err(error) => prop_assert!(error.column >= 1 && error.column <= words.concat().chars().count() + 1),
        }
    }

    /// Expressions that are right by construction must be read, with the value that Rust computes.
    #[test]
    fn right_expressions_have_the_right_value(a in -1e3..1e3_f64, b in 0.1..1e3_f64, c in 0_u32..5, t in -10.0..10.0_f64) {
        let text = format!("({a:?})*t + sin({b:?}/(1 + t^2))^{c} - max({a:?}, t)");
        // An exponent that the compiler sees would become a product, which differs from the library's power in the last
        // bit.
        let square = t.powf(std::hint::black_box(2.0));
        let expected = a * t + (b / (1.0 + square)).sin().powf(f64::from(c)) - a.max(t);
        prop_assert_eq!(Expression::parse(&text).map(|e| e.value(t)), Ok(expected));
    }
}

#[test]
fn the_model_itself_is_right() {
    assert!(read(TOML, "x.toml") && read(&json(), "x.json"));
}

/// Files named `good-…` are models, files named `bad-…` are refused; none may do anything else.
#[test]
fn the_corpus_is_read_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is part of the repository") {
        let path = entry.expect("readable folder").path();
        let name = path.file_name().expect("files have names").to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("readable file");
        let start = std::time::Instant::now();
        let accepted = read(&String::from_utf8_lossy(&bytes), &name);
        assert_eq!(accepted, name.starts_with("good-"), "{name}");
        assert!(accepted || name.starts_with("bad-"), "{name}: name it good-… or bad-…");
        assert!(start.elapsed().as_secs_f64() < 2.0, "{name} is slow");
        count += 1;
    }
    assert!(count >= 50, "only {count} files found");
}
