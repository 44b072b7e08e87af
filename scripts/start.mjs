// `npm start`: installs missing packages, builds the portal if its sources have changed, and serves it.
import { ensureBuilt } from "./build-stamp.mjs";
import { ensureInstalled } from "./install.mjs";

await ensureInstalled({ dev: false });
await ensureBuilt();
process.env.NODE_ENV ??= "production";
// Hidden from the type checker because the file exists only after a build.
const program = new URL("../dist/server/main.js", import.meta.url);
await import(program.href);
