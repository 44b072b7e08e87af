import { readFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";
import type { Row } from "../setting.ts";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

/** The chunks each page needs besides the entry before it can render. */
const pages = {
  login: { needs: ["accounts/web/login-page.tsx"], must: 130, aim: 100 },
  "work orders": {
    needs: ["layout/app-layout.tsx", "work-orders/web/work-orders-page.tsx"],
    must: 180,
    aim: 140,
  },
};

/** The JavaScript and CSS a browser fetches before it can render a page, as the server sends it. */
export const firstLoad: Row = {
  name: "first-load",
  goal: 10,
  title: "First load: JavaScript and CSS, compressed with Brotli",
  async measure() {
    const folder = path.join(projectRoot, "dist/web");
    const manifest = JSON.parse(await readFile(path.join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
    const figures = [];
    for (const [name, { needs, must, aim }] of Object.entries(pages)) {
      const files = new Set<string>();
      for (const end of ["index.html", ...needs]) {
        const key = Object.keys(manifest).find((entry) => entry.endsWith(end));
        if (key === undefined) throw new Error(`The build has no ${end}.`);
        collect(manifest, key, files);
      }
      const sizes = await Promise.all(
        [...files].map(async (file) => (await readFile(path.join(folder, `${file}.br`))).length),
      );
      const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
      figures.push({
        what: `The ${name} page, ${files.size} files`,
        must: `${must} KB`,
        aim: `${aim} KB`,
        now: `${kilobytes.toFixed(1)} KB`,
        reached: kilobytes <= must,
      });
    }
    return { figures };
  },
};

function collect(manifest: Manifest, key: string, files: Set<string>): void {
  const chunk = manifest[key];
  if (chunk === undefined || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files);
}
