// Rods without a body: those of distance joints from point to point, and racks or ropes from the rim of their pinion
// to what they move.
import * as THREE from "three";
import { copies, rodMatrix } from "./arrows.js";
import { place, turn } from "./data.js";

const [from, to, along, across] = Array.from({ length: 4 }, () => new THREE.Vector3());
const SPOT = [0, 0, 0];

export class Rods {
  constructor(run, size) {
    this.run = run;
    this.list = run.joints.filter((joint) => joint.type === "distance" || joint.rack);
    this.width = 0.007 * size;
    this.material = new THREE.MeshLambertMaterial();
    const rod = new THREE.CylinderGeometry(1, 1, 1, this.list.length > 100 ? 5 : 12, 1, true).translate(0, 0.5, 0);
    this.mesh = copies(rod, this.material, this.list.length);
  }

  setTheme(dark) {
    this.material.color.set(dark ? "#b7c0c7" : "#4c5660");
  }

  /** Puts the ends of a rod into `from` and `to`. */
  find(joint) {
    const { pose } = this.run;
    if (joint.rack) return this.findRack(joint.rack);
    [from, to].forEach((end, k) => end.fromArray(place(pose, joint.bodies[k], joint.points[k], SPOT)));
  }

  /** The rod touches the pinion where its rim moves along the slider's axis. */
  findRack({ pinion, slider, radius }) {
    const { pose, joints } = this.run;
    const [wheel, guide] = [joints[pinion], joints[slider]];
    along.fromArray(turn(pose, guide.bodies[0], guide.axes[0], SPOT));
    across.fromArray(turn(pose, wheel.bodies[0], wheel.axes[0], SPOT));
    from.fromArray(place(pose, wheel.bodies[1], wheel.points[1], SPOT));
    from.addScaledVector(across.crossVectors(along, across), radius);
    const travel = to.fromArray(place(pose, guide.bodies[1], guide.points[1], SPOT)).sub(from).dot(along);
    to.copy(from).addScaledVector(along, travel);
  }

  /** Both ends of every rod, in the world. */
  ends() {
    return this.list.map((joint) => {
      this.find(joint);
      return [from.toArray(), to.toArray()];
    });
  }

  update() {
    const out = this.mesh.instanceMatrix.array;
    this.list.forEach((joint, k) => {
      this.find(joint);
      const length = along.subVectors(to, from).length();
      rodMatrix(from, along, length, this.width, length, out, 16 * k);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}
