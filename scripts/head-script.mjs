// A Vite plug-in that replaces `<!-- head.ts -->` in index.html with the script web/head.ts.
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** The chunks it preloads, as named in vite.config.ts. */
const chunks = ["sign-in", "signed-in", "work-orders-list", "board"];
const entry = fileURLToPath(new URL("../web/head.ts", import.meta.url));

/** @returns {import("vite").Plugin} */
export function headScript() {
  return {
    name: "head-script",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle, chunk }) {
        const files = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const known = [chunk?.fileName, ...(chunk?.imports ?? [])];
        const filesByChunk = files
          .filter(({ name }) => chunks.includes(name))
          .map(({ name, fileName, imports }) => [
            name,
            [fileName, ...imports].filter((file) => !known.includes(file)).map((file) => `/${file}`),
          ]);
        const code = await bundleScript(Object.fromEntries(filesByChunk));
        return html.replace("<!-- head.ts -->", () => `<script>${code}</script>`);
      },
    },
  };
}

/** @param {Record<string, string[]>} filesByChunk */
async function bundleScript(filesByChunk) {
  const output = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { filesByChunk: JSON.stringify(filesByChunk) },
    build: {
      write: false,
      lib: { entry, formats: ["iife"], name: "head" },
      target: "baseline-widely-available",
    },
  });
  const [result] = [output].flat();
  if (result === undefined || !("output" in result)) throw new Error("web/head.ts wasn't bundled.");
  return result.output[0].code;
}
