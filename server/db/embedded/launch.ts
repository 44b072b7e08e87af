import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { StartupError } from "../../startup-error.ts";
import { type ServerInstallation, socketPort } from "./site.ts";
import { waitUntil } from "./wait.ts";

export interface ServerSettings {
  fsync: boolean;
  maxConnections: number;
  sharedBuffers: string;
}

export interface RunningServer {
  /** Resolves with a description once the server has exited for any reason. */
  ended: Promise<string>;
}

/**
 * Starts the server and holds a pipe to it. When this process ends, even if it is killed, the pipe closes and
 * the shell stops the server: first with a fast shutdown, five seconds later with an immediate one. The shell
 * ignores the signals a terminal sends to the whole process group, so that requests in flight finish before
 * their database stops.
 */
const watchdog = `
trap '' INT TERM HUP
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{
  read -r never <&3
  kill -INT $server
  sleep 5
  kill -QUIT $server
} 2>/dev/null &
watcher=$!
exec 3<&-
wait $server
code=$?
kill -KILL $watcher 2>/dev/null
wait $watcher 2>/dev/null
exit $code
`;

/**
 * Starts the server and resolves when it accepts connections. Recovery from a crash can take any time.
 */
export async function launchServer(
  installation: ServerInstallation,
  settings: ServerSettings,
  log: { warn(message: string): void },
): Promise<RunningServer> {
  const logStart = rotateLog(installation);
  const output = openSync(installation.logFile, "a", 0o600);
  if (installation.serverUser)
    chownSync(installation.logFile, installation.serverUser.uid, installation.serverUser.gid);
  const command = [
    join(installation.programs, "postgres"),
    "-D",
    installation.pgData,
    ...toFlags(installation, settings),
  ];
  const shell = spawn("/bin/sh", ["-c", watchdog, "sh", ...command], {
    ...installation.serverUser,
    cwd: installation.home,
    env: installation.env,
    detached: true,
    stdio: ["pipe", output, output],
  });
  closeSync(output);
  // If the program ends without stopping the server, the watchdog stops it.
  shell.unref();
  const pipe = shell.stdin as Socket;
  pipe.unref();
  // Nothing is ever written to the pipe. An error only means that its other end is closed.
  pipe.on("error", () => {});

  let endReason: string | undefined;
  const ended = describeEnd(shell).then((description) => (endReason = description));
  const isReadyOrEnded = () => endReason !== undefined || isReady(installation.pgData);
  while (!(await waitUntil(isReadyOrEnded, { timeoutMs: 10_000 })))
    log.warn("The database is still recovering...");
  if (endReason !== undefined) {
    const reason = readFileSync(installation.logFile)
      .subarray(logStart)
      .toString()
      .trim()
      .split("\n")
      .slice(-3)
      .join(" ");
    throw new StartupError(`The database server didn't start (${endReason}): ${reason || "no reason given"}`);
  }
  return { ended };
}

function describeEnd(shell: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    shell.once("error", (error) => resolve(error.message));
    shell.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Whether the server is ready. The eighth line of its lock file contains its state. */
function isReady(pgData: string): boolean {
  try {
    return readFileSync(join(pgData, "postmaster.pid"), "utf8").split("\n")[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

/** Rotates a long log and returns the offset of this start's first line. */
function rotateLog({ logFile }: ServerInstallation): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < 5_000_000) return size;
  renameSync(logFile, `${logFile}.old`);
  return 0;
}

function toFlags(
  { socketDir }: ServerInstallation,
  { fsync, maxConnections, sharedBuffers }: ServerSettings,
): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: "",
    port: socketPort,
    unix_socket_directories: socketDir,
    unix_socket_permissions: "0700",
    max_connections: maxConnections,
    shared_buffers: sharedBuffers,
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // There are no replicas.
    wal_level: "minimal",
    max_wal_senders: 0,
    // A container's shared memory is too small for parallel queries.
    max_parallel_workers_per_gather: 0,
    ...(!fsync && { fsync: "off", full_page_writes: "off" }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
