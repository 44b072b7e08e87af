import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/** What the portal depends on: its mail server, its card provider, its file store and its virus scanner. */
export const integrationNames = ["mail", "cards", "files", "scanner"] as const;

const system = z.object({
  version: z.string(),
  nodeVersion: z.string(),
  database: z.object({
    version: z.string(),
    /** It comes with the portal and runs on its machine. */
    isEmbedded: z.boolean(),
    bytes: z.number(),
    migrations: z.number(),
    lastMigration: z.string(),
    migratedAt: z.string(),
  }),
  /** Of the data folder. */
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
  jobs: z.object({
    /** Whose time has come and that no instance has begun. */
    waiting: z.number(),
    oldestSeconds: z.number(),
    running: z.number(),
    /** Given up after their last try. */
    failed: z.number(),
  }),
  mails: z.object({ waiting: z.number(), oldestSeconds: z.number(), failed: z.number() }),
  integrations: z.array(
    z.object({
      name: z.enum(integrationNames),
      /** What is set up, such as `stripe` or `disk`; null: nothing. */
      kind: z.nullable(z.string()),
      /** Why it does not work now, in one sentence; null: it works. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** The processes that are connected to the database now, the oldest first. */
  instances: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      connectedSince: z.string(),
      isThis: z.boolean(),
    }),
  ),
});
export type System = z.infer<typeof system>;

export const readSystem = endpoint({
  method: "GET",
  path: "/api/system",
  action: "system.read",
  summary:
    "The state of the portal: version, database, disk, jobs, mails, the services it depends on, instances",
  response: system,
});

const failedJob = z.object({
  id: z.number(),
  /** Such as `post-charges`. */
  task: z.string(),
  tries: z.number(),
  error: z.string(),
  failedAt: z.string(),
});
export type FailedJob = z.infer<typeof failedJob>;

export const listFailedJobs = endpoint({
  method: "GET",
  path: "/api/system/failed-jobs",
  action: "system.read",
  summary: "Jobs that were given up after their last try, the latest first",
  query: z.object(paging),
  response: z.array(failedJob),
});

export const exportFailedJobs = csvOf(listFailedJobs);

export const retryJob = endpoint({
  method: "POST",
  path: "/api/system/failed-jobs/:id/retry",
  action: "system.retry-job",
  summary: "Run a failed job again now, with as many tries as a new one has",
  params: byId,
  response: failedJob,
});
