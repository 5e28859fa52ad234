//! `multiscale` against rigid joints.

mod motion;
use linkwork::{Model, Plan, Settings, Simulation};
use motion::{from_gallery, run, parse};

fn rigid(end: f64) -> Settings { Settings { end, output_step: end / 20.0, rtol: 1e-10, atol: 1e-12, ..Settings::default() } }

#[test]
fn probe() {
    for name in ["pendulum", "pendulums", "four-bar", "slider-crank", "chain16-spatial", "double-pendulum-spherical"] {
        let model = from_gallery(name);
        let s = Settings { formulation: "multiscale".into(), ..Settings { rtol: 1e-8, atol: 1e-10, ..rigid(2.0) } };
        let plan = match Plan::choose(&model, &s) { Ok(p) => p, Err(e) => { println!("{name}: {e}"); continue } };
        println!("{name}\n{plan}{:?}", plan.tuning);
        let a = run(&model, &rigid(2.0));
        let mut sim = Simulation::new(&model, &plan).unwrap();
        let mut memory = linkwork::recorder::Memory::default();
        let t = std::time::Instant::now();
        let out = sim.run(&mut memory);
        println!("{out:?} {:?} {:?}", t.elapsed(), sim.workspace().formulation.micro_stats());
        let mut worst = 0.0f64;
        for (r, q) in a.memory.rows.iter().zip(&memory.rows) {
            for ((c, x), y) in a.memory.channels.iter().zip(r).zip(q) {
                if c.ends_with(".x") || c.ends_with(".y") || c.ends_with(".z") { worst = worst.max((x - y).abs()); }
            }
        }
        let sm = sim.summary();
        println!("error {worst:.2e} steps {} rejected {} evals {} residual {:.1e} ref evals {}", sm.steps, sm.rejected, sm.evaluations, sm.max_residual, a.summary.evaluations);
    }
}
