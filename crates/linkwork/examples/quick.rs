//! scratch
use linkwork::recorder::Memory;
use linkwork::*;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let model = match Model::parse(&text, &path) {
        Ok(m) => m,
        Err(e) => {
            println!("{e}");
            return;
        }
    };
    let mut settings = Settings::of_model(&model);
    if let Some(s) = std::env::args().nth(2) {
        settings.solver = s
    }
    if let Some(s) = std::env::args().nth(3) {
        settings.rtol = s.parse().unwrap();
        settings.atol = settings.rtol * 1e-1
    }
    let plan = match Plan::choose(&model, &settings) {
        Ok(m) => m,
        Err(e) => {
            println!("{e}");
            return;
        }
    };
    print!("{plan}");
    let mut sim = Simulation::new(&model, &plan).unwrap();
    let mut memory = Memory::default();
    let r = sim.run(&mut memory);
    println!("{r:?}\n{:#?}", sim.summary());
    for (c, v) in memory.channels.iter().zip(memory.rows.last().unwrap()).take(30) {
        println!("{c} {v}")
    }
}
