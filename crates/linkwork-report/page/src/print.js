// Paper: a still picture in place of the moving one, and light colours.

export function preparePrint(view, theme) {
  const still = document.getElementById("still");
  addEventListener("beforeprint", () => {
    theme.force("light");
    // The picture is gone once the browser has shown it: drawn and read at once, it is there.
    view.stage.draw();
    still.src = view.stage.canvas.toDataURL("image/png");
  });
  addEventListener("afterprint", () => {
    still.removeAttribute("src");
    theme.force(null);
  });
}
