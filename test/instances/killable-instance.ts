import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import type { TestPortal } from "../portal.ts";
import type { InstanceTask } from "./instance-process.ts";

/** An instance of the portal in a separate process, with the database and files of a test portal. */
export interface KillableInstance {
  address: string;
  /**
   * Kills the process immediately. Resolves when the database has noticed and rolled back its transactions. A
   * statement waiting for a lock blocks until `unblock`, which is called once the process is dead.
   */
  kill(unblock?: () => void): Promise<void>;
}

let instances = 0;

/** Starts an instance and resolves when it listens. It runs jobs if `works` is set. */
export async function startKillableInstance(
  portal: TestPortal,
  { works = false, environment = {} }: { works?: boolean; environment?: Record<string, string> } = {},
): Promise<KillableInstance> {
  const name = `killable instance ${++instances}`;
  const task: InstanceTask = {
    connection: { ...portal.connection, application_name: name },
    environment: { DATA_DIR: path.dirname(portal.filesFolder), ...environment },
    works,
  };
  const child = spawn(process.execPath, ["--import", "tsx", "test/instances/instance-process.ts"], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, INSTANCE: JSON.stringify(task) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = once(child, "exit");
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return {
    address: line.toString().trim(),
    async kill(unblock = () => {}) {
      child.kill("SIGKILL");
      await end;
      unblock();
      const connections = async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database()
            and (application_name = ${name} or application_name like ${`portal live %:${child.pid}`})`.execute(
            portal.db,
          )
        ).rows.length;
      await expect.poll(connections, { timeout: 60_000, interval: 5 }).toBe(0);
    },
  };
}
