import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** Every job with its payload. A new job needs a line here and a function in worker.ts. */
export interface Tasks {
  "send-email": { emailId: number };
  "free-jobs": Record<string, never>;
  "sweep-expired": Record<string, never>;
  /** The network address and request id are recorded in the audit log. */
  "process-sign-in-request": { id: number; networkAddress: string; requestId: string };
  "deliver-webhook": { deliveryId: number };
  "send-pushes": { subscriptionId: number };
  "sweep-files": Record<string, never>;
  "back-up": Record<string, never>;
  "advance-lease-states": Record<string, never>;
  /** Without `runId`, it resumes the current run, or starts one if charges are due. */
  "post-charges": { runId?: number };
  "run-import": { importId: number; userId: number; requestId: string; networkAddress: string };
  "sweep-imports": Record<string, never>;
  "write-export": { exportId: number };
  "sweep-exports": Record<string, never>;
  "reconcile-payments": Record<string, never>;
  "email-notifications": Record<string, never>;
  "remind-of-expiration": Record<string, never>;
  "remind-of-rent": Record<string, never>;
  "remind-of-lease-ends": Record<string, never>;
  "send-reports": Record<string, never>;
  "remove-trashed-documents": Record<string, never>;
  "file-recovery-statements": { reconciliationId: number };
  "extract-document-texts": Record<string, never>;
  /** `attempts` counts how often the scanner was unreachable. */
  "scan-document-file": { fileId: number; attempts: number };
  "scan-earlier-files": Record<string, never>;
  /** The sandbox sends an event to the portal, as a card provider does. */
  "deliver-sandbox-event": {
    id: string;
    kind: string;
    type: "intent" | "refund" | "dispute";
    reference: string;
  };
  /** The bank's decision, after seconds instead of days. A dispute is identified by its intent. */
  "settle-in-sandbox": { type: "intent" | "refund" | "dispute"; reference: string };
}

/** The jobs that send emails. They have a separate worker. */
export const emailTasks = ["send-email", "process-sign-in-request"] as const satisfies (keyof Tasks)[];

/** The queue of backups and data exports, which can take hours, so that they never occupy all workers. */
export const archiveQueue = "archives";

/** Enqueues a job in the transaction of `db`. It runs after the commit, or never. */
export async function enqueue<T extends keyof Tasks>(
  db: Db,
  task: T,
  payload: Tasks[T],
  options: {
    maxAttempts?: number;
    delaySeconds?: number;
    /** The jobs of one queue run one at a time, across all instances. */
    queue?: string;
    /** Only one job with this key waits at a time. A newer one replaces it. */
    key?: string;
  } = {},
): Promise<void> {
  const { maxAttempts = 25, delaySeconds = 0, queue = null, key = null } = options;
  await sql`select graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json, max_attempts => ${maxAttempts}::int, queue_name => ${queue}::text, job_key => ${key}::text,
    run_at => now() + make_interval(secs => ${delaySeconds}::int))`.execute(db);
}
