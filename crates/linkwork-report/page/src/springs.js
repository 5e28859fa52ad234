// Springs and bushings between two points, as coils; as straight lines where there are many.
import * as THREE from "three";
import { place } from "./data.js";
import { copies, rodMatrix } from "./arrows.js";

const [from, to, along, x, y, last, next, piece] = Array.from({ length: 8 }, () => new THREE.Vector3());
const SPOT = [0, 0, 0];

export class Springs {
  constructor(run, size) {
    this.run = run;
    this.list = run.forces.filter((force) => force.ends.length === 2);
    // Of hundreds, coils are not seen: straight lines.
    this.pieces = this.list.length > 60 ? 1 : this.list.length > 20 ? 24 : 56;
    this.radius = 0.016 * size;
    this.width = 0.003 * size;
    this.material = new THREE.MeshLambertMaterial({ color: "#6b7680" });
    const sides = this.pieces > 1 ? 5 : 3;
    const rod = new THREE.CylinderGeometry(1, 1, 1, sides, 1, true).translate(0, 0.5, 0);
    this.mesh = copies(rod, this.material, this.list.length * this.pieces);
  }

  update() {
    this.list.forEach((force, k) => {
      const [a, b] = force.ends;
      from.fromArray(place(this.run.pose, a.body, a.point, SPOT));
      to.fromArray(place(this.run.pose, b.body, b.point, SPOT));
      this.coil(k);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Lays the k-th coil from `from` to `to`. */
  coil(k) {
    along.subVectors(to, from);
    const length = along.length();
    next.copy(along).normalize();
    x.set(Math.abs(next.x) < 0.8 ? 1 : 0, Math.abs(next.x) < 0.8 ? 0 : 1, 0)
      .cross(next)
      .normalize();
    y.crossVectors(next, x);
    const radius = Math.min(this.radius, 0.2 * length);
    const out = this.mesh.instanceMatrix.array;
    last.copy(from);
    for (let i = 1; i <= this.pieces; i++) {
      const u = i / this.pieces;
      const inside = u > 0.08 && u < 0.92 ? radius : 0;
      const angle = (2 * Math.PI * 7 * (u - 0.08)) / 0.84;
      next
        .copy(from)
        .addScaledVector(along, u)
        .addScaledVector(x, inside * Math.cos(angle))
        .addScaledVector(y, inside * Math.sin(angle));
      piece.subVectors(next, last);
      const size = piece.length();
      rodMatrix(last, piece, size, this.width, size, out, 16 * (k * this.pieces + i - 1));
      last.copy(next);
    }
  }
}
