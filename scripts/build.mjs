// Builds the pages into dist/web and the server into dist/server, and compresses the files of the pages.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { markBuilt, startBuild } from "./build-stamp.mjs";
import { prerenderPages } from "./prerender.mjs";

/**
 * Only a few pages load larger files. Compressing them at the highest level would take most of the build
 * time.
 */
const maxThoroughBytes = 300_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const startedAt = Date.now();
const builtFrom = startBuild();

await Promise.all([
  build({ root: join(root, "web"), configFile: join(root, "vite.config.ts"), logLevel: "warn" }),
  build({ root, configFile: join(root, "vite.server.config.ts"), logLevel: "warn" }),
]);
await prerenderPages(root);
await compressAssets(join(root, "dist", "web", "assets"));
markBuilt(builtFrom);
console.log(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);

/**
 * Writes name.br and name.gz next to every text file, except index.html, which gets a new nonce for every
 * response.
 * @param {string} folder
 */
async function compressAssets(folder) {
  const names = (await readdir(folder)).filter((name) => /\.(m?js|css|svg|json|txt|ttf|pfb)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const contents = await readFile(path);
      const isThorough = /\.(js|css)$/.test(name) && contents.length <= maxThoroughBytes;
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(contents, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: isThorough ? 11 : 9,
            [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
          },
        }),
        promisify(gzip)(contents, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
    }),
  );
}
