// Part of `npm run check`: the lock file names the binaries of every platform, not only of the one it was written on.
// npm leaves out those it does not find where the file is written, and `npm ci` then refuses the file everywhere.
// `node scripts/lock-file.mjs mend` adds them; npm fetches one only on a machine of that platform.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
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
  const inOrder = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(inOrder.map((folder) => [folder, lock.packages[folder]]));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${missing.length} packages of other platforms to package-lock.json.`);
} else if (missing.length > 0) {
  console.error(`package-lock.json lacks ${missing.map(({ name }) => name).join(", ")}.`);
  console.error("Please run: node scripts/lock-file.mjs mend");
  process.exitCode = 1;
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
