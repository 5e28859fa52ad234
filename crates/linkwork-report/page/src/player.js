// Time: what is shown now, whether it runs, how fast, and whether it begins anew at its end.

import { Meter } from "./meter.js";

const STEPS = [1, 2, 5];

/** The number of the series 1, 2, 5, 10, … next to x. */
export function roundSpeed(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  const nearest = [...STEPS, 10].reduce((a, b) =>
    Math.abs(Math.log((b * power) / x)) < Math.abs(Math.log((a * power) / x)) ? b : a,
  );
  return Number((nearest * power).toPrecision(1));
}

export class Player extends EventTarget {
  constructor(start, end) {
    super();
    this.start = start;
    this.end = end;
    this.time = start;
    this.playing = false;
    this.loop = true;
    this.speed = suited(end - start);
    this.last = 0;
    this.meter = new Meter();
    this.onFrame = (now) => this.tick(now);
  }

  get span() {
    return this.end - this.start;
  }

  /** Speeds to choose from, around the one that suits. */
  speeds() {
    const all = new Set([1, this.speed]);
    let faster = this.speed;
    let slower = this.speed;
    for (let k = 0; k < 5; k++) {
      faster = step(faster, 1);
      slower = step(slower, -1);
      all.add(faster).add(slower);
    }
    return [...all].sort((a, b) => a - b);
  }

  play() {
    if (this.playing || !(this.span > 0)) return;
    if (this.time >= this.end) this.time = this.start;
    this.playing = true;
    this.last = performance.now();
    requestAnimationFrame(this.onFrame);
    this.tell("state");
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.tell("state");
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** A run that goes on has a later end. */
  extend(end) {
    const isUsual = this.speed === suited(this.span);
    this.end = end;
    if (isUsual) this.setSpeed(suited(this.span));
    this.tell("time");
  }

  seek(time) {
    this.time = Math.min(Math.max(time, this.start), this.end);
    this.tell("time");
  }

  faster(direction) {
    this.setSpeed(step(this.speed, direction));
  }

  setSpeed(speed) {
    this.speed = Math.min(Math.max(speed, 1e-9), 1e9);
    this.tell("state");
  }

  setLoop(loop) {
    this.loop = loop;
    this.tell("state");
  }

  tick(now) {
    if (!this.playing) return;
    // A page that was hidden goes on where it was.
    const passed = Math.min((now - this.last) / 1000, 0.25);
    this.last = now;
    let time = this.time + Math.max(passed, 0) * this.speed;
    if (time >= this.end) {
      if (this.loop) time = this.start + ((time - this.start) % this.span);
      else {
        this.seek(this.end);
        this.pause();
        return;
      }
    }
    const begun = performance.now();
    this.seek(time);
    this.meter.add(performance.now() - begun);
    requestAnimationFrame(this.onFrame);
  }

  tell(what) {
    this.dispatchEvent(new Event(what));
  }
}

/** In real time, unless that is over in a blink or takes too long to wait for. */
function suited(span) {
  return span > 0 ? (span < 3 || span > 30 ? roundSpeed(span / 8) : 1) : 1;
}

/** The next number of the series 1, 2, 5, 10, … in one direction. */
function step(x, direction) {
  const round = roundSpeed(x);
  const power = 10 ** Math.floor(Math.log10(round * (1 + 1e-9)));
  const k = STEPS.indexOf(Math.round(round / power)) + direction;
  const next = k < 0 ? 0.5 * power : k > 2 ? 10 * power : STEPS[k] * power;
  return Number(next.toPrecision(1));
}
