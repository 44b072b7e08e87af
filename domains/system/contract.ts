import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/** The services the portal depends on: mail server, card provider, file storage, and virus scanner. */
export const integrationNames = ["email", "cards", "files", "scanner"] as const;

const system = z.object({
  version: z.string(),
  nodeVersion: z.string(),
  database: z.object({
    version: z.string(),
    /** Whether the database is embedded and runs on the portal's machine. */
    isEmbedded: z.boolean(),
    bytes: z.number(),
    migrations: z.number(),
    lastMigration: z.string(),
    migratedAt: z.string(),
  }),
  /** The disk of the data folder. */
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
  jobs: z.object({
    /** Jobs due that no instance has started. */
    waiting: z.number(),
    oldestSeconds: z.number(),
    running: z.number(),
    /** Jobs that failed after all attempts. */
    failed: z.number(),
  }),
  emails: z.object({ waiting: z.number(), oldestSeconds: z.number(), failed: z.number() }),
  integrations: z.array(
    z.object({
      name: z.enum(integrationNames),
      /** The configured service, such as `stripe` or `disk`. Null if none is configured. */
      kind: z.nullable(z.string()),
      /** Why it isn't working now, in one sentence. Null if it's working. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** The processes currently connected to the database, oldest first. */
  instances: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      connectedSince: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
});
export type SystemStatus = z.infer<typeof system>;

export const readSystem = endpoint({
  method: "GET",
  path: "/api/system",
  action: "system.read",
  summary: "Get system status: version, database, disk, jobs, email, connected services, and instances",
  response: system,
});

const failedJob = z.object({
  id: z.number(),
  /** Such as `post-charges`. */
  task: z.string(),
  attempts: z.number(),
  error: z.string(),
  failedAt: z.string(),
});
export type FailedJob = z.infer<typeof failedJob>;

export const listFailedJobs = endpoint({
  method: "GET",
  path: "/api/system/failed-jobs",
  action: "system.read",
  summary: "List failed jobs, latest first",
  query: z.object(paging),
  response: z.array(failedJob),
});

export const exportFailedJobs = csvEndpoint(listFailedJobs);

export const retryJob = endpoint({
  method: "POST",
  path: "/api/system/failed-jobs/:id/retry",
  action: "system.retry-job",
  summary: "Retry a failed job now with a fresh set of attempts",
  params: byId,
  response: failedJob,
});
