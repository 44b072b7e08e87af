import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { instanceName, portalVersion } from "#server/instance-name.ts";
import { readSystemFigures } from "#server/system-figures.ts";
import type { SystemStatus } from "../contract.ts";
import { checkIntegrations } from "./check-integrations.ts";

/** Returns the status of the portal. Takes no more than a few seconds, even if services don't respond. */
export async function getSystemStatus(ctx: SignedInCtx): Promise<SystemStatus> {
  const [figures, database, instances, integrations, disk] = await Promise.all([
    readSystemFigures(ctx.db),
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
    emails: {
      waiting: figures.emailsPending,
      oldestSeconds: figures.oldestEmailSeconds,
      failed: figures.emailsFailed,
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

/** Returns the instances. Each has one connection for live events that carries its version and name. */
async function readInstances({ db }: SignedInCtx): Promise<SystemStatus["instances"]> {
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
      isCurrent: name === instanceName,
    };
  });
}
