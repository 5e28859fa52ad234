// The stage: canvas, camera, lights, ground, and drawing when something has changed, never otherwise.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { perpendicular } from "./framing.js";
import { isSoftware } from "./graphics.js";
import { Meter } from "./meter.js";

const FIELD = 28;
/** The row of menus over the picture, in pixels: nothing is put behind it. */
const MENUS = 46;

export class Stage extends EventTarget {
  constructor(canvas, { planar, up, size }) {
    super();
    this.canvas = canvas;
    this.planar = planar;
    this.up = up;
    this.size = size;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !isSoftware() });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.scene = new THREE.Scene();
    this.camera = planar ? new THREE.OrthographicCamera(-1, 1, 1, -1) : new THREE.PerspectiveCamera(FIELD);
    this.camera.up.copy(up);
    this.scene.add(this.camera);
    this.addLights();
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    if (planar) {
      this.controls.enableRotate = false;
      this.controls.mouseButtons.LEFT = THREE.MOUSE.PAN;
      this.controls.touches.ONE = THREE.TOUCH.PAN;
    }
    this.controls.addEventListener("change", () => this.invalidate());
    this.frames = 0;
    this.meter = new Meter();
    this.pending = false;
    this.before = [];
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
  }

  addLights() {
    this.sky = new THREE.HemisphereLight(0xffffff, 0x8a8f94, 1.9);
    this.sky.position.copy(this.up);
    this.sun = new THREE.DirectionalLight(0xffffff, 1.9);
    // Over the viewer's shoulder, so that what is looked at is lit.
    this.sun.position.set(-0.5, 0.8, 1);
    this.camera.add(this.sun);
    this.camera.add(this.sun.target);
    this.sun.target.position.set(0, 0, -1);
    this.scene.add(this.sky);
  }

  /** Asks for a picture; several wishes make one. */
  invalidate() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    const begun = performance.now();
    this.pending = false;
    this.before.forEach((prepare) => prepare());
    this.renderer.render(this.scene, this.camera);
    this.frames += 1;
    this.opened ??= performance.now();
    this.dispatchEvent(new Event("drawn"));
    this.meter.add(performance.now() - begun);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (width === 0 || height === 0) return;
    const had = this.aspect;
    Object.assign(this, { width, height });
    this.aspect = width / height;
    this.renderer.setSize(width, height, false);
    if (this.planar) this.setOrthographic();
    else this.camera.aspect = this.aspect;
    // The middle of the picture is the middle of what is below the menus.
    this.camera.setViewOffset(width, height, 0, -MENUS / 2, width, height);
    this.camera.updateProjectionMatrix();
    if (this.fitted && had !== this.aspect) this.fit(this.fitted.points, this.fitted.direction);
    this.invalidate();
  }

  setOrthographic() {
    const half = this.half ?? 1;
    Object.assign(this.camera, { left: -half * this.aspect, right: half * this.aspect, top: half, bottom: -half });
  }

  /** Puts points into the picture, with a margin, seen from a direction. */
  fit(points, direction = this.direction()) {
    this.fitted = { points, direction: direction.clone() };
    const back = direction.clone().normalize();
    const x = new THREE.Vector3().crossVectors(this.up, back);
    if (x.length() < 1e-6) x.copy(perpendicular(this.up));
    x.normalize();
    const y = new THREE.Vector3().crossVectors(back, x);
    const range = (axis) => {
      const values = points.map((p) => p.dot(axis));
      return [Math.min(...values), Math.max(...values)];
    };
    const [[x0, x1], [y0, y1], [z0, z1]] = [x, y, back].map(range);
    const target = new THREE.Vector3()
      .addScaledVector(x, (x0 + x1) / 2)
      .addScaledVector(y, (y0 + y1) / 2)
      .addScaledVector(back, (z0 + z1) / 2);
    const distance = this.planar
      ? this.fitPlane(Math.max((x1 - x0) / this.aspect, this.crowded * (y1 - y0)), z1 - z0)
      : this.fitSpace(points, target, [x, y, back]);
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(back, distance);
    const reach = distance + 50 * this.size + 10 * (z1 - z0);
    Object.assign(this.camera, { near: this.planar ? 0.001 * distance : 0.004 * distance, far: reach });
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.invalidate();
  }

  /** How much higher the picture is than what is left of it below the menus. */
  get crowded() {
    return this.height / Math.max(this.height - MENUS, 1);
  }

  fitPlane(height, depth) {
    this.half = 0.5 * 1.16 * (height > 0 ? height : this.size);
    this.camera.zoom = 1;
    this.setOrthographic();
    return 10 * this.size + depth;
  }

  fitSpace(points, target, [x, y, back]) {
    const tangent = Math.tan((FIELD / 360) * Math.PI) / 1.16;
    let distance = 0.5 * this.size;
    for (const point of points) {
      const p = point.clone().sub(target);
      const wanted = Math.max(this.crowded * Math.abs(p.dot(y)), Math.abs(p.dot(x)) / this.aspect) / tangent;
      distance = Math.max(distance, p.dot(back) + wanted);
    }
    return distance;
  }

  /** From the target to the camera. */
  direction() {
    return this.camera.position.clone().sub(this.controls.target).normalize();
  }

  /** Moves camera and target together. */
  shift(by) {
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.camera.updateMatrixWorld();
  }

  /** Puts a point of the world where it is on the canvas, in pixels; `false` behind the camera. */
  project(point) {
    point.project(this.camera);
    if (!(point.z <= 1 && point.z >= -1)) return false;
    point.set((0.5 + 0.5 * point.x) * this.width, (0.5 - 0.5 * point.y) * this.height, 0);
    return true;
  }

  setColors(background, dark) {
    this.scene.background = new THREE.Color(background);
    this.sky.groundColor.set(dark ? 0x4a5258 : 0x8a8f94);
    this.sky.intensity = dark ? 1.6 : 1.9;
    this.invalidate();
  }
}
