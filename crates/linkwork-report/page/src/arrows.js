// Arrows for weights, loads and reactions: straight ones for forces, all to one scale, and curved ones for moments, to another.
import * as THREE from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { place } from "./data.js";

const Y = new THREE.Vector3(0, 1, 0);
const ORIGIN = [0, 0, 0];
const SPOT = [0, 0, 0];
const VALUE = [0, 0, 0];
const [at, vector, direction, tip, stretch] = Array.from({ length: 5 }, () => new THREE.Vector3());
const turned = new THREE.Quaternion();
const matrix = new THREE.Matrix4();

/** Room for copies of a geometry that are moved every time. */
export function copies(geometry, material, n) {
  const made = new THREE.InstancedMesh(geometry, material, Math.max(n, 1));
  made.count = n;
  made.frustumCulled = false;
  return made;
}

/** Writes the matrix that takes what is of length and width 1 along y to `start`, along a vector of this `size`. */
export function rodMatrix(start, vector, size, width, length, out, o) {
  if (size > 0) turned.setFromUnitVectors(Y, direction.copy(vector).divideScalar(size));
  else turned.identity();
  matrix.compose(start, turned, stretch.set(width, length, width)).toArray(out, o);
}

/** Straight arrows of one colour: shafts and heads, drawn at once. */
class Straight {
  constructor(n, material) {
    this.shafts = copies(new THREE.CylinderGeometry(1, 1, 1, 10, 1, true).translate(0, 0.5, 0), material, n);
    this.heads = copies(new THREE.ConeGeometry(1, 1, 14).translate(0, 0.5, 0), material, n);
    this.group = new THREE.Group().add(this.shafts, this.heads);
  }

  /** The k-th one from `at` along `vector`, which has its length. */
  set(k, width) {
    const [shafts, heads] = [this.shafts.instanceMatrix.array, this.heads.instanceMatrix.array];
    const length = vector.length();
    if (!(length > 2 * width)) {
      shafts.fill(0, 16 * k, 16 * k + 16);
      heads.fill(0, 16 * k, 16 * k + 16);
      return;
    }
    const head = Math.min(6 * width, 0.5 * length);
    rodMatrix(at, vector, length, width, length - head, shafts, 16 * k);
    tip.copy(at).addScaledVector(vector, 1 - head / length);
    rodMatrix(tip, vector, length, 2.4 * width, head, heads, 16 * k);
  }

  changed() {
    this.shafts.instanceMatrix.needsUpdate = true;
    this.heads.instanceMatrix.needsUpdate = true;
  }
}

/** Three quarters of a ring of radius 1 about y, with a head that turns as a moment along y does. */
function bentArrow() {
  const angle = 1.5 * Math.PI;
  const ring = new THREE.TorusGeometry(1, 0.07, 6, 30, angle - 0.35);
  const head = new THREE.ConeGeometry(0.24, 0.6, 12);
  // Its tip where three quarters are over, along the ring.
  head.translate(1, 0, 0).rotateZ(angle - 0.28);
  return mergeGeometries([ring, head]).rotateX(-Math.PI / 2);
}

/** Curved arrows of one colour. */
class Bent {
  constructor(n, material) {
    this.mesh = copies(bentArrow(), material, n);
    this.group = this.mesh;
  }

  /** The k-th one about `at`, turning about `vector`, whose length is its radius. */
  set(k, least) {
    const out = this.mesh.instanceMatrix.array;
    const radius = vector.length();
    if (radius > least) rodMatrix(at, vector, radius, radius, radius, out, 16 * k);
    else out.fill(0, 16 * k, 16 * k + 16);
  }

  changed() {
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

/** The size which all but the largest few vectors stay below: a blow must not make everything else invisible. */
function large(values, first, share = 0.95, noise = 0) {
  const sizes = [];
  const step = Math.max(1, Math.floor(values.length / 6 / 4000));
  for (let k = first; k + 2 < values.length; k += 6 * step) {
    const size = Math.hypot(values[k], values[k + 1], values[k + 2]);
    // Joints without a moment must not decide on the size of those with one.
    if (Number.isFinite(size) && size > noise) sizes.push(size);
  }
  sizes.sort((a, b) => a - b);
  return sizes.length ? sizes[Math.floor(share * (sizes.length - 1))] : 0;
}

export const COLORS = { weights: "#8a6fbf", loads: "#009e73", reactions: "#d1372c", moments: "#d1372c" };

export class Arrows {
  constructor(run, size) {
    this.run = run;
    this.size = size;
    this.factor = 1;
    const g = new THREE.Vector3(...run.model.gravity);
    this.weights = run.bodies.map((body) => g.clone().multiplyScalar(body.mass));
    this.acting = run.joints.filter((joint) => joint.reaction !== null);
    this.nReactions = run.model.joints.reactions;
    this.measure();
    // Joints are inside bodies, and what acts there is to be seen nevertheless.
    const material = (word) =>
      new THREE.MeshLambertMaterial({ color: COLORS[word], depthTest: false, transparent: true });
    const [nActing, nForces] = [this.acting.length, run.forces.length];
    const loads = material("loads");
    this.sets = {
      weights: [new Straight(this.weights.length, material("weights"))],
      loads: [new Straight(nForces, loads), new Bent(nForces, loads)],
      reactions: [new Straight(nActing, material("reactions"))],
      moments: [new Bent(nActing, material("moments"))],
    };
    this.group = new THREE.Group();
    Object.values(this.sets)
      .flat()
      .forEach((set) => this.group.add(set.group));
    Object.keys(this.sets).forEach((word) => this.show(word, false));
  }

  /** Lengths per newton, radii per newton metre. What is less than `noise` is round-off of what should be nothing. */
  measure() {
    const { reactions, loads } = this.run.frames;
    const force = Math.max(large(reactions, 0), large(loads, 0));
    const heaviest = Math.max(0, ...this.weights.map((w) => w.length()));
    this.noise = 1e-9 * Math.max(force, heaviest) * this.size;
    // Moments differ more from joint to joint than forces do.
    const moment = Math.max(large(reactions, 3, 0.99, this.noise), large(loads, 3, 0.99, this.noise));
    this.hasMoments = large(reactions, 3, 0.95, this.noise) > 0;
    this.hasLoadMoments = large(loads, 3, 0.99, this.noise) > 0;
    this.perForce = (0.24 * this.size) / (force || heaviest || 1);
    this.perMoment = moment > 0 ? (0.11 * this.size) / moment : 0;
  }

  show(what, visible) {
    this.sets[what].forEach((set) => (set.group.visible = visible));
  }

  isShown(what) {
    return this.sets[what][0].group.visible;
  }

  update() {
    if (this.isShown("weights")) this.updateWeights();
    if (this.isShown("loads")) this.updateLoads();
    if (this.isShown("reactions")) this.updateReactions("reactions", 0);
    if (this.isShown("moments")) this.updateReactions("moments", 3);
  }

  updateWeights() {
    const [straight] = this.sets.weights;
    for (let b = 0; b < this.weights.length; b++) {
      at.fromArray(place(this.run.pose, b, ORIGIN, SPOT));
      vector.copy(this.weights[b]);
      this.putForce(straight, b);
    }
    straight.changed();
  }

  updateLoads() {
    const { run } = this;
    const [straight, bent] = this.sets.loads;
    const n = run.forces.length;
    for (let k = 0; k < n; k++) {
      const { body, point } = run.forces[k].acts_at;
      at.fromArray(place(run.pose, body, point, SPOT));
      vector.fromArray(run.vector(run.frames.loads, n, k, 0, VALUE));
      this.putForce(straight, k);
      vector.fromArray(run.vector(run.frames.loads, n, k, 3, VALUE));
      this.putMoment(bent, k);
    }
    straight.changed();
    bent.changed();
  }

  /** Forces or moments of the joints on their second bodies. */
  updateReactions(word, first) {
    const { run } = this;
    const [set] = this.sets[word];
    for (let k = 0; k < this.acting.length; k++) {
      const joint = this.acting[k];
      at.fromArray(place(run.pose, joint.bodies[1], joint.points[1], SPOT));
      vector.fromArray(run.vector(run.frames.reactions, this.nReactions, joint.reaction, first, VALUE));
      if (first === 0) this.putForce(set, k);
      else this.putMoment(set, k);
    }
    set.changed();
  }

  putForce(set, k) {
    vector.multiplyScalar(this.perForce * this.factor).clampLength(0, 1.5 * this.size);
    set.set(k, 0.0035 * this.size);
  }

  putMoment(set, k) {
    const isNoise = vector.length() <= this.noise;
    vector.multiplyScalar(isNoise ? 0 : this.perMoment * this.factor).clampLength(0, 0.2 * this.size * Math.max(this.factor, 1));
    set.set(k, 0.003 * this.size);
  }
}
