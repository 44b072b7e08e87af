// Brings node_modules in line with package-lock.json. Uses built-in modules only: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Installs the packages unless the installed ones match package-lock.json.
 * Without `dev` the test tools are not installed, but never removed either.
 * Ends the process with one sentence when Node is too old or npm fails.
 * @param {{ dev: boolean }} wanted
 */
export function ensureInstalled({ dev }) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(
      `This needs Node.js 20.19 or newer and was started with ${process.versions.node}; please install a newer one.`,
    );
  const withDev = dev || existsSync(join(root, "node_modules", "vitest"));
  if (isInstalled(withDev)) return;

  console.log("Installing the packages; this takes about half a minute ...");
  const args = [
    "ci",
    withDev ? "--include=dev" : "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const run = spawnSync("npm", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (run.status !== 0)
    stop("npm could not install the packages; see its message above. Is the npm registry reachable?");
}

/** @param {boolean} withDev */
function isInstalled(withDev) {
  // npm writes this file last, so an interrupted installation does not have it.
  if (!existsSync(join(root, "node_modules/.package-lock.json"))) return false;
  const installed = packagesIn("node_modules/.package-lock.json");
  return Object.entries(packagesIn("package-lock.json")).every(
    ([folder, { version, dev, optional, devOptional }]) => {
      if (folder === "" || installed[folder]?.version === version) return true;
      // An optional package may be missing on this platform, but a different version is still wrong.
      return !installed[folder] && (optional || devOptional || (dev && !withDev));
    },
  );
}

/** @param {string} lockFile @returns {Record<string, any>} */
function packagesIn(lockFile) {
  return JSON.parse(readFileSync(join(root, lockFile), "utf8")).packages;
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
