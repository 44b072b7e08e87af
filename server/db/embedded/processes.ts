import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { SystemUser } from "./system-user.ts";

/**
 * Returns the process's start time as an opaque string that is unique to it, or undefined if it isn't running.
 * A process id alone isn't enough because ids are reused, in containers right away.
 */
export function getProcessStart(pid: number): string | undefined {
  if (process.platform === "linux") {
    const stat = readStat(pid);
    return stat && `${bootId()} ${stat.startTicks}`;
  }
  return ps(["-o", "lstart=", "-p", String(pid)])[0];
}

/** Returns the ids of all running PostgreSQL processes of this data folder, including the main one. */
export function findPostgresProcesses(pgData: string, user: SystemUser | undefined): number[] {
  if (process.platform !== "linux") return findPostgresProcessesByCommand(pgData);
  const candidates = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readStat(pid)?.name === "postgres");
  const unreadablePids: number[] = [];
  const found = candidates.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === pgData;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EACCES") unreadablePids.push(pid);
      return false;
    }
  });
  return [
    ...found,
    ...readFoldersAs(user, unreadablePids)
      .filter(([, folder]) => folder === pgData)
      .map(([pid]) => pid),
  ];
}

interface ProcessStat {
  name: string;
  parent: number;
  startTicks: string;
}

/** Returns undefined for a process that has ended or is a zombie. */
export function readStat(pid: number): ProcessStat | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // pid (name) state ppid ...: the name can contain spaces and brackets.
  const nameEnd = stat.lastIndexOf(")");
  const fields = stat.slice(nameEnd + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  return {
    name: stat.slice(stat.indexOf("(") + 1, nameEnd),
    parent: Number(fields[1]),
    startTicks: fields[19] ?? "",
  };
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

/** Runs as the owner of the processes because root can't inspect other users' processes in a container. */
function readFoldersAs(user: SystemUser | undefined, pids: number[]): [number, string][] {
  if (!user || pids.length === 0) return [];
  const script = 'for pid; do echo "$pid $(readlink "/proc/$pid/cwd")"; done';
  const result = spawnSync("/bin/sh", ["-c", script, "sh", ...pids.map(String)], {
    ...user,
    cwd: "/",
    encoding: "utf8",
  });
  return (result.stdout ?? "").split("\n").map((line) => {
    const space = line.indexOf(" ");
    return [Number(line.slice(0, space)), line.slice(space + 1)];
  });
}

function findPostgresProcessesByCommand(pgData: string): number[] {
  return ps(["-axo", "pid=,stat=,command="])
    .filter((line) => line.includes("postgres") && line.includes(`-D ${pgData}`) && !/^\d+ Z/.test(line))
    .filter((line) => !line.includes("/bin/sh"))
    .map((line) => Number.parseInt(line, 10));
}

function ps(args: string[]): string[] {
  const { stdout } = spawnSync("ps", args, { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
  return (stdout ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
