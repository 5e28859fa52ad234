// Arrows for weights, loads and reactions, all to the same scale; and springs as coils between their ends.
import * as THREE from "three";
import { place } from "./data.js";

const Y = new THREE.Vector3(0, 1, 0);
const GAP = new THREE.Matrix4().makeScale(0, 0, 0);

/** Arrows of one colour: shafts and heads, drawn at once. */
class ArrowSet {
  constructor(n, color) {
    // Joints are inside bodies, and what acts there is to be seen nevertheless.
    this.material = new THREE.MeshLambertMaterial({ color, depthTest: false, transparent: true });
    this.shafts = mesh(new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), this.material, n);
    this.heads = mesh(new THREE.ConeGeometry(1, 1, 14).translate(0, 0.5, 0), this.material, n);
    this.group = new THREE.Group().add(this.shafts, this.heads);
  }

  set(k, from, vector, width) {
    const length = vector.length();
    if (!(length > 2 * width)) {
      this.shafts.setMatrixAt(k, GAP);
      this.heads.setMatrixAt(k, GAP);
      return;
    }
    const direction = vector.clone().divideScalar(length);
    const turned = new THREE.Quaternion().setFromUnitVectors(Y, direction);
    const head = Math.min(6 * width, 0.5 * length);
    this.shafts.setMatrixAt(
      k,
      new THREE.Matrix4().compose(from, turned, new THREE.Vector3(width, length - head, width)),
    );
    const tip = from.clone().addScaledVector(direction, length - head);
    this.heads.setMatrixAt(
      k,
      new THREE.Matrix4().compose(tip, turned, new THREE.Vector3(2.4 * width, head, 2.4 * width)),
    );
  }

  changed() {
    this.shafts.instanceMatrix.needsUpdate = true;
    this.heads.instanceMatrix.needsUpdate = true;
  }
}

function mesh(geometry, material, n) {
  const made = new THREE.InstancedMesh(geometry, material, Math.max(n, 1));
  made.count = n;
  made.frustumCulled = false;
  return made;
}

/** The size which all but the largest few vectors stay below: a blow must not make everything else invisible. */
function large(values) {
  const sizes = [];
  const step = Math.max(1, Math.floor(values.length / 3 / 4000));
  for (let k = 0; k + 2 < values.length; k += 3 * step) {
    const size = Math.hypot(values[k], values[k + 1], values[k + 2]);
    if (Number.isFinite(size)) sizes.push(size);
  }
  sizes.sort((a, b) => a - b);
  return sizes.length ? sizes[Math.floor(0.95 * (sizes.length - 1))] : 0;
}

export class Arrows {
  constructor(run, size) {
    this.run = run;
    this.size = size;
    this.factor = 1;
    const g = new THREE.Vector3(...run.model.gravity);
    this.weights = run.bodies.map((body) => g.clone().multiplyScalar(body.mass));
    this.acting = run.joints.map((joint, index) => ({ joint, index })).filter(({ joint }) => joint.reaction !== null);
    this.nReactions = run.model.joints.reactions;
    const most = Math.max(large(run.frames.reactions), large(run.frames.loads), 0);
    const heaviest = Math.max(0, ...this.weights.map((w) => w.length()));
    this.unit = (0.24 * size) / (most || heaviest || 1);
    this.sets = {
      weights: new ArrowSet(this.weights.length, "#8a6fbf"),
      loads: new ArrowSet(run.forces.length, "#009e73"),
      reactions: new ArrowSet(this.acting.length, "#d1372c"),
    };
    this.group = new THREE.Group();
    Object.values(this.sets).forEach((set) => {
      set.group.visible = false;
      this.group.add(set.group);
    });
  }

  show(what, visible) {
    this.sets[what].group.visible = visible;
  }

  scaled(x, y, z) {
    const v = new THREE.Vector3(x, y, z).multiplyScalar(this.unit * this.factor);
    return v.clampLength(0, 1.5 * this.size);
  }

  update() {
    const { run, sets } = this;
    const width = 0.0035 * this.size;
    const at = [0, 0, 0];
    const value = [0, 0, 0];
    if (sets.weights.group.visible) {
      this.weights.forEach((w, b) =>
        sets.weights.set(b, new THREE.Vector3(...place(run.pose, b, [0, 0, 0], at)), this.scaled(w.x, w.y, w.z), width),
      );
      sets.weights.changed();
    }
    if (sets.loads.group.visible) {
      run.forces.forEach((force, k) => {
        const end = force.ends.find((e) => e.body === force.acts_on) ?? force.ends[0];
        run.vector(run.frames.loads, run.forces.length, k, value);
        sets.loads.set(k, new THREE.Vector3(...place(run.pose, end.body, end.point, at)), this.scaled(...value), width);
      });
      sets.loads.changed();
    }
    if (sets.reactions.group.visible) {
      this.acting.forEach(({ joint }, k) => {
        run.vector(run.frames.reactions, this.nReactions, joint.reaction, value);
        sets.reactions.set(
          k,
          new THREE.Vector3(...place(run.pose, joint.bodies[1], joint.points[1], at)),
          this.scaled(...value),
          width,
        );
      });
      sets.reactions.changed();
    }
  }
}

/** Springs and bushings between two points. */
export class Springs {
  constructor(run, size) {
    this.run = run;
    this.list = run.forces.filter((force) => force.ends.length === 2);
    // Of hundreds, coils are not seen: straight lines.
    this.pieces = this.list.length > 60 ? 1 : this.list.length > 20 ? 24 : 56;
    this.radius = 0.016 * size;
    this.width = 0.003 * size;
    this.material = new THREE.MeshLambertMaterial({ color: "#6b7680" });
    this.mesh = mesh(
      new THREE.CylinderGeometry(1, 1, 1, 6).translate(0, 0.5, 0),
      this.material,
      this.list.length * this.pieces,
    );
  }

  update() {
    this.list.forEach((force, k) => {
      const [a, b] = force.ends.map(
        (end) => new THREE.Vector3(...place(this.run.pose, end.body, end.point, [0, 0, 0])),
      );
      this.coil(k, a, b);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  coil(k, from, to) {
    const along = to.clone().sub(from);
    const length = along.length();
    const z = along.clone().normalize();
    const x = new THREE.Vector3(Math.abs(z.x) < 0.8 ? 1 : 0, Math.abs(z.x) < 0.8 ? 0 : 1, 0).cross(z).normalize();
    const y = new THREE.Vector3().crossVectors(z, x);
    const radius = Math.min(this.radius, 0.2 * length);
    const point = (i) => {
      const u = i / this.pieces;
      const inside = u > 0.08 && u < 0.92 ? radius : 0;
      const angle = (2 * Math.PI * 7 * (u - 0.08)) / 0.84;
      return from
        .clone()
        .addScaledVector(along, u)
        .addScaledVector(x, inside * Math.cos(angle))
        .addScaledVector(y, inside * Math.sin(angle));
    };
    let last = from;
    for (let i = 1; i <= this.pieces; i++) {
      const next = point(i);
      const piece = next.clone().sub(last);
      const size = piece.length();
      const turned = new THREE.Quaternion().setFromUnitVectors(Y, size > 0 ? piece.divideScalar(size) : Y);
      this.mesh.setMatrixAt(
        k * this.pieces + i - 1,
        new THREE.Matrix4().compose(last, turned, new THREE.Vector3(this.width, size, this.width)),
      );
      last = next;
    }
  }
}
