// Planes on which bodies stand or bounce: thin discs under the whole motion.
import * as THREE from "three";
import { place } from "./data.js";
import { corners } from "./solids.js";

const Y = new THREE.Vector3(0, 1, 0);
/** More planes than this would hide the mechanism. */
const MOST = 12;

const dot = (a, b) => a.reduce((sum, x, c) => sum + x * b[c], 0);

/** How far a body reaches beyond the point at which it feels a plane: the radius of a wheel that feels it at its hub. */
function reach(run, pose, { body, point }, normal) {
  const [at, spot] = [place(pose, body, point, [0, 0, 0]), [0, 0, 0]];
  const solids = run.bodies[body]?.solids ?? [];
  const depths = solids.flatMap(corners).map((corner) => dot(at, normal) - dot(place(pose, body, corner, spot), normal));
  return Math.max(0, ...depths.filter(Number.isFinite));
}

/** The planes of plane springs, each once, where bodies stand on them. */
function planesOf(run) {
  const planes = new Map();
  const pose = new Float32Array(7 * run.bodies.length);
  if (run.frames.count > 0) run.poseAt(0, 0, 0, pose);
  for (const { plane, ends } of run.forces) {
    if (!plane) continue;
    const height = dot(plane.normal, plane.point) - reach(run, pose, ends[0], plane.normal);
    planes.set([...plane.normal, height].map((x) => x.toPrecision(5)).join(), { normal: plane.normal, height });
  }
  return [...planes.values()].slice(0, MOST);
}

export class Planes {
  constructor(run, { box, size }) {
    this.material = new THREE.MeshLambertMaterial({ transparent: true, depthWrite: false });
    this.material.opacity = run.planar ? 0.8 : 0.35;
    this.group = new THREE.Group();
    const [center, span] = [box.getCenter(new THREE.Vector3()), box.getSize(new THREE.Vector3()).length()];
    const thickness = (run.planar ? 0.06 : 0.01) * size;
    const disc = new THREE.CylinderGeometry(0.65 * span, 0.65 * span, thickness, 48);
    for (const { normal, height } of planesOf(run)) {
      const up = new THREE.Vector3(...normal).normalize();
      const mesh = new THREE.Mesh(disc, this.material);
      mesh.quaternion.setFromUnitVectors(Y, up);
      // Its upper side is the plane.
      mesh.position.copy(center).addScaledVector(up, height - thickness / 2 - center.dot(up));
      this.group.add(mesh);
    }
  }

  setTheme(dark) {
    this.material.color.set(dark ? "#7f8c96" : "#8d99a3");
  }
}
