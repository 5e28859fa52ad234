// What draws for this browser: a graphics card, or the processor, which must be spared.

let software;

/** Whether pictures are computed without a graphics card; then smooth edges cost more than they are worth. */
export function isSoftware() {
  if (software === undefined) {
    const gl = document.createElement("canvas").getContext("webgl2");
    const name = gl ? String(gl.getParameter(gl.RENDERER)) : "";
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    software = /swiftshader|llvmpipe|softpipe|basic render/i.test(name);
  }
  return software;
}
