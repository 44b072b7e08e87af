// Tells whether dist/ is up to date: no source file has changed since the last build began.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "dist", "built-at");
const sources = ["web", "server", "shared", "domains", "seeds", "scripts"];
const settings = ["vite.config.ts", "vite.server.config.ts", "package.json", "package-lock.json"];

export function isBuilt() {
  return existsSync(stamp) && lastChange([...sources, ...settings]) < Number(readFileSync(stamp, "utf8"));
}

/** Builds the portal if its sources have changed, and ends the process with a sentence when that fails. */
export function ensureBuilt() {
  if (isBuilt()) return;
  console.log("Building the portal ...");
  // In a separate process, which frees the bundler's memory when it ends.
  const build = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" });
  if (build.status === 0) return;
  console.error("The portal could not be built; see the message above.");
  process.exit(1);
}

/** @param {number} startedAt When the build began, as milliseconds since 1970. */
export function markBuilt(startedAt) {
  writeFileSync(stamp, String(startedAt));
}

/** Folders count as well: they change when a file in them is removed. @param {string[]} paths @returns {number} */
function lastChange(paths) {
  return Math.max(
    ...paths.map((path) => {
      const stats = statSync(join(root, path));
      const inside = stats.isDirectory()
        ? readdirSync(join(root, path)).map((name) => `${path}/${name}`)
        : [];
      return inside.length === 0 ? stats.mtimeMs : Math.max(stats.mtimeMs, lastChange(inside));
    }),
  );
}
