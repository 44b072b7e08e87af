import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { postgresProcessesIn } from "#server/db/embedded/processes.ts";
import { giveTo, type SystemUser } from "#server/db/embedded/system-user.ts";
import { freePort } from "../processes.ts";

/** The folder of PostgreSQL's server programs of this system; undefined when it has none. */
export function findServerPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ];
  return folders.find((folder) =>
    ["initdb", "pg_ctl", "pg_basebackup"].every((program) => existsSync(path.join(folder, program))),
  );
}

/** A server and its standby, which confirms every commit before it is answered. */
export interface PostgresPair {
  primaryPort: number;
  standbyPort: number;
  /** Kills every process of the primary at once, as a machine that loses its power. */
  killPrimary(): void;
  promote(): void;
  stop(): void;
}

/** Starts both in `folder`, which `user` may enter, with a role and a database `portal`. */
export async function startPair(
  programs: string,
  folder: string,
  user: SystemUser | undefined,
): Promise<PostgresPair> {
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const [primary, standby, sockets] = ["primary", "standby", "sockets"].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  mkdirSync(sockets);
  chmodSync(folder, 0o755);
  if (user !== undefined) giveTo(user, folder);
  const run = (program: string, ...args: string[]): void => {
    const { status, stderr } = spawnSync(path.join(programs, program), args, {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  };
  const start = (data: string, port: number) =>
    run("pg_ctl", "-w", "-D", data, "-l", `${data}.log`, "-o", `-p ${port}`, "start");
  run("initdb", "-D", primary, "-A", "trust", "-U", "postgres", "-E", "UTF8");
  appendFileSync(
    path.join(primary, "postgresql.conf"),
    `\nunix_socket_directories = '${sockets}'\nmax_connections = 200\nlisten_addresses = '127.0.0.1'\n`,
  );
  start(primary, primaryPort);
  run("pg_basebackup", "-D", standby, "-R", "-h", "127.0.0.1", "-p", String(primaryPort), "-U", "postgres");
  start(standby, standbyPort);
  await withClient(primaryPort, async (client) => {
    await client.query("create role portal login");
    await client.query("create database portal owner portal");
    // On the primary alone: the standby that takes over has none.
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query("select pg_reload_conf()");
  });
  return {
    primaryPort,
    standbyPort,
    killPrimary() {
      for (const pid of postgresProcessesIn(primary, user)) process.kill(pid, "SIGKILL");
    },
    promote: () => run("pg_ctl", "-w", "-D", standby, "promote"),
    stop() {
      for (const data of [primary, standby])
        for (const pid of postgresProcessesIn(data, user)) process.kill(pid, "SIGKILL");
    },
  };
}

async function withClient(port: number, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
  await client.connect();
  await use(client);
  await client.end();
}
