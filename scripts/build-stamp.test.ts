import { copyFile, mkdir, mkdtemp, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-build-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The script's exports, declared here because it is JavaScript. */
interface Stamp {
  isBuilt: () => boolean;
  startBuild: () => string;
  markBuilt: (builtFrom: string) => void;
}

test("a different version is built even if its files have the same times, and the same version isn't built again", async () => {
  for (const name of ["web", "server", "shared", "domains", "seeds", "scripts", "dist"])
    await mkdir(path.join(folder, name));
  for (const name of ["vite.config.ts", "vite.server.config.ts", "package.json", "package-lock.json"])
    await writeFile(path.join(folder, name), "{}");
  const script = path.join(folder, "scripts", "build-stamp.mjs");
  for (const name of ["build-stamp.mjs", "run-alone.mjs"])
    await copyFile(path.join(projectRoot, "scripts", name), path.join(folder, "scripts", name));
  const source = path.join(folder, "server", "main.ts");
  await writeFile(source, "version 1");
  const { startBuild, isBuilt, markBuilt } = (await import(pathToFileURL(script).href)) as Stamp;
  expect(isBuilt()).toBe(false);
  markBuilt(startBuild());
  expect(isBuilt()).toBe(true);

  const { atime, mtime } = await stat(source);
  await writeFile(source, "version 2");
  await utimes(source, atime, mtime);
  expect(isBuilt()).toBe(false);
  const builtFrom = startBuild();
  await writeFile(source, "version 3");
  markBuilt(builtFrom);
  expect(isBuilt()).toBe(false);

  await writeFile(source, "version 2");
  expect(isBuilt()).toBe(true);
  startBuild();
  expect(isBuilt()).toBe(false);
});
