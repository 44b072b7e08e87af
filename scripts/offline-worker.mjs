// A Vite plug-in that writes dist/web/sw.js, the service worker with the list of files it caches on
// installation.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../web/offline/worker.js", import.meta.url));
/** Larger files belong to the PDF preview. They are cached once they have been used. */
const maxCachedBytes = 300_000;

/** @returns {import("vite").Plugin} */
export function offlineWorker() {
  return {
    name: "offline-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.values(bundle).map((file) => ({
          name: file.fileName,
          content: file.type === "chunk" ? file.code : file.source,
        }));
        files.sort((a, b) => (a.name < b.name ? -1 : 1));
        const hash = createHash("sha256");
        for (const { name, content } of files) hash.update(name).update(content);
        const cached = files.filter(
          ({ name, content }) =>
            /^assets\/.*\.(js|css|woff2)$/.test(name) && content.length <= maxCachedBytes,
        );
        const constants = {
          version: hash.digest("hex").slice(0, 16),
          files: cached.map(({ name }) => `/${name}`),
        };
        const lines = Object.entries(constants).map(
          ([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`,
        );
        this.emitFile({
          type: "asset",
          fileName: "sw.js",
          source: lines.join("") + readFileSync(program, "utf8"),
        });
      },
    },
  };
}
