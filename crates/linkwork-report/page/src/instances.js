// Many copies of a few simple solids, drawn at once: each is tied to a body and moves with it.
import * as THREE from "three";

/** Multiplies two affine 4 by 4 matrices stored by columns. */
function multiply(a, ao, b, bo, out, o) {
  for (let c = 0; c < 4; c++) {
    const x = b[bo + 4 * c];
    const y = b[bo + 4 * c + 1];
    const z = b[bo + 4 * c + 2];
    const w = c === 3 ? 1 : 0;
    out[o + 4 * c] = a[ao] * x + a[ao + 4] * y + a[ao + 8] * z + w * a[ao + 12];
    out[o + 4 * c + 1] = a[ao + 1] * x + a[ao + 5] * y + a[ao + 9] * z + w * a[ao + 13];
    out[o + 4 * c + 2] = a[ao + 2] * x + a[ao + 6] * y + a[ao + 10] * z + w * a[ao + 14];
    out[o + 4 * c + 3] = w;
  }
}

/** Fills 4 by 4 matrices of all bodies from their poses; the last one is the ground's. */
export function bodyMatrices(pose, n, out) {
  for (let b = 0; b < n; b++) {
    const p = 7 * b;
    const x = pose[p + 3];
    const y = pose[p + 4];
    const z = pose[p + 5];
    const w = pose[p + 6];
    const o = 16 * b;
    out[o] = 1 - 2 * (y * y + z * z);
    out[o + 1] = 2 * (x * y + z * w);
    out[o + 2] = 2 * (x * z - y * w);
    out[o + 3] = 0;
    out[o + 4] = 2 * (x * y - z * w);
    out[o + 5] = 1 - 2 * (x * x + z * z);
    out[o + 6] = 2 * (y * z + x * w);
    out[o + 7] = 0;
    out[o + 8] = 2 * (x * z + y * w);
    out[o + 9] = 2 * (y * z - x * w);
    out[o + 10] = 1 - 2 * (x * x + y * y);
    out[o + 11] = 0;
    out[o + 12] = pose[p];
    out[o + 13] = pose[p + 1];
    out[o + 14] = pose[p + 2];
    out[o + 15] = 1;
  }
  const o = 16 * n;
  out.fill(0, o, o + 16);
  out[o] = out[o + 5] = out[o + 10] = out[o + 15] = 1;
}

/** Copies of one geometry, collected first and drawn together. */
export class Instances {
  constructor(geometry, material) {
    this.geometry = geometry;
    this.material = material;
    this.local = [];
    this.bodies = [];
    this.colors = [];
    this.tags = [];
  }

  /** One copy: `matrix` in body axes, and whatever `tag` the pointer shall find. */
  add(body, matrix, color, tag) {
    this.local.push(...matrix.elements);
    this.bodies.push(body);
    this.colors.push(color);
    this.tags.push(tag);
  }

  /** Makes the mesh; `null` if there is nothing to draw. */
  build() {
    const n = this.bodies.length;
    if (n === 0) return null;
    this.local = new Float32Array(this.local);
    this.mesh = new THREE.InstancedMesh(this.geometry, this.material, n);
    this.mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.colors.forEach((color, k) => this.mesh.setColorAt(k, color));
    this.mesh.userData.tags = this.tags;
    return this.mesh;
  }

  /** Moves all copies with their bodies. */
  update(matrices, nBodies) {
    const out = this.mesh.instanceMatrix.array;
    for (let k = 0; k < this.bodies.length; k++) {
      const body = this.bodies[k] < 0 ? nBodies : this.bodies[k];
      multiply(matrices, 16 * body, this.local, 16 * k, out, 16 * k);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null;
  }
}
