import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** The portals that the journeys use, each a process with an embedded database of its own. */
const portals = {
  /** With the demo data: most journeys start from it. */
  demo: { DEMO: "1" },
  /** Empty, as an operator starts it. */
  empty: { DEMO: "0" },
  /** Paid through the fake Stripe that the journey starts. */
  stripe: { DEMO: "1" },
  /** Sends real mails, to a mail server that the journey starts. */
  mail: { DEMO: "1" },
  /** With scripts in all texts, written by the journey. */
  attacked: { DEMO: "1" },
} as const;

export type PortalName = keyof typeof portals;
const portVariable = (name: PortalName) => `E2E_PORT_OF_${name.toUpperCase()}`;
/** Known once the portal is started: passed in the environment to the processes that run the journeys. */
export const addressOf = (name: PortalName): string =>
  `http://127.0.0.1:${process.env[portVariable(name)] ?? "0"}`;

const demoVariable = "E2E_FOLDER_OF_DEMO_DATA";

/** Fills a folder with the demo data once, which takes seconds: the portals started later begin with a copy of it. */
export async function fillDemo(): Promise<string> {
  const { process: child, folder } = await startPortal("demo");
  await end(child);
  process.env[demoVariable] = folder;
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A portal that runs, with all that it has printed until it was ready. */
export interface RunningPortal {
  process: ChildProcess;
  folder: string;
  output: string;
}

/** Starts a portal on a data folder of its own; resolves once it is ready. */
export async function startPortal(
  name: PortalName,
  more: Record<string, string> = {},
): Promise<RunningPortal> {
  const port = String(await freePort());
  const folder = mkdtempSync(path.join(tmpdir(), `portal-${name}-`));
  const { DEMO } = portals[name];
  const filled = process.env[demoVariable];
  // With the owners of the files: as root the embedded database runs as another user.
  if (DEMO === "1" && filled !== undefined) execFileSync("cp", ["-a", `${filled}/.`, folder]);
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: root,
    env: {
      ...process.env,
      DEMO,
      ...more,
      PORT: port,
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // It never outlives the program that started it.
  process.once("exit", () => child.kill());
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
  return { process: child, folder, output };
}

/** Stops a portal, and removes its data. */
export async function stopPortal({ process: child, folder }: RunningPortal): Promise<void> {
  await end(child);
  rmSync(folder, { recursive: true, force: true });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
