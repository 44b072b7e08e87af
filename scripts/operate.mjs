// `npm run backup`, `npm run restore` and `npm run verify`: runs the command, built like the portal, on the
// portal configured by the environment.
import { ensureBuilt } from "./build-stamp.mjs";
import { ensureInstalled } from "./install.mjs";

const [command = ""] = process.argv.splice(2, 1);
await ensureInstalled({ dev: false });
await ensureBuilt();
await import(new URL(`../dist/server/${command}.js`, import.meta.url).href);
