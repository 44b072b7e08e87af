import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder with package.json, without a trailing slash. Migrations and seed files are resolved from here
 * because the running code can be a source file or the bundle in `dist/server`.
 */
export const projectRoot: string = findProjectRoot(dirname(fileURLToPath(import.meta.url)));

function findProjectRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("No folder above the running program has a package.json.");
  return findProjectRoot(parent);
}
