// Paths of chosen points: the whole way faintly, the part that is done strongly.
import * as THREE from "three";
import { Line2 } from "three/addons/lines/Line2.js";
import { LineGeometry } from "three/addons/lines/LineGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { indexAt, place } from "./data.js";
import { PALETTE } from "./theme.js";
import { bodyColor } from "./solids.js";

/** What can be traced in a run: centres of bodies, points of joints. */
export function choices(run) {
  const bodies = run.bodies.map((body, index) => ({
    id: `b${index}`,
    label: body.name,
    body: index,
    point: [0, 0, 0],
    color: bodyColor(run, index),
  }));
  const moving = run.joints.map((joint, index) => ({ joint, index })).filter(({ joint }) => !joint.coupling);
  const joints = moving.map(({ joint, index }) => {
    const side = joint.bodies[1] >= 0 ? 1 : 0;
    return {
      id: `j${index}`,
      label: joint.name,
      body: joint.bodies[side],
      point: joint.points[side],
      color: PALETTE[(index + 1) % PALETTE.length],
    };
  });
  return { bodies, joints };
}

class Trace {
  constructor(run, choice) {
    this.run = run;
    this.choice = choice;
    const pose = new Float32Array(7 * run.bodies.length);
    this.points = [];
    for (let k = 0; k < run.frames.count; k++) {
      run.poseAt(k, k, 0, pose);
      this.points.push(...place(pose, choice.body, choice.point, [0, 0, 0]));
    }
    this.group = new THREE.Group();
    if (run.frames.count < 2) return;
    const material = (opacity, linewidth) =>
      new LineMaterial({ color: choice.color, linewidth, transparent: true, opacity });
    this.whole = new Line2(new LineGeometry().setPositions(this.points), material(0.28, 1.5));
    this.done = new Line2(new LineGeometry().setPositions(this.points), material(1, 2.5));
    [this.whole, this.done].forEach((line) => {
      line.frustumCulled = false;
      this.group.add(line);
    });
  }

  update(time) {
    if (this.done) this.done.geometry.instanceCount = indexAt(this.run.frames.times, time);
  }
}

export class Traces {
  constructor(runs) {
    this.runs = runs;
    this.group = new THREE.Group();
    this.list = [];
  }

  has(id) {
    return this.list.some((trace) => trace.choice.id === id);
  }

  toggle(id) {
    if (this.has(id)) {
      this.list.filter((trace) => trace.choice.id === id).forEach((trace) => this.group.remove(trace.group));
      this.list = this.list.filter((trace) => trace.choice.id !== id);
      return;
    }
    for (const run of this.runs) {
      const { bodies, joints } = choices(run);
      const choice = [...bodies, ...joints].find((c) => c.id === id);
      if (choice === undefined || choice.body < 0) continue;
      const trace = new Trace(run, choice);
      this.list.push(trace);
      this.group.add(trace.group);
    }
  }

  /** Of a run that goes on, the paths anew. */
  renew() {
    const chosen = new Set(this.list.map((trace) => trace.choice.id));
    chosen.forEach((id) => (this.toggle(id), this.toggle(id)));
  }

  /** Chosen points, each once. */
  chosen() {
    return this.list
      .filter((trace) => trace.run === this.list.find((t) => t.choice.id === trace.choice.id).run)
      .map((trace) => trace.choice);
  }

  update(time) {
    this.list.forEach((trace) => trace.update(time));
  }
}
