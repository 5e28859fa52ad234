// Axes: those of the joints as lines, those of the bodies as three short ones in red, green and blue.
import * as THREE from "three";
import { place, turn } from "./data.js";

const COLORS = [
  [0.82, 0.2, 0.18],
  [0.18, 0.6, 0.3],
  [0.2, 0.4, 0.85],
];
const WITHOUT = new Set(["spherical", "distance", "fixed"]);

export class Axes {
  constructor(run, size) {
    this.run = run;
    this.length = 0.06 * size;
    this.joints = run.joints.filter((joint) => !joint.coupling && !WITHOUT.has(joint.type));
    const n = 2 * (this.joints.length + 3 * run.bodies.length);
    const geometry = new THREE.BufferGeometry();
    this.positions = new THREE.BufferAttribute(new Float32Array(3 * n), 3).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("color", new THREE.BufferAttribute(this.colors(n), 3));
    this.lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ vertexColors: true }));
    this.lines.frustumCulled = false;
    this.lines.visible = false;
  }

  colors(n) {
    const list = this.joints.flatMap(() => [
      [0.55, 0.45, 0.1],
      [0.55, 0.45, 0.1],
    ]);
    this.run.bodies.forEach(() => COLORS.forEach((color) => list.push(color, color)));
    return new Float32Array(list.slice(0, n).flat());
  }

  update() {
    if (!this.lines.visible) return;
    const { pose } = this.run;
    const out = this.positions.array;
    const [at, axis] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    let o = 0;
    const put = (back, forth) => {
      for (let c = 0; c < 3; c++) {
        out[o + c] = at[c] + back * axis[c];
        out[o + 3 + c] = at[c] + forth * axis[c];
      }
      o += 6;
    };
    for (const joint of this.joints) {
      place(pose, joint.bodies[0], joint.points[0], at);
      turn(pose, joint.bodies[0], joint.axes[0], axis);
      put(-1.4 * this.length, 1.4 * this.length);
    }
    this.run.bodies.forEach((_, b) => {
      place(pose, b, [0, 0, 0], at);
      for (let c = 0; c < 3; c++) {
        turn(pose, b, [c === 0, c === 1, c === 2].map(Number), axis);
        put(0, this.length);
      }
    });
    this.positions.needsUpdate = true;
  }
}
