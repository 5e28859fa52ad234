// The ground: a grid of round lengths below the mechanism, or behind it where it moves in a plane.
import * as THREE from "three";
import { perpendicular } from "./framing.js";
import { roundSpeed } from "./player.js";

export class Ground {
  constructor({ planar, up, box, size }) {
    const spacing = roundSpeed(size / 8);
    const span = box.getSize(new THREE.Vector3());
    const cells = Math.min(Math.max(Math.ceil((1.5 * Math.max(span.x, span.y, span.z)) / spacing / 2) + 2, 6), 60);
    this.spacing = spacing;
    const center = box.getCenter(new THREE.Vector3());
    const normal = planar ? new THREE.Vector3(0, 0, 1) : up;
    const x = perpendicular(normal);
    const z = new THREE.Vector3().crossVectors(x, normal);
    const level = planar ? -0.2 * size : lowest(box, up) - 0.02 * size;
    const snap = (axis) => Math.round(center.dot(axis) / spacing) * spacing;
    const origin = new THREE.Vector3()
      .addScaledVector(x, snap(x))
      .addScaledVector(z, snap(z))
      .addScaledVector(normal, level);
    const points = [];
    for (let k = -cells; k <= cells; k++) {
      for (const [along, across] of [
        [x, z],
        [z, x],
      ]) {
        const middle = origin.clone().addScaledVector(across, k * spacing);
        points.push(
          middle.clone().addScaledVector(along, -cells * spacing),
          middle.addScaledVector(along, cells * spacing),
        );
      }
    }
    this.material = new THREE.LineBasicMaterial({ transparent: true });
    this.lines = new THREE.LineSegments(new THREE.BufferGeometry().setFromPoints(points), this.material);
    this.lines.renderOrder = -1;
  }

  setColors(color, dark) {
    this.material.color.set(color);
    this.material.opacity = dark ? 0.55 : 0.75;
  }
}

/** The height of the lowest corner of a box. */
function lowest(box, up) {
  const corner = (k) =>
    new THREE.Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z);
  return Math.min(...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => corner(k).dot(up)));
}
