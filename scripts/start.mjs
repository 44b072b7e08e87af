// `npm start`: installs missing packages, builds the portal if its sources have changed, and serves it.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

ensureInstalled({ dev: false });
if (!isBuilt()) {
  console.log("Building the portal ...");
  // In a separate process, which frees the bundler's memory when it ends.
  const build = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" });
  if (build.status !== 0) {
    console.error("The portal could not be built; see the message above.");
    process.exit(1);
  }
}
process.env.NODE_ENV ??= "production";
// Hidden from the type checker: the file exists only after a build.
const program = new URL("../dist/server/main.js", import.meta.url);
await import(program.href);
