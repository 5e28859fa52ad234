// Bodies as solids: boxes, cylinders, gears, capsules, spheres and plates become copies of unit geometries, meshes of
// their own.
import * as THREE from "three";
import { Instances, bodyMatrices } from "./instances.js";
import { PALETTE } from "./theme.js";

const Y = new THREE.Vector3(0, 1, 0);

/** The matrix that takes the unit cylinder (radius 1, height 1, along y) to one between two points. */
export function between(from, to, radius) {
  const a = new THREE.Vector3(...from);
  const along = new THREE.Vector3(...to).sub(a);
  const length = along.length();
  const turned = new THREE.Quaternion();
  if (length > 0) turned.setFromUnitVectors(Y, along.clone().divideScalar(length));
  const middle = a.addScaledVector(along, 0.5);
  return new THREE.Matrix4().compose(middle, turned, new THREE.Vector3(radius, length, radius));
}

/** The matrix of half a ball around the second of two points, away from the first. */
function cap(from, to, radius) {
  const along = new THREE.Vector3(...to).sub(new THREE.Vector3(...from));
  const turned = new THREE.Quaternion();
  if (along.length() > 0) turned.setFromUnitVectors(Y, along.normalize());
  return new THREE.Matrix4().compose(new THREE.Vector3(...to), turned, new THREE.Vector3(radius, radius, radius));
}

export function ball(center, radius) {
  return new THREE.Matrix4().makeScale(radius, radius, radius).setPosition(...center);
}

function plate(corners, thickness) {
  const [a, b, c] = corners.map((corner) => new THREE.Vector3(...corner));
  const x = b.sub(a);
  const y = c.sub(a);
  const z = new THREE.Vector3().crossVectors(x, y).setLength(thickness);
  return new THREE.Matrix4().makeBasis(x, y, z).setPosition(a);
}

/** The matrix that takes the unit gear (pitch radius 1, height 1, along y, a tooth towards x) to a gear. */
function gearMatrix({ from, to, radius, tooth }) {
  const a = new THREE.Vector3(...from);
  const along = new THREE.Vector3(...to).sub(a);
  const x = new THREE.Vector3(...tooth).setLength(radius);
  const z = new THREE.Vector3().crossVectors(x, along).setLength(radius);
  return new THREE.Matrix4().makeBasis(x, along, z).setPosition(a.addScaledVector(along, 0.5));
}

/** A wheel with trapezoidal teeth about a pitch circle of radius 1. */
function gear(teeth) {
  // The module: addendum one, dedendum one and a quarter of it.
  const m = 2 / teeth;
  const corners = [];
  for (let k = 0; k < teeth; k++)
    for (const [share, radius] of [
      [-0.34, 1 - 1.25 * m],
      [-0.14, 1 + m],
      [0.14, 1 + m],
      [0.34, 1 - 1.25 * m],
    ]) {
      const angle = (2 * Math.PI * (k + share)) / teeth;
      corners.push(new THREE.Vector2(radius * Math.cos(angle), radius * Math.sin(angle)));
    }
  const geometry = new THREE.ExtrudeGeometry(new THREE.Shape(corners), { depth: 1, bevelEnabled: false });
  return geometry.translate(0, 0, -0.5).rotateX(-Math.PI / 2);
}

/** A surface of triangles, flat ones: files seldom say where it is smooth. */
function surface({ vertices, triangles }) {
  const geometry = new THREE.BufferGeometry();
  const corners = new Float32Array(9 * triangles.length);
  triangles.flat().forEach((corner, k) => corners.set(vertices[corner], 3 * k));
  geometry.setAttribute("position", new THREE.BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function block(solid) {
  const [w, x, y, z] = solid.orientation;
  return new THREE.Matrix4().compose(
    new THREE.Vector3(...solid.center),
    new THREE.Quaternion(x, y, z, w),
    new THREE.Vector3(...solid.size),
  );
}

/** A triangle with corners (0, 0), (1, 0) and (0, 1), as thick as 1. */
function prism() {
  const shape = new THREE.Shape([new THREE.Vector2(0, 0), new THREE.Vector2(1, 0), new THREE.Vector2(0, 1)]);
  return new THREE.ExtrudeGeometry(shape, { depth: 1, bevelEnabled: false }).translate(0, 0, -0.5);
}

/** Unit geometries; coarser where there are many, since each copy is then small in the picture. */
export function geometries(n) {
  const [sides, bands] = n > 400 ? [5, 4] : n > 100 ? [8, 6] : n > 24 ? [12, 8] : n > 8 ? [24, 14] : [48, 28];
  return {
    box: new THREE.BoxGeometry(1, 1, 1),
    cylinder: new THREE.CylinderGeometry(1, 1, 1, sides),
    // Wheels are large, and few.
    disc: new THREE.CylinderGeometry(1, 1, 1, n > 400 ? 48 : n > 8 ? 36 : 72),
    tube: new THREE.CylinderGeometry(1, 1, 1, sides, 1, true),
    cap: new THREE.SphereGeometry(1, sides, bands / 2, 0, 2 * Math.PI, 0, Math.PI / 2),
    sphere: new THREE.SphereGeometry(1, sides, bands),
    plate: prism(),
  };
}

/** The colour of a body: its own, or that of its run where it is a ghost. */
export function bodyColor(run, body) {
  return run.index === 0 ? PALETTE[body % PALETTE.length] : PALETTE[(run.index + 1) % PALETTE.length];
}

/** Copies of all unit geometries, of one material. */
function copies(shapes, material) {
  const sets = Object.entries(shapes).map(([kind, geometry]) => [kind, new Instances(geometry, material)]);
  return { material, sets: Object.fromEntries(sets) };
}

/** The colour of the ground's solids. */
const STONE = "#8d99a3";

/** All bodies of a run, and the solids of its ground. */
export class Solids {
  constructor(run, size) {
    this.run = run;
    // Thinner rods would be lost in a picture of the whole.
    this.thinnest = 0.004 * size;
    const ghost = run.index > 0;
    const material = new THREE.MeshLambertMaterial({
      transparent: ghost,
      opacity: ghost ? 0.35 : 1,
      depthWrite: !ghost,
    });
    // Walls of the ground do not hide what moves between them.
    const opacity = run.planar ? 0.8 : 0.35;
    const stone = new THREE.MeshLambertMaterial({ transparent: true, opacity, depthWrite: false });
    const shapes = geometries(run.bodies.length);
    this.moving = copies(shapes, material);
    this.standing = copies(shapes, stone);
    run.bodies.forEach((body, index) => body.solids.forEach((solid) => this.add(index, solid)));
    if (!ghost) run.ground.forEach((solid) => this.add(-1, solid));
    this.group = new THREE.Group();
    const sets = [this.moving, this.standing].flatMap(({ sets }) => Object.values(sets));
    this.built = sets.filter((set) => set.build());
    this.built.forEach((set) => this.group.add(set.mesh));
    this.matrices = new Float32Array(16 * (run.bodies.length + 1));
  }

  add(body, solid) {
    const { sets, material } = body < 0 ? this.standing : this.moving;
    const plain = body < 0 ? STONE : bodyColor(this.run, body);
    const color = new THREE.Color(this.run.index === 0 && solid.color ? solid.color : plain);
    const put = (kind, matrix) => sets[kind].add(body, matrix, color, { body });
    if (solid.kind === "box") put("box", block(solid));
    else if (solid.kind === "sphere") put("sphere", ball(solid.center, solid.radius));
    else if (solid.kind === "plate") put("plate", plate(solid.corners, solid.thickness));
    else if (solid.kind === "mesh") {
      const kind = `mesh ${Object.keys(sets).length}`;
      sets[kind] = new Instances(surface(solid), material);
      put(kind, new THREE.Matrix4());
    } else if (solid.kind === "gear") {
      const kind = `gear of ${solid.teeth}`;
      sets[kind] ??= new Instances(gear(solid.teeth), material);
      put(kind, gearMatrix(solid));
    } else {
      const radius = Math.max(solid.radius, this.thinnest);
      const isRod = solid.kind === "capsule" && solid.from.some((x, c) => x !== solid.to[c]);
      if (solid.kind === "capsule" && !isRod) return put("sphere", ball(solid.from, radius));
      put(isRod ? "tube" : isDisc(solid) ? "disc" : "cylinder", between(solid.from, solid.to, radius));
      // Round ends are not seen on hundreds of links, but take most of the time to draw.
      if (isRod && this.run.bodies.length <= 400) {
        put("cap", cap(solid.from, solid.to, radius));
        put("cap", cap(solid.to, solid.from, radius));
      } else if (!isRod && isDisc(solid) && body >= 0) this.addSpokes(body, solid, color);
    }
  }

  /** Two bars across a wheel, so that one sees it turn. */
  addSpokes(body, solid, color) {
    const disc = between(solid.from, solid.to, solid.radius);
    const shade = color.clone().lerp(new THREE.Color(color.getHSL({}).l < 0.2 ? "#ffffff" : "#000000"), 0.35);
    for (const [x, z] of [
      [1.84, 0.1],
      [0.1, 1.84],
    ]) {
      const bar = new THREE.Matrix4().makeScale(x, 1.03, z);
      this.moving.sets.box.add(body, disc.clone().multiply(bar), shade, { body });
    }
  }

  update() {
    bodyMatrices(this.run.pose, this.run.bodies.length, this.matrices);
    this.built.forEach((set) => set.update(this.matrices, this.run.bodies.length));
  }
}

function isDisc({ from, to, radius }) {
  return radius > 0.5 * Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
}

/** Points of a solid by which a picture is framed. */
export function corners(solid) {
  if (solid.kind === "plate") return solid.corners;
  if (solid.kind === "mesh") return bounds(solid.vertices);
  if (solid.kind === "sphere") return spread(solid.center, [solid.radius, solid.radius, solid.radius]);
  if (solid.kind === "box") {
    const [w, x, y, z] = solid.orientation;
    const turned = new THREE.Quaternion(x, y, z, w);
    const half = solid.size.map((s) => s / 2);
    const signs = [
      [1, 1, 1],
      [1, 1, -1],
      [1, -1, 1],
      [1, -1, -1],
      [-1, 1, 1],
      [-1, 1, -1],
      [-1, -1, 1],
      [-1, -1, -1],
    ];
    return signs.map((s) => {
      const v = new THREE.Vector3(...s.map((k, c) => k * half[c])).applyQuaternion(turned);
      return [v.x + solid.center[0], v.y + solid.center[1], v.z + solid.center[2]];
    });
  }
  const r = solid.kind === "gear" ? (1 + 2 / solid.teeth) * solid.radius : solid.radius;
  return [...spread(solid.from, [r, r, r]), ...spread(solid.to, [r, r, r])];
}

/** The corners of the smallest box around points. */
function bounds(points) {
  const ends = [0, 1, 2].map((c) =>
    points.reduce(([least, most], p) => [Math.min(least, p[c]), Math.max(most, p[c])], [Infinity, -Infinity]),
  );
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => ends.map((pair, c) => pair[(k >> c) & 1]));
}

/** The ends of the half axes of an ellipsoid. */
export function spread([x, y, z], [a, b, c]) {
  return [
    [x + a, y, z],
    [x - a, y, z],
    [x, y + b, z],
    [x, y - b, z],
    [x, y, z + c],
    [x, y, z - c],
  ];
}
