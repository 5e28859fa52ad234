//! Progress while a run goes on: a bar on standard error when that is a terminal, and the ear for Ctrl-C.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use linkwork::recorder::{Channels, Row, Sink};
use linkwork::{Checkpoint, SimulationError};

use crate::interrupt::Interrupt;
use crate::printing::error_width;
use crate::summary::{counted, three_digits};

/// The bar counts in ten-thousandths of the simulated time.
const BAR_LENGTH: u64 = 10_000;
/// Often enough to look alive, seldom enough to cost nothing.
const REDRAW: Duration = Duration::from_millis(100);

/// A sink that passes rows on, shows how far the run is, and ends it when the user asks.
pub struct Watched<'a> {
    sink: &'a mut dyn Sink,
    interrupt: Interrupt,
    bar: Option<ProgressBar>,
    /// Where the run begins (s).
    from: f64,
    end: f64,
    /// What is run, where there are several.
    label: String,
    /// When the first row was taken; that may have waited for somebody.
    start: Option<Instant>,
    drawn: Instant,
}

impl<'a> Watched<'a> {
    /// Watches a run to `end` that writes into `sink`.
    pub fn new(sink: &'a mut dyn Sink, interrupt: Interrupt, end: f64) -> Watched<'a> {
        Watched { sink, interrupt, bar: None, from: 0.0, end, label: String::new(), start: None, drawn: Instant::now() }
    }

    /// Shows a bar, if standard error is a terminal.
    pub fn show_bar(&mut self) {
        self.bar = stderr().is_terminal().then(bar);
    }

    /// The run begins at this time, not at zero.
    pub fn set_start(&mut self, time: f64) {
        self.from = time;
    }

    /// Says before the rest what is run.
    pub fn set_label(&mut self, label: String) {
        if let Some(bar) = &self.bar {
            bar.set_message(label.clone());
        }
        self.label = label;
    }

    fn draw(&mut self, time: f64, steps: u64) {
        let Some(bar) = &self.bar else { return };
        if self.drawn.elapsed() < REDRAW {
            return;
        }
        self.drawn = Instant::now();
        let elapsed = self.start.map_or(0.0, |start| start.elapsed().as_secs_f64());
        bar.set_position((time / self.end * BAR_LENGTH as f64) as u64);
        bar.set_message(format!("{}{}", self.label, describe(time, [self.from, self.end], steps, elapsed)));
    }
}

impl Sink for Watched<'_> {
    fn begin(&mut self, channels: &dyn Channels) -> Result<(), SimulationError> {
        self.sink.begin(channels)
    }

    fn record(&mut self, row: &dyn Row) -> Result<(), SimulationError> {
        self.sink.record(row)?;
        self.start.get_or_insert_with(Instant::now);
        Ok(())
    }

    fn progress(&mut self, time: f64, steps: u64) -> bool {
        self.draw(time, steps);
        !self.interrupt.is_asked() && self.sink.progress(time, steps)
    }

    fn is_checkpoint_due(&mut self, time: f64) -> bool {
        self.sink.is_checkpoint_due(time)
    }

    fn keep(&mut self, checkpoint: &Checkpoint) -> Result<(), SimulationError> {
        self.sink.keep(checkpoint)
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    // The text needs some seventy columns.
    let template = match error_width() {
        Some(width) if width < 100 => "{bar:10} {percent:>3} % {wide_msg}",
        _ => "{bar:28} {percent:>3} % {wide_msg}",
    };
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(BAR_LENGTH).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Simulated time, steps, speed against real time, and the time left at this speed.
fn describe(time: f64, [from, end]: [f64; 2], steps: u64, elapsed: f64) -> String {
    let rate = (time - from) / elapsed;
    let steps = counted(steps, "step", "steps");
    let mut text = format!("t = {time:.3} of {end} s, {steps}, {} × real time", three_digits(rate));
    let left = (end - time) / rate;
    if let Ok(left) = Duration::try_from_secs_f64(left) {
        text += &format!(", {} left", HumanDuration(left));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_tells_speed_and_time_left() {
        let text = describe(2.0, [0.0, 5.0], 1234, 4.0);
        assert_eq!(text, "t = 2.000 of 5 s, 1234 steps, 0.50 × real time, 6 seconds left");
        // What was done before a restart did not take this run's time.
        let text = describe(2.0, [1.0, 5.0], 1234, 4.0);
        assert_eq!(text, "t = 2.000 of 5 s, 1234 steps, 0.25 × real time, 12 seconds left");
    }

    #[test]
    fn no_time_left_is_guessed_before_the_first_progress() {
        assert!(!describe(0.0, [0.0, 5.0], 0, 1.0).contains("left"));
    }

    #[test]
    fn an_interrupt_ends_the_run() {
        let mut memory = linkwork::recorder::Memory::default();
        let interrupt = Interrupt::default();
        let mut watched = Watched::new(&mut memory, interrupt.clone(), 1.0);
        assert!(watched.progress(0.1, 1));
        interrupt.ask();
        assert!(!watched.progress(0.2, 2));
    }
}
