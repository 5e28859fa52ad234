// What the camera must see: where the mechanism is over time, how large it is, which way is up, where to look from.
import * as THREE from "three";
import { place, turn } from "./data.js";
import { hasPlace } from "./joints.js";
import { corners, spread } from "./solids.js";

/** At most so many points stand for the bodies, and so many moments for the motion. */
const MOST_POINTS = 600;
const MOST_MOMENTS = 40;

/** Points on the bodies, in their axes. */
function bodyPoints(run) {
  const all = run.bodies.flatMap((body, b) => body.solids.flatMap(corners).map((point) => [b, point]));
  const step = Math.max(1, Math.ceil(all.length / MOST_POINTS));
  return all.filter((_, k) => k % step === 0);
}

/** Half the width of a joint's mark on the ground, and how far a mechanism goes before it is followed, both relative to its size. */
const MARK = 0.045;
const FAR = 15;

/** How far apart points on the ground are. */
function heldSize(held) {
  return held.length > 1 ? boxOf(held).getSize(new THREE.Vector3()).length() : 0;
}

/** A box around points. */
function boxOf(points) {
  const box = new THREE.Box3();
  points.forEach((p) => box.expandByPoint(p));
  return box;
}

/** Where a run's mechanism is: at each of some moments, and over all of them. */
export function survey(run) {
  const points = bodyPoints(run);
  const { count } = run.frames;
  const moments = Math.min(count, MOST_MOMENTS);
  const pose = new Float32Array(7 * run.bodies.length);
  const clouds = [];
  for (let m = 0; m < moments; m++) {
    const k = moments > 1 ? Math.round((m * (count - 1)) / (moments - 1)) : 0;
    run.poseAt(k, k, 0, pose);
    const cloud = points.map(([b, point]) => new THREE.Vector3(...place(pose, b, point, [0, 0, 0])));
    clouds.push(cloud.filter((p) => Number.isFinite(p.x + p.y + p.z)));
  }
  const anchors = run.joints.filter((joint) => hasPlace(joint) && joint.bodies.includes(-1));
  const fixed = run.forces.flatMap((force) => force.ends.filter((end) => end.body < 0).map((end) => end.point));
  const held = [...anchors.map((joint) => joint.points[joint.bodies.indexOf(-1)]), ...fixed].map(
    (p) => new THREE.Vector3(...p),
  );
  return { clouds, held };
}

/** The sizes of a mechanism from the surveys of its runs. */
export function measure(surveys) {
  const clouds = surveys.flatMap((s) => s.clouds).filter((cloud) => cloud.length > 0);
  const held = surveys.flatMap((s) => s.held);
  const sizes = clouds.map((cloud) => boxOf(cloud).getSize(new THREE.Vector3()).length());
  const typical = sizes.length ? sizes.sort((a, b) => a - b)[sizes.length >> 1] : 1;
  const whole = [...clouds.flat(), ...held];
  if (whole.length === 0) whole.push(new THREE.Vector3());
  const box = boxOf(whole);
  const span = box.getSize(new THREE.Vector3()).length();
  const size = Math.max(typical, heldSize(held)) || span || 1;
  // Marks of joints on the ground are seen whole.
  const marks = held.flatMap((p) => spread(p.toArray(), Array(3).fill(MARK * size)).map((q) => new THREE.Vector3(...q)));
  // A mechanism that travels far is followed: framing all of its way would make it a dot.
  const travels = span > FAR * size;
  return { whole: [...whole, ...marks], first: clouds[0] ?? whole, box, size, travels };
}

/** Which way is up: against gravity, else y, as the files have it. */
export function upOf(run) {
  const g = new THREE.Vector3(...run.model.gravity);
  return g.length() > 0 ? g.normalize().negate() : new THREE.Vector3(0, 1, 0);
}

/** From where a mechanism is seen best: across its plane if all its axes are parallel, else from above a corner. */
export function bestView(run, up) {
  const side = perpendicular(up);
  const front = new THREE.Vector3().crossVectors(side, up);
  const corner = new THREE.Vector3().addScaledVector(front, 1).addScaledVector(side, 0.62).addScaledVector(up, 0.48);
  if (run.planar) return new THREE.Vector3(0, 0, 1);
  const axis = commonAxis(run);
  if (axis === null || Math.abs(axis.dot(up)) > 0.9) return corner.normalize();
  const right = new THREE.Vector3().crossVectors(up, axis).normalize();
  return axis.addScaledVector(right, 0.34).addScaledVector(up, 0.3).normalize();
}

/** The direction of all axes of the mechanism, if there is one. */
function commonAxis(run) {
  const turning = run.joints.filter((joint) => ["revolute", "cylindrical", "screw"].includes(joint.type));
  const pose = new Float32Array(7 * run.bodies.length);
  if (run.frames.count === 0 || turning.length === 0) return null;
  run.poseAt(0, 0, 0, pose);
  const axes = turning.map((joint) => new THREE.Vector3(...turn(pose, joint.bodies[0], joint.axes[0], [0, 0, 0])));
  const first = axes[0].normalize();
  if (axes.some((axis) => Math.abs(axis.normalize().dot(first)) < 0.999)) return null;
  // Towards the viewer whom the file has in mind: z out of the paper.
  const sign = first.z + 0.1 * first.x + 0.01 * first.y < 0 ? -1 : 1;
  return first.multiplyScalar(sign);
}

/** A horizontal direction. */
export function perpendicular(up) {
  const x = new THREE.Vector3(1, 0, 0);
  if (Math.abs(up.x) > 0.9) x.set(0, 1, 0);
  return x.addScaledVector(up, -x.dot(up)).normalize();
}
