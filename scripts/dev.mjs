// `npm run dev`: Vite serves the pages with hot reload on PORT. The server runs behind it and restarts on
// every change.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

await ensureInstalled({ dev: true });
const { createServer } = await import("vite");

const port = Number(process.env.PORT ?? 3000);
const serverPort = port + 1;
const server = spawn(process.execPath, ["node_modules/tsx/dist/cli.mjs", "watch", "server/main.ts"], {
  cwd: root,
  env: { ...process.env, PORT: String(serverPort) },
  stdio: "inherit",
});
const behind = `http://127.0.0.1:${serverPort}`;
const pages = await createServer({
  root: join(root, "web"),
  configFile: join(root, "vite.config.ts"),
  server: {
    port,
    strictPort: true,
    host: process.env.HOST ?? "127.0.0.1",
    // Preserves the hostname because the server compares it with the page's origin.
    proxy: Object.fromEntries(
      ["/api/", "/healthz", "/readyz"].map((path) => [path, { target: behind, changeOrigin: false }]),
    ),
  },
});
await pages.listen();
pages.printUrls();

/** @type {NodeJS.Signals[]} */
const endings = ["SIGINT", "SIGTERM"];
for (const signal of endings) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => {
  void pages.close().then(() => process.exit(code ?? 0));
});
