//! First inputs of each target, made by this version of the library: `scripts/fuzz.sh` adds them to the corpus.

use super::{FILES, N_CHOICES, Short, cases, run_pendulum};
use linkwork::gallery;
use linkwork_report::Format;

/// Choices of methods: those of the file, and for each byte its first other values. Letters and digits, so that the
/// files stay texts.
const CHOICES: usize = 7;

/// Inputs of the target of this name.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "parse" => models().collect(),
        "step" => models().flat_map(with_choices).collect(),
        "checkpoint" => cases().iter().map(|case| case.run(&mut Short::default()).to_text().into_bytes()).collect(),
        _ => results(),
    }
}

/// Models with all the keys that the gallery does not have.
const KEYS: [&str; 2] = [include_str!("seeds/plane.toml"), include_str!("seeds/space.toml")];

/// Small models of the gallery, without comments, and models of many keys.
fn models() -> impl Iterator<Item = Vec<u8>> {
    let names = gallery::list().iter().map(|entry| entry.name);
    let texts = names.filter_map(gallery::find).filter(|text| text.len() < 4096);
    let texts = texts.chain(KEYS.map(str::to_string));
    texts.map(|text| {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.collect::<Vec<_>>().join("\n").into_bytes()
    })
}

fn with_choices(model: Vec<u8>) -> impl Iterator<Item = Vec<u8>> {
    let bytes = (0..CHOICES).map(|k| b"F0123456"[k]);
    bytes.map(move |byte| [&[byte; N_CHOICES], model.as_slice()].concat())
}

fn results() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for format in [Format::Csv, Format::Parquet] {
        let (folder, _) = run_pendulum(format);
        for (kind, name) in (0u8..).zip(FILES) {
            seeds.extend(std::fs::read(folder.join(name)).ok().map(|content| [vec![kind], content].concat()));
        }
        std::fs::remove_dir_all(&folder).expect("the folder was just made");
    }
    seeds
}
