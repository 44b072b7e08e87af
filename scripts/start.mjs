// `npm start`: installs what is missing, builds what has changed, and serves the portal.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

ensureInstalled({ dev: false });
if (!isBuilt()) {
  console.log("Building the portal ...");
  // In a process of its own: the bundler's memory goes with it.
  const build = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" });
  if (build.status !== 0) {
    console.error("The portal could not be built; the reason stands above.");
    process.exit(1);
  }
}
process.env.NODE_ENV ??= "production";
// Not known to the type checker: it exists only after a build.
const program = new URL("../dist/server/main.js", import.meta.url);
await import(program.href);
