// Syncs node_modules with package-lock.json. Uses built-in modules only because it runs before anything is
// installed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runAlone } from "./run-alone.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Installs the packages unless the installed ones match package-lock.json. Without `dev` the test tools
 * aren't installed, but they are never removed either. Ends the process with a message if Node is too old or
 * npm fails.
 * @param {{ dev: boolean }} wanted
 */
export async function ensureInstalled({ dev }) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(
      `Node.js 20.19 or newer is required, but this is ${process.versions.node}. Install a newer version.`,
    );
  const withDev = dev || existsSync(join(root, "node_modules", "vitest"));
  if (isInstalled(withDev)) return;

  const command = [
    "npm",
    "ci",
    withDev ? "--include=dev" : "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const isDone = await runAlone({
    name: "installing packages",
    announcement: "Installing packages. This takes about half a minute...",
    isDone: () => isInstalled(withDev),
    command,
    stdout: "ignore",
  });
  if (!isDone)
    stop("npm couldn't install the packages. See its message above. Is the npm registry reachable?");
}

/** @param {boolean} withDev */
function isInstalled(withDev) {
  // npm writes this file last, so an interrupted installation doesn't have it.
  if (!existsSync(join(root, "node_modules/.package-lock.json"))) return false;
  const installed = packagesIn("node_modules/.package-lock.json");
  return Object.entries(packagesIn("package-lock.json")).every(
    ([folder, { version, dev, optional, devOptional }]) => {
      if (folder === "" || installed[folder]?.version === version) return true;
      // An optional package can be missing on this platform, but a different version is still wrong.
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
