// The data of the page: texts in base64 become arrays, and a run can tell where everything is at any time.

/** Bytes behind a text in base64. */
function bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text).buffer;
  const raw = atob(text);
  const array = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) array[i] = raw.charCodeAt(i);
  return array.buffer;
}

/** The largest k with times[k] <= t, at least 0. */
export function indexAt(times, t) {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** One simulated run. */
export class Run {
  constructor(raw, index) {
    this.index = index;
    this.name = raw.name;
    this.model = raw.model;
    this.planar = raw.model.space === "planar";
    this.bodies = raw.model.bodies.list;
    /** Solids of the ground. */
    this.ground = raw.model.ground ?? [];
    this.joints = raw.model.joints.list;
    this.forces = raw.model.forces.list;
    /** Of each body: position and orientation (x, y, z, w), at the time that was asked for last. */
    this.pose = new Float32Array(7 * this.bodies.length);
    this.frame = { k: 0, next: 0, u: 0 };
    this.load(raw);
  }

  /** Takes rows and summary; of a run that goes on, again and again. */
  load(raw) {
    this.summary = raw.summary ?? {};
    const frames = raw.frames;
    this.frames = {
      count: frames.count,
      every: frames.every,
      of: frames.of,
      times: new Float64Array(bytes(frames.times)),
      places: new Float32Array(bytes(frames.places)),
      turns: frames.turns === undefined ? null : new Int16Array(bytes(frames.turns)),
      reactions: new Float32Array(bytes(frames.reactions)),
      loads: new Float32Array(bytes(frames.loads)),
    };
    this.columns = readColumns(raw.columns);
  }

  get start() {
    return this.frames.times[0] ?? 0;
  }

  get end() {
    return this.frames.times[this.frames.count - 1] ?? 0;
  }

  /** Puts all bodies where they are at a time, between the frames around it. */
  moveTo(t) {
    const { times, count } = this.frames;
    const k = indexAt(times, t);
    const next = Math.min(k + 1, count - 1);
    const span = times[next] - times[k];
    const u = span > 0 ? Math.min(Math.max((t - times[k]) / span, 0), 1) : 0;
    this.frame.k = k;
    this.frame.next = next;
    this.frame.u = u;
    this.poseAt(k, next, u, this.pose);
  }

  poseAt(k, next, u, pose) {
    if (this.planar) this.planarPose(k, next, u, pose);
    else this.spatialPose(k, next, u, pose);
  }

  planarPose(k, next, u, pose) {
    const n = this.bodies.length;
    const places = this.frames.places;
    for (let b = 0; b < n; b++) {
      const i = 3 * (k * n + b);
      const j = 3 * (next * n + b);
      const half = 0.5 * ((1 - u) * places[i + 2] + u * places[j + 2]);
      const o = 7 * b;
      pose[o] = (1 - u) * places[i] + u * places[j];
      pose[o + 1] = (1 - u) * places[i + 1] + u * places[j + 1];
      pose[o + 2] = 0;
      pose[o + 3] = 0;
      pose[o + 4] = 0;
      pose[o + 5] = Math.sin(half);
      pose[o + 6] = Math.cos(half);
    }
  }

  spatialPose(k, next, u, pose) {
    const n = this.bodies.length;
    const { places, turns } = this.frames;
    for (let b = 0; b < n; b++) {
      const i = 3 * (k * n + b);
      const j = 3 * (next * n + b);
      const o = 7 * b;
      for (let c = 0; c < 3; c++) pose[o + c] = (1 - u) * places[i + c] + u * places[j + c];
      const p = 4 * (k * n + b);
      const q = 4 * (next * n + b);
      const same =
        turns[p] * turns[q] + turns[p + 1] * turns[q + 1] + turns[p + 2] * turns[q + 2] + turns[p + 3] * turns[q + 3];
      // A quaternion and its negative are the same orientation: the nearer one.
      const v = same < 0 ? -u : u;
      const w = (1 - u) * turns[p] + v * turns[q];
      const x = (1 - u) * turns[p + 1] + v * turns[q + 1];
      const y = (1 - u) * turns[p + 2] + v * turns[q + 2];
      const z = (1 - u) * turns[p + 3] + v * turns[q + 3];
      const size = Math.sqrt(w * w + x * x + y * y + z * z) || 1;
      pose[o + 3] = x / size;
      pose[o + 4] = y / size;
      pose[o + 5] = z / size;
      pose[o + 6] = w / size;
    }
  }

  /** Force (`first` 0) or moment (3) of a joint or load at the present time; `values` has six numbers each, `n` a frame. */
  vector(values, n, index, first, out) {
    const { k, next, u } = this.frame;
    const i = 6 * (k * n + index) + first;
    const j = 6 * (next * n + index) + first;
    for (let c = 0; c < 3; c++) out[c] = (1 - u) * values[i + c] + u * values[j + c];
    return out;
  }
}

/** The least and the largest number. */
function spanOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const x of values) {
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return low <= high ? [low, high] : [0, 0];
}

/** Columns of plots: `get` tells the values of one, `timesOf` their times, and `span` its least and largest value. */
function readColumns(raw) {
  const values = new Float32Array(bytes(raw.values));
  const audit = new Float64Array(bytes(raw.audit));
  const n = raw.count;
  const nPlain = n > 0 ? values.length / n : raw.names.length;
  const times = new Float64Array(bytes(raw.times));
  const ends = raw.first && [raw.first, raw.last].map((text) => new Float64Array(bytes(text)));
  const offsets = raw.offsets && new Uint16Array(bytes(raw.offsets));
  const all = (k) =>
    k < nPlain ? values.subarray(k * n, (k + 1) * n) : audit.subarray((k - nPlain) * n, (k - nPlain + 1) * n);
  /** Of thinned rows: the extremes of every so many of them at their own times, between the first and the last row. */
  const thinned = (k) => {
    const [own, at, out] = [all(k), [times[0]], [ends[0][k]]];
    const put = (time, value) => {
      if (!(time > at[at.length - 1])) return;
      at.push(time);
      out.push(value);
    };
    own.forEach((value, i) => {
      const first = i & ~1;
      const rows = Math.min(raw.every, raw.rows - (first / 2) * raw.every);
      const share = rows > 1 ? (raw.offset_unit * offsets[k * n + i]) / (rows - 1) : 0;
      put(times[first] + share * (times[first + 1] - times[first]), value);
    });
    put(times[n - 1], ends[1][k]);
    return { times: Float64Array.from(at), values: Float64Array.from(out) };
  };
  const byName = new Map(raw.names.map((name, k) => [name, k]));
  const read = new Map();
  const column = (name) => {
    if (!read.has(name) && byName.has(name)) {
      const k = byName.get(name);
      read.set(name, offsets ? thinned(k) : { times, values: all(k) });
    }
    return read.get(name);
  };
  return {
    names: raw.names,
    of: raw.of,
    every: raw.every,
    rows: raw.rows,
    get: (name) => column(name)?.values ?? null,
    timesOf: (name) => column(name)?.times ?? times,
    span(name) {
      const found = column(name);
      found.span ??= spanOf(found.values);
      return found.span;
    },
  };
}

/** A point given in body axes, in the world; `body` is −1 for the ground. */
export function place(pose, body, point, out) {
  if (body < 0) {
    out[0] = point[0];
    out[1] = point[1];
    out[2] = point[2];
    return out;
  }
  turn(pose, body, point, out);
  const o = 7 * body;
  out[0] += pose[o];
  out[1] += pose[o + 1];
  out[2] += pose[o + 2];
  return out;
}

/** A direction given in body axes, in the world. */
export function turn(pose, body, v, out) {
  const a = v[0];
  const b = v[1];
  const c = v[2];
  if (body < 0) {
    out[0] = a;
    out[1] = b;
    out[2] = c;
    return out;
  }
  const o = 7 * body + 3;
  const x = pose[o];
  const y = pose[o + 1];
  const z = pose[o + 2];
  const w = pose[o + 3];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  out[0] = a + w * tx + y * tz - z * ty;
  out[1] = b + w * ty + z * tx - x * tz;
  out[2] = c + w * tz + x * ty - y * tx;
  return out;
}

/** All runs of the page. */
export function readData() {
  const raw = JSON.parse(document.getElementById("linkwork-data").textContent);
  return { title: raw.title, program: raw.program, runs: raw.runs.map((run, k) => new Run(run, k)) };
}
