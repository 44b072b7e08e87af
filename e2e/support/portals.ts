import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** The journeys' portals. Each is a process with its own embedded database. */
const portals = {
  /** With the demo data. Most journeys use it. */
  demo: { DEMO: "1" },
  /** Empty, like a new installation. */
  empty: { DEMO: "0" },
  /** Takes payments through a fake Stripe that its journeys start. */
  stripe: { DEMO: "1" },
  /** Sends emails to an email server that its journeys start. */
  email: { DEMO: "1" },
  /** Its people can sign in at an identity provider that its journey starts. */
  work: { DEMO: "1" },
  /** Its journey adds scripts to all stored text. */
  attacked: { DEMO: "1" },
} as const;

export type PortalName = keyof typeof portals;
const getPortVariable = (name: PortalName) => `E2E_PORT_${name.toUpperCase()}`;
/** Returns a started portal's URL. The processes that run the journeys get its port from the environment. */
export const getPortalUrl = (name: PortalName): string =>
  `http://127.0.0.1:${process.env[getPortVariable(name)] ?? "0"}`;

const demoFolderVariable = "E2E_DEMO_FOLDER";

/** Fills a folder with the demo data, which takes seconds. Portals started later copy it. */
export async function prepareDemoData(): Promise<string> {
  const { process: child, folder } = await startPortal("demo");
  await stopProcess(child);
  process.env[demoFolderVariable] = folder;
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface RunningPortal {
  process: ChildProcess;
  folder: string;
  /** Everything it printed until it was ready. */
  output: string;
}

/** Starts a portal with its own data folder, and resolves when it's ready. */
export async function startPortal(
  name: PortalName,
  environment: Record<string, string> = {},
): Promise<RunningPortal> {
  const port = String(await freePort());
  const folder = mkdtempSync(path.join(tmpdir(), `portal-${name}-`));
  const { DEMO } = portals[name];
  const demoFolder = process.env[demoFolderVariable];
  // Keeps the files' owners. When started as root, the embedded database runs as another user.
  if (DEMO === "1" && demoFolder !== undefined) execFileSync("cp", ["-a", `${demoFolder}/.`, folder]);
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: root,
    env: {
      ...process.env,
      DEMO,
      ...environment,
      PORT: port,
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // The portal must not outlive this process.
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
    child.once("exit", (code) =>
      reject(new Error(`The ${name} portal exited with code ${code}:\n${output}`)),
    );
  });
  process.env[getPortVariable(name)] = port;
  return { process: child, folder, output };
}

/** Stops a portal and deletes its data. */
export async function stopPortal({ process: child, folder }: RunningPortal): Promise<void> {
  await stopProcess(child);
  rmSync(folder, { recursive: true, force: true });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
}
