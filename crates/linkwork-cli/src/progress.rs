//! Progress while a run goes on: a bar on standard error when that is a terminal, and the ear for Ctrl-C.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use linkwork::recorder::{Channels, Row, Sink};
use linkwork::{Checkpoint, SimulationError};

use crate::interrupt::Interrupt;
use crate::printing::{error_width, note};
use crate::summary::{counted, three_digits};

/// The bar counts in ten-thousandths of the simulated time.
const BAR_LENGTH: u64 = 10_000;
/// Nobody waits for a run that would take longer than this at its present speed (s): a hundred years.
const OUT_OF_REACH: f64 = 3.2e9;
/// The speed of a run is known after this time (s).
const KNOWN_SPEED: f64 = 1.0;
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
    /// The name of the run, where there are several.
    label: String,
    /// When the first row was taken; that may have waited for somebody.
    start: Option<Instant>,
    drawn: Instant,
    /// Whether the user is to be told where the end cannot be reached, and has not been told yet.
    warns: bool,
}

impl<'a> Watched<'a> {
    /// Watches a run to `end` that writes into `sink`.
    pub fn new(sink: &'a mut dyn Sink, interrupt: Interrupt, end: f64) -> Watched<'a> {
        let (label, drawn) = (String::new(), Instant::now());
        Watched { sink, interrupt, bar: None, from: 0.0, end, label, start: None, drawn, warns: false }
    }

    /// Shows a bar, if standard error is a terminal; says in any case when the end is out of reach.
    pub fn show_bar(&mut self) {
        self.bar = stderr().is_terminal().then(bar);
        self.warns = true;
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

    /// Once, as soon as the speed is known.
    fn warn_of_far_end(&mut self, time: f64) {
        let elapsed = self.start.map_or(0.0, |start| start.elapsed().as_secs_f64());
        if !self.warns || elapsed < KNOWN_SPEED {
            return;
        }
        self.warns = false;
        if let Some(years) = find_years(time, [self.from, self.end], elapsed) {
            let text = format!(
                "note: at this speed the end, {:?} s, is reached in {years:.0e} years; Ctrl-C ends the run and keeps its results",
                self.end
            );
            match &self.bar {
                Some(bar) => bar.suspend(|| note(&text)),
                None => note(&text),
            }
        }
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
        self.warn_of_far_end(time);
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
    let shown_end = if end < 1e9 { format!("{end}") } else { format!("{end:?}") };
    let mut text = format!("t = {time:.3} of {shown_end} s, {steps}, {} × real time", three_digits(rate));
    if find_years(time, [from, end], elapsed).is_some() {
        text += ", the end is out of reach";
    } else if let Ok(left) = Duration::try_from_secs_f64((end - time) / rate) {
        text += &format!(", {} left", HumanDuration(left));
    }
    text
}

/// The years that are left at this speed, where they are too many to wait for.
fn find_years(time: f64, [from, end]: [f64; 2], elapsed: f64) -> Option<f64> {
    let left = (end - time) / (time - from) * elapsed;
    (time > from && left > OUT_OF_REACH).then_some(left / 31_557_600.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_tells_speed_and_time_left() {
        let text = describe(2.0, [0.0, 5.0], 1234, 4.0);
        assert_eq!(text, "t = 2.000 of 5 s, 1234 steps, 0.50 × real time, 6 seconds left");
        // Work done before a restart did not take this run's time.
        let text = describe(2.0, [1.0, 5.0], 1234, 4.0);
        assert_eq!(text, "t = 2.000 of 5 s, 1234 steps, 0.25 × real time, 12 seconds left");
    }

    #[test]
    fn an_end_that_no_run_reaches_is_said_to_be_out_of_reach() {
        let text = describe(2.0, [0.0, 1e300], 1234, 4.0);
        assert_eq!(text, "t = 2.000 of 1e300 s, 1234 steps, 0.50 × real time, the end is out of reach");
        assert!(describe(2.0, [0.0, 1e8], 1234, 4.0).contains("left"));
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
