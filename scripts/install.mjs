// Brings node_modules in line with package-lock.json. Uses Node's own modules only: it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Installs the packages unless those present are the ones package-lock.json names.
 * Without `dev` the test tools are left out, but never removed where they are present.
 * Ends the process with one sentence when Node is too old or npm fails.
 * @param {{ dev: boolean }} wanted
 */
export function ensureInstalled({ dev }) {
  refuseOldNode();
  const locked = readPackages("package-lock.json");
  const installed = readPackages("node_modules/.package-lock.json");
  const withDev = dev || existsSync(join(root, "node_modules", "vitest"));
  if (installed && fits({ locked, installed, withDev })) return;

  say(
    installed
      ? "Updating the packages ..."
      : "Installing the packages, once; this takes about half a minute ...",
  );
  const startedAt = Date.now();
  const done = npm([
    "ci",
    withDev ? "--include=dev" : "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  if (!done)
    stop(
      "npm could not install the packages; its own message stands above. Is the npm registry within reach?",
    );
  say(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(
    `This needs Node.js 20.19 or newer and was started with ${process.versions.node}; please install a newer one.`,
  );
}

/**
 * The packages a lock file names, by folder. npm writes the one inside node_modules last, so a broken-off
 * installation has none.
 * @returns {Record<string, any> | undefined}
 */
function readPackages(/** @type {string} */ lockFile) {
  const path = join(root, lockFile);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : undefined;
}

/**
 * @param {{ locked: Record<string, any> | undefined, installed: Record<string, any>, withDev: boolean }} state
 */
function fits({ locked = {}, installed, withDev }) {
  const present = Object.entries(locked).every(([folder, { version, dev, optional, devOptional }]) => {
    if (folder === "" || installed[folder]?.version === version) return true;
    // Optional packages are there for some platforms only; one of another version is still wrong.
    return !installed[folder] && (optional || devOptional || (dev && !withDev));
  });
  // A node_modules brought along from another machine holds binaries that do not run here.
  const foreign = Object.values(installed).some(({ os }) => os && !os.some(namesThisPlatform));
  return present && !foreign;
}

/** @param {string} name */
function namesThisPlatform(name) {
  return name.startsWith("!") ? name.slice(1) !== process.platform : name === process.platform;
}

/** @param {string[]} args */
function npm(args) {
  // Started by npm, the very same npm does the work.
  const npmProgram = process.env.npm_execpath;
  const [program, ...first] =
    npmProgram && basename(npmProgram) === "npm-cli.js" ? [process.execPath, npmProgram] : ["npm"];
  const run = spawnSync(program ?? "npm", [...first, ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: program === "npm" && process.platform === "win32",
  });
  return run.status === 0;
}

/** @param {string} sentence */
function say(sentence) {
  console.log(sentence);
}

/** @param {string} sentence */
function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
