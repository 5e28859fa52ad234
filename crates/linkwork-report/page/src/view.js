// The moving picture: everything that is drawn of the runs, the camera that looks at it, and what it follows.
import * as THREE from "three";
import { place } from "./data.js";
import { Arrows } from "./arrows.js";
import { Axes } from "./axes.js";
import { bestView, measure, perpendicular, survey, upOf } from "./framing.js";
import { Ground } from "./ground.js";
import { Joints } from "./joints.js";
import { Labels } from "./labels.js";
import { Measures } from "./measures.js";
import { Planes } from "./planes.js";
import { Rods } from "./rods.js";
import { Stage } from "./scene.js";
import { Springs } from "./springs.js";
import { Solids } from "./solids.js";
import { Traces } from "./traces.js";

/** What can be shown or hidden: word, label, whether it is shown at first. */
export const LAYERS = [
  ["joints", "Joints", true],
  ["springs", "Springs", true],
  ["ground", "Grid", true],
  ["names", "Names of bodies", false],
  ["axes", "Axes", false],
  ["reactions", "Forces of joints", false],
  ["moments", "Moments of joints and motors", false],
  ["loads", "Springs and given loads", false],
  ["weights", "Weights", false],
];

const now = new THREE.Vector3();
const before = new THREE.Vector3();

export class View {
  constructor(canvas, runs, overlay) {
    this.runs = runs;
    this.main = runs[0];
    const extent = measure(runs.map(survey));
    const up = upOf(this.main);
    this.extent = extent;
    this.stage = new Stage(canvas, { planar: this.main.planar, up, size: extent.size });
    this.solids = runs.map((run) => new Solids(run, extent.size));
    this.joints = new Joints(this.main, extent.size);
    this.rods = new Rods(this.main, extent.size);
    this.springs = new Springs(this.main, extent.size);
    this.arrows = new Arrows(this.main, extent.size);
    this.axes = new Axes(this.main, extent.size);
    this.ground = new Ground({ planar: this.main.planar, up, box: extent.box, size: extent.size });
    this.planes = new Planes(this.main, extent);
    this.traces = new Traces(runs);
    const { scene } = this.stage;
    this.solids.forEach((solids) => scene.add(solids.group));
    scene.add(
      this.joints.group,
      this.rods.mesh,
      this.springs.mesh,
      this.arrows.group,
      this.axes.lines,
      this.ground.lines,
      this.planes.group,
      this.traces.group,
    );
    this.labels = new Labels(this.stage, this.main, this.solids[0], this.joints, overlay);
    const { arrows, ground } = this;
    const labels = Object.fromEntries(LAYERS);
    this.measures = new Measures(this.stage, { ground, arrows, planar: this.main.planar, labels }, overlay);
    this.shown = Object.fromEntries(LAYERS.map(([word, , shown]) => [word, shown]));
    // Marks on hundreds of joints are larger than what they hold.
    if (this.main.joints.length > 400) this.show("joints", false);
    this.followed = extent.travels ? "all" : "none";
    this.kept = new THREE.Vector3();
    this.isKept = false;
    this.time = this.main.start;
    this.stage.before.push(() => this.prepare());
    this.stage.addEventListener("drawn", () => {
      this.labels.update();
      this.measures.update();
    });
    this.best = bestView(this.main, up);
    this.moveTo(this.time);
    this.fit(this.best);
  }

  /** Bodies move when the picture is drawn next. */
  moveTo(time) {
    this.time = time;
    this.stage.invalidate();
  }

  prepare() {
    this.runs.forEach((run) => run.moveTo(this.time));
    this.solids.forEach((solids) => solids.update());
    if (this.joints.group.visible) this.joints.update(this.solids[0].matrices);
    this.rods.update();
    if (this.springs.mesh.visible) this.springs.update();
    this.arrows.update();
    this.axes.update();
    this.traces.update(this.time);
    this.keepUp();
  }

  /** Moves the camera with what it follows. */
  keepUp() {
    const was = this.isKept;
    this.isKept = this.findFollowed(now);
    if (was && this.isKept) this.stage.shift(before.subVectors(now, this.kept));
    this.kept.copy(now);
  }

  /** Finds the point that the camera stays with, if there is one. */
  findFollowed(point) {
    const n = this.main.bodies.length;
    if (this.followed === "none" || n === 0) return false;
    const { pose } = this.main;
    const one = Number(this.followed);
    const [from, to] = this.followed === "all" ? [0, n] : [one, one + 1];
    point.set(0, 0, 0);
    for (let b = from; b < to; b++) {
      point.x += pose[7 * b];
      point.y += pose[7 * b + 1];
      point.z += pose[7 * b + 2];
    }
    point.divideScalar(to - from);
    return Number.isFinite(point.x + point.y + point.z);
  }

  follow(what) {
    this.followed = what;
    this.isKept = false;
    this.stage.invalidate();
  }

  show(layer, visible) {
    this.shown[layer] = visible;
    if (layer === "joints") this.joints.group.visible = visible;
    else if (layer === "springs") this.springs.mesh.visible = visible;
    else if (layer === "ground") this.ground.lines.visible = this.planes.group.visible = visible;
    else if (layer === "names") this.labels.show(visible);
    else if (layer === "axes") this.axes.lines.visible = visible;
    else this.arrows.show(layer, visible);
    this.stage.invalidate();
  }

  setArrowScale(factor) {
    this.arrows.factor = factor;
    this.stage.invalidate();
  }

  /** Of a run that goes on: new paths, and a wider picture where the mechanism left the one before. */
  renew() {
    const { box } = this.extent;
    this.extent = measure(this.runs.map(survey));
    this.traces.renew();
    if (this.followed === "none" && !box.clone().expandByScalar(0.02 * this.extent.size).containsBox(this.extent.box)) this.fit();
    this.stage.invalidate();
  }

  /** Frames the whole motion, or where the mechanism travels far, where it is now. */
  fit(direction) {
    this.isKept = false;
    this.stage.fit(this.followed === "none" ? this.extent.whole : this.presentPoints(), direction);
  }

  /** Where a joint is in the window, by its name. */
  spot(name) {
    const joint = this.main.joints.find((j) => j.name === name);
    const point = new THREE.Vector3(...place(this.main.pose, joint.bodies[1], joint.points[1], [0, 0, 0]));
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    return this.stage.project(point) ? { x: left + point.x, y: top + point.y } : null;
  }

  presentPoints() {
    this.runs.forEach((run) => run.moveTo(this.time));
    const { clouds } = survey({
      ...only(this.main),
      frames: { count: 1 },
      poseAt: (k, next, u, pose) => pose.set(this.main.pose),
    });
    return clouds[0].length ? clouds[0] : this.extent.whole;
  }

  /** How far the bodies reach in the picture now: 1 is its edge. */
  reach() {
    const { camera } = this.stage;
    camera.updateMatrixWorld();
    const seen = this.presentPoints().map((p) => p.clone().project(camera));
    return Math.max(...seen.map((p) => Math.max(Math.abs(p.x), Math.abs(p.y))));
  }

  /** Looks from the front, the side, above, or from where the mechanism is seen best. */
  look(word) {
    const { up } = this.stage;
    const side = perpendicular(up);
    const front = new THREE.Vector3().crossVectors(side, up);
    // Exactly from above, there would be no way to say what is up in the picture.
    const above = up.clone().addScaledVector(front, 1e-3);
    this.fit({ front, side, above, best: this.best }[word]);
  }

  setTheme(theme) {
    const dark = theme.name === "dark";
    this.stage.setColors(theme.color("--stage"), dark);
    this.ground.setColors(theme.color("--grid"), dark);
    this.springs.material.color.set(dark ? "#aab4bc" : "#5f6a73");
    [this.joints, this.rods, this.planes].forEach((part) => part.setTheme(dark));
  }
}

/** A run's parts that framing reads. */
function only(run) {
  return { bodies: run.bodies, joints: run.joints, forces: run.forces };
}
