import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** The portals that the journeys use, each a process with an embedded database of its own. */
export const portals = {
  /** With the demo data: most journeys start from it. */
  demo: { folder: ".cache/e2e/demo", environment: { DEMO: "1" } },
  /** Empty, as an operator starts it. */
  empty: { folder: ".cache/e2e/empty", environment: { DEMO: "0" } },
  /** Paid through the fake Stripe that the journey starts. */
  stripe: { folder: ".cache/e2e/stripe", environment: { DEMO: "1" } },
  /** Sends real mails, to a mail server that the journey starts. */
  mail: { folder: ".cache/e2e/mail", environment: { DEMO: "1" } },
  /** With scripts in all texts, written by the journey. */
  attacked: { folder: ".cache/e2e/attacked", environment: { DEMO: "1" } },
} as const;

export type PortalName = keyof typeof portals;
const portVariable = (name: PortalName) => `E2E_PORT_OF_${name.toUpperCase()}`;
/** Known once the portal is started: passed in the environment to the processes that run the journeys. */
export const addressOf = (name: PortalName): string =>
  `http://127.0.0.1:${process.env[portVariable(name)] ?? "0"}`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a portal on an empty data folder and resolves with its output, once it is ready. */
export async function startPortal(
  name: PortalName,
  more: Record<string, string> = {},
): Promise<{ process: ChildProcess; output: string }> {
  const { folder, environment } = portals[name];
  const port = String(await freePort());
  rmSync(path.join(root, folder), { recursive: true, force: true });
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: root,
    env: {
      ...process.env,
      ...environment,
      ...more,
      PORT: port,
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (/The portal is ready[^\n]*\n[\s\S]*\n/.test(output)) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once("exit", (code) => reject(new Error(`The ${name} portal ended with code ${code}:\n${output}`)));
  });
  process.env[portVariable(name)] = port;
  return { process: child, output };
}

export async function stopPortal(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
