// How long the page's own script takes for a picture: what users of a graphics card wait for, and tests look at.

const KEPT = 120;

/** The last durations of something that happens again and again. */
export class Meter {
  constructor() {
    this.durations = new Float64Array(KEPT);
    this.n = 0;
  }

  add(milliseconds) {
    this.durations[this.n % KEPT] = milliseconds;
    this.n += 1;
  }

  /** The duration in the middle of the last ones; 0 if there are none. */
  median() {
    const sorted = this.durations.slice(0, Math.min(this.n, KEPT)).sort();
    return sorted.length ? sorted[sorted.length >> 1] : 0;
  }
}
