// Determines whether dist/ is up to date, which means it was built from the current sources. It compares
// their contents rather than their times because unpacking another version over them also brings its times.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runAlone } from "./run-alone.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "dist", "built-from");
const sources = ["web", "server", "shared", "domains", "seeds", "scripts"];
const settings = ["vite.config.ts", "vite.server.config.ts", "package.json", "package-lock.json"];

export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfSources();
}

/** Builds the portal if its sources have changed, and ends the process with a message if that fails. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  const isDone = await runAlone({
    name: "building the portal",
    announcement: "Building the portal...",
    isDone: isBuilt,
    // In a separate process, which frees the bundler's memory when it ends.
    command: [process.execPath, "scripts/build.mjs"],
    stdout: "inherit",
  });
  if (isDone) return;
  console.error("The portal couldn't be built. See the message above.");
  process.exit(1);
}

/** Returns the hash of the build's sources for `markBuilt`. Until that is called, nothing counts as built. */
export function startBuild() {
  rmSync(stamp, { force: true });
  return hashOfSources();
}

/** @param {string} builtFrom */
export function markBuilt(builtFrom) {
  writeFileSync(stamp, builtFrom);
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const path of [...sources.flatMap(filesIn), ...settings].sort())
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
