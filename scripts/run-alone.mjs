// Runs a program that changes this folder, such as `npm ci`: one at a time, and never longer than the program that
// started it. Uses built-in modules only because it runs before anything is installed.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lock = join(root, ".cache", "preparing.lock");
const pollMs = 200;
/** A holder writes its description right after it creates the lock. */
const maxUnreadableMs = 10_000;

/**
 * Starts the program and holds a pipe to it. When this process ends, even if it is killed, the pipe closes and the shell
 * kills the program with all its processes.
 */
const watchdog = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
{
  read -r never <&3
  kill -KILL 0
} 2>/dev/null &
watcher=$!
exec 3<&-
wait $program
code=$?
kill -KILL $watcher 2>/dev/null
exit $code
`;

/**
 * Waits for other programs that change this folder, and then runs a step unless another program has already done it.
 * Returns whether the step is done.
 * @param {{ name: string, announcement: string, isDone: () => boolean, command: readonly string[],
 * stdout: "ignore" | "inherit" }} step
 */
export async function runAlone({ name, announcement, isDone, command, stdout }) {
  await acquireLock(name);
  try {
    if (isDone()) return true;
    console.log(announcement);
    const program = spawn("/bin/sh", ["-c", watchdog, "sh", ...command], {
      cwd: root,
      detached: true,
      stdio: ["pipe", stdout, "inherit"],
    });
    // The lock is held until the program has ended too.
    if (program.pid !== undefined) writeFileSync(lock, describe(name, program.pid));
    const code = await new Promise((resolve) => {
      program.once("error", () => resolve(1));
      program.once("exit", resolve);
    });
    return code === 0;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} name @param {number[]} others */
const describe = (name, ...others) => JSON.stringify({ name, pids: [process.pid, ...others] });

/** @param {string} name */
async function acquireLock(name) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  for (let isAnnounced = false; ; ) {
    try {
      writeFileSync(lock, describe(name), { flag: "wx" });
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
    const holder = readHolder(lock);
    if (!holder.isRunning) {
      removeAbandonedLock();
      continue;
    }
    if (!isAnnounced && holder.name !== undefined) {
      isAnnounced = true;
      console.log(
        `Waiting for process ${holder.pid}, which is ${holder.name} in this folder. If it isn't, delete ${lock}.`,
      );
    }
    await setTimeout(pollMs);
  }
}

/** Removes a lock whose holder was killed, unless another program has just done so and holds it now. */
function removeAbandonedLock() {
  const abandoned = `${lock}.${process.pid}`;
  try {
    renameSync(lock, abandoned);
    if (readHolder(abandoned).isRunning) writeFileSync(lock, readFileSync(abandoned), { flag: "wx" });
    rmSync(abandoned, { force: true });
  } catch {
    // Another program was faster. The next attempt shows who holds the lock.
    rmSync(abandoned, { force: true });
  }
}

/** @param {string} path @returns {{ isRunning: boolean, name?: string, pid?: number }} */
function readHolder(path) {
  try {
    const { name, pids } = JSON.parse(readFileSync(path, "utf8"));
    return { isRunning: pids.some(isRunning), name, pid: pids[0] };
  } catch {
    return { isRunning: isNew(path) };
  }
}

/** @param {string} path */
function isNew(path) {
  try {
    return Date.now() - statSync(path).mtimeMs < maxUnreadableMs;
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
