// `npm run bench [row ...]`: measures the built portal against its performance targets. See bench/main.ts.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build-stamp.mjs";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

await ensureInstalled({ dev: true });
if (!isBuilt()) runNode(["scripts/build.mjs"]);
runNode(["--import", "tsx", "bench/main.ts", ...process.argv.slice(2)]);

/** @param {string[]} args */
function runNode(args) {
  const run = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (run.status !== 0) process.exit(run.status ?? 1);
}
