// Joints as marks: pins along their axes, crosses, balls, sleeves, pucks of bushings; dark plates where they hold on
// to the ground.
import * as THREE from "three";
import { place } from "./data.js";
import { Instances } from "./instances.js";
import { ball, between, geometries } from "./solids.js";

const PINS = new Set(["revolute", "cylindrical", "screw"]);
const SLEEVES = new Set(["prismatic", "plane_plane", "point_line", "point_plane"]);

const RAILS = new Set(["prismatic", "cylindrical", "point_line", "screw"]);
/** Joints of directions: they are nowhere. */
const PLACELESS = new Set(["parallel", "perpendicular"]);

/** Whether a joint is at its points. */
export const hasPlace = (joint) => !joint.coupling && !PLACELESS.has(joint.type);

/** On light and on dark ground; a driven joint stands out. */
const COLORS = { plain: ["#3b444c", "#9aa5ae"], driven: ["#e0a100", "#ffc53d"], held: ["#7b858e", "#5b6670"] };

/** How thick a body is at its joints. */
function thickness(body) {
  const radii = (body?.solids ?? [])
    .filter((s) => s.kind === "capsule" || s.kind === "plate")
    .map((s) => s.radius ?? s.thickness / 2);
  return radii.length ? Math.max(...radii) : 0;
}

export class Joints {
  constructor(run, size) {
    this.run = run;
    this.material = new THREE.MeshLambertMaterial();
    this.sets = Object.fromEntries(
      Object.entries(geometries(run.joints.length)).map(([kind, geometry]) => [
        kind,
        new Instances(geometry, this.material),
      ]),
    );
    run.joints.forEach((joint, index) => {
      if (hasPlace(joint)) this.add(joint, index, size);
    });
    run.forces.forEach((force) => {
      if (force.type === "bushing") this.addBushing(force, size);
    });
    this.group = new THREE.Group();
    this.built = Object.values(this.sets).filter((set) => set.build());
    this.built.forEach((set) => this.group.add(set.mesh));
  }

  add(joint, index, size) {
    const thick = Math.max(...joint.bodies.map((b) => thickness(this.run.bodies[b])));
    const plain = Math.min(Math.max(1.25 * thick, 0.007 * size), 0.022 * size);
    // In a long chain, marks that are larger than its links would hide it.
    const arms = joint.bodies
      .flatMap((b, k) => (b < 0 ? [] : [Math.hypot(...joint.points[k])]))
      .filter((arm) => arm > 0);
    const r = Math.min(plain, 0.4 * Math.min(...arms, plain / 0.4));
    const color = new THREE.Color();
    const tag = { joint: index, role: joint.driven ? "driven" : "plain" };
    const side = joint.bodies[1] >= 0 ? 1 : 0;
    const [body, point, axis] = [joint.bodies[side], joint.points[side], joint.axes[side]];
    const end = (k) => point.map((x, c) => x + k * r * axis[c]);
    if (joint.type === "universal") this.addCross(joint, r, tag);
    else if (PINS.has(joint.type)) this.sets.cylinder.add(body, between(end(-1.5), end(1.5), r), color, tag);
    else if (SLEEVES.has(joint.type)) this.sets.box.add(body, sleeve(point, axis, r), color, tag);
    else this.sets.sphere.add(body, ball(point, 1.25 * r), color, tag);
    this.addCurve(joint, 0.4 * plain, tag);
    const held = joint.bodies.indexOf(-1);
    if (held >= 0 && RAILS.has(joint.type))
      this.sets.cylinder.add(-1, this.rail(joint, held, plain), color, { joint: index, role: "held" });
    if (held >= 0)
      this.sets.box.add(-1, anchor(joint.points[held], joint.axes[held], plain), color, { joint: index, role: "held" });
  }

  /** The curve on which a point stays, on the body that has it. */
  addCurve(joint, r, tag) {
    const points = joint.curve ?? [];
    points.slice(1).forEach((to, k) => {
      this.sets.cylinder.add(joint.bodies[0], between(points[k], to, r), new THREE.Color(), tag);
    });
  }

  /** The cross of a universal joint: a pin along the axis of each body. */
  addCross(joint, r, tag) {
    joint.bodies.forEach((body, k) => {
      const end = (t) => joint.points[k].map((x, c) => x + t * r * joint.axes[k][c]);
      this.sets.cylinder.add(body, between(end(-3), end(3), 0.8 * r), new THREE.Color(), tag);
    });
  }

  /** A bushing as a puck of rubber on its first body. */
  addBushing({ ends: [{ body, point }], axis }, size) {
    const end = (t) => point.map((x, c) => x + t * size * axis[c]);
    this.sets.cylinder.add(body, between(end(-0.012), end(0.012), 0.035 * size), new THREE.Color(), { role: "held" });
  }

  /** A bar on the ground along which the other body slides, as long as it does. */
  rail(joint, held, r) {
    const { run } = this;
    const [origin, axis] = [joint.points[held], joint.axes[held]];
    const pose = new Float32Array(7 * run.bodies.length);
    const step = Math.max(1, Math.floor(run.frames.count / 100));
    let [low, high] = [0, 0];
    for (let k = 0; k < run.frames.count; k += step) {
      run.poseAt(k, k, 0, pose);
      const at = place(pose, joint.bodies[1 - held], joint.points[1 - held], [0, 0, 0]);
      const travel = at.reduce((sum, x, c) => sum + (x - origin[c]) * axis[c], 0);
      if (Number.isFinite(travel)) [low, high] = [Math.min(low, travel), Math.max(high, travel)];
    }
    const along = (t) => origin.map((x, c) => x + t * axis[c]);
    return between(along(low - 4 * r), along(high + 4 * r), 0.4 * r);
  }

  setTheme(dark) {
    for (const { mesh, tags } of this.built) {
      tags.forEach((tag, k) => mesh.setColorAt(k, new THREE.Color(COLORS[tag.role][dark ? 1 : 0])));
      mesh.instanceColor.needsUpdate = true;
    }
  }

  update(matrices) {
    this.built.forEach((set) => set.update(matrices, this.run.bodies.length));
  }
}

const Z = new THREE.Vector3(0, 0, 1);

function sleeve(point, axis, r) {
  const turned = new THREE.Quaternion().setFromUnitVectors(Z, new THREE.Vector3(...axis).normalize());
  return new THREE.Matrix4().compose(new THREE.Vector3(...point), turned, new THREE.Vector3(2.4 * r, 2.4 * r, 4 * r));
}

/** A flat block across the axis, larger than the pin. */
function anchor(point, axis, r) {
  const turned = new THREE.Quaternion().setFromUnitVectors(Z, new THREE.Vector3(...axis).normalize());
  return new THREE.Matrix4().compose(new THREE.Vector3(...point), turned, new THREE.Vector3(3.6 * r, 3.6 * r, 1.2 * r));
}
