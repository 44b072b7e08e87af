import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { readFigures } from "#server/figures.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { portalVersion, thisInstance } from "#server/this-instance.ts";
import type { System } from "../contract.ts";
import { checkIntegrations } from "./check-integrations.ts";

/** The state of the portal. Takes at most a few seconds, even while services do not respond. */
export async function readStateOfSystem(ctx: SignedInCtx): Promise<System> {
  const [figures, database, instances, integrations, disk] = await Promise.all([
    readFigures(ctx.db),
    readDatabase(ctx),
    readInstances(ctx),
    checkIntegrations(ctx),
    statfs(ctx.config.dataDir),
  ]);
  return {
    version: portalVersion,
    nodeVersion: process.version.slice(1),
    database: { ...database, bytes: figures.databaseBytes, isEmbedded: ctx.config.databaseUrl === undefined },
    disk: { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
    jobs: {
      waiting: figures.jobsWaiting,
      oldestSeconds: figures.oldestJobSeconds,
      running: figures.jobsRunning,
      failed: figures.jobsFailed,
    },
    mails: {
      waiting: figures.mailsWaiting,
      oldestSeconds: figures.oldestMailSeconds,
      failed: figures.mailsFailed,
    },
    integrations,
    instances,
  };
}

async function readDatabase({ db }: SignedInCtx) {
  const { rows } = await sql<{
    version: string;
    migrations: number;
    lastMigration: string;
    migratedAt: Date;
  }>`
    select current_setting('server_version') as version, count(*) as migrations, max(name) as "lastMigration",
      max(applied_at) as "migratedAt"
    from schema_migrations`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The query returned no row.");
  return { ...row, migratedAt: row.migratedAt.toISOString() };
}

/** Every instance has one connection for live events, which carries its version and its name. */
async function readInstances({ db }: SignedInCtx): Promise<System["instances"]> {
  const { rows } = await sql<{ name: string; since: Date }>`
    select application_name as name, backend_start as since from pg_stat_activity
    where datname = current_database() and application_name like 'portal live %' order by backend_start, pid`.execute(
    db,
  );
  return rows.map(({ name, since }) => {
    const [, , version = "", ...rest] = name.split(" ");
    return {
      name: rest.join(" "),
      version,
      connectedSince: since.toISOString(),
      isThis: name === thisInstance,
    };
  });
}
