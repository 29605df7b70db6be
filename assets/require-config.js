// Tells require.js, which loads next, that the widgets' modules are in this book and not on another host.
// embed-amd.js defines them all under these names.
var require = {
  paths: Object.fromEntries(
    ["base", "controls", "html-manager", "output"].map((name) => [
      `@jupyter-widgets/${name}`,
      new URL("vendor/widgets/embed-amd", document.currentScript.src).href,
    ]),
  ),
};
