// Part of `npm run check`: the lock file names the binaries of every platform, not only of the one it was written on.
// npm leaves out those it does not find where the file is written, and `npm ci` then refuses the file everywhere.
// It also says of each package where it lies: without that, `npm ci` reads the list of all versions of every package,
// which takes it twice as long. npm asks the registry of its own settings all the same.
// `node scripts/lock-file.mjs mend` adds both; npm fetches a binary only on a machine of its platform.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const registry = "https://registry.npmjs.org";
const missing = Object.entries(lock.packages).flatMap(([folder, { optionalDependencies = {}, dev }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(folder, name))
    .map(([name, version]) => ({ name, version, dev })),
);

if (process.argv[2] === "mend") {
  for (const { name, version, dev } of missing) {
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(dev && { dev }),
      optional: true,
      ...platformOf(name),
    };
  }
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder !== "") lock.packages[folder] = placed(folder, entry);
  }
  const inOrder = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(inOrder.map((folder) => [folder, lock.packages[folder]]));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${missing.length} packages of other platforms to package-lock.json.`);
} else {
  const placeless = Object.entries(lock.packages).filter(
    ([folder, { name, version, resolved }]) =>
      folder !== "" && resolved !== placeOf(name ?? nameOf(folder), version),
  );
  const lacking = [
    ...missing.map(({ name }) => name),
    ...(placeless.length > 0 ? [`the places of ${placeless.length} packages`] : []),
  ];
  if (lacking.length > 0) {
    console.error(`package-lock.json lacks ${lacking.join(", ")}.`);
    console.error("Please run: node scripts/lock-file.mjs mend");
    process.exitCode = 1;
  }
}

/** The entry with the place of its package, wherever the machine that wrote it found that. @param {string} folder @param {any} entry */
function placed(folder, { version, name, resolved: _, ...others }) {
  return { ...(name && { name }), version, resolved: placeOf(name ?? nameOf(folder), version), ...others };
}

/** @param {string} folder */
function nameOf(folder) {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** @param {string} name @param {string} version */
function placeOf(name, version) {
  return `${registry}/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
}

/** Whether Node would find the package from that folder. @param {string} folder @param {string} name */
function isLocked(folder, name) {
  for (let from = folder; ; from = from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    if (lock.packages[`${from}${from && "/"}node_modules/${name}`]) return true;
    if (from === "") return false;
  }
}

/** What such packages are called says where they run: `@biomejs/cli-linux-arm64-musl`. @param {string} name */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) =>
    ["android", "darwin", "freebsd", "linux", "openharmony", "win32"].includes(word),
  );
  const cpu = words.find((word) =>
    ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"].includes(word),
  );
  if (!cpu) throw new Error(`The name of ${name} does not say on which processor it runs.`);
  const libc = words.some((word) => word.startsWith("musl")) ? "musl" : "glibc";
  return { ...(os && { os: [os] }), cpu: [cpu], ...(os === "linux" && { libc: [libc] }) };
}
