// Knows whether dist/ was built from the files as they are now.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stampPath = join(root, "dist", "built-from.json");
const outputs = ["dist/server/main.js", "dist/web/index.html"];

const sources = [
  "web",
  "server",
  "shared",
  "domains",
  "seeds",
  "scripts/build.mjs",
  "scripts/lucide-icons.mjs",
  "vite.config.ts",
  "vite.server.config.ts",
  "package.json",
  "package-lock.json",
];

/** Whether the last build used the sources as they are. Compares sizes and times first, contents only where those differ. */
export function isBuilt() {
  if (![stampPath, ...outputs.map((path) => join(root, path))].every((path) => existsSync(path)))
    return false;
  const stamp = JSON.parse(readFileSync(stampPath, "utf8"));
  const files = listSources();
  const look = describe(files);
  if (stamp.look === look) return true;
  if (stamp.contents !== hashContents(files)) return false;
  writeFileSync(stampPath, JSON.stringify({ ...stamp, look }));
  return true;
}

/**
 * What the sources are before a build; given to `markBuilt` after it, so that a file changed meanwhile is built again.
 * @returns {{ look: string, contents: string }}
 */
export function sourcesNow() {
  const files = listSources();
  return { look: describe(files), contents: hashContents(files) };
}

/** @param {{ look: string, contents: string }} stamp */
export function markBuilt(stamp) {
  writeFileSync(stampPath, JSON.stringify(stamp));
}

function listSources() {
  return sources.flatMap(walk).sort();
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function walk(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path)).flatMap((name) => walk(`${path}/${name}`));
}

/** @param {string[]} files */
function describe(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** @param {string[]} files */
function hashContents(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const contents = readFileSync(join(root, file));
    hash.update(`${file}\0${contents.length}\0`).update(contents);
  }
  return hash.digest("hex");
}
