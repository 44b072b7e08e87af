import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";

export interface SourceFile {
  /** Relative to the project's root, with slashes. */
  path: string;
  text: string;
}

const skipped = new Set([
  ".cache",
  ".git",
  "data",
  "dist",
  "node_modules",
  "playwright-report",
  "test-results",
]);

/** Returns every file of the project whose name ends with one of `endings`. */
export function sourceFiles(...endings: string[]): SourceFile[] {
  return listFiles()
    .filter((file) => endings.some((ending) => file.endsWith(ending)))
    .map((file) => ({ path: file, text: readFileSync(path.join(projectRoot, file), "utf8") }));
}

/** Returns the paths of all files except generated ones. */
export const listFiles = (): string[] => list(".");

export const readProjectFile = (file: string): string => readFileSync(path.join(projectRoot, file), "utf8");

function list(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const inside = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : list(inside);
    return [inside];
  });
}

export const isTest = (file: string): boolean =>
  /\.test\.tsx?$|\.fixture\.ts$/.test(file) || /^(test|e2e)\/|(^|\/)web\/testing\//.test(file);

export interface Import {
  from: string;
  /** A file of the project or the name of a package. */
  to: string;
  isFile: boolean;
  names: string[];
}

/** Returns the imports of a file, with `#domains/x.ts` and `./x.ts` resolved to project paths. */
export function findImports({ path: from, text }: SourceFile): Import[] {
  const found = text.matchAll(
    /(?:import|export)\s+(?:type\s+)?([^"';]*?)\s*from\s*"([^"]+)"|import\(\s*"([^"]+)"\s*\)|import\s+"([^"]+)"/g,
  );
  return [...found].map(([, clause = "", named, lazy, bare]) => {
    const to = named ?? lazy ?? bare ?? "";
    const isFile = to.startsWith("#") || to.startsWith(".");
    return {
      from,
      to: to.startsWith("#")
        ? to.slice(1)
        : to.startsWith(".")
          ? path.posix.join(path.posix.dirname(from), to)
          : to,
      isFile,
      names: [...clause.matchAll(/(?:type\s+)?(\w+)(?:\s+as\s+\w+)?/g)].map((match) => match[1] ?? ""),
    };
  });
}
