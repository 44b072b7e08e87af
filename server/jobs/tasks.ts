import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** Every job with its payload. A new job is a line here and a function in worker.ts. */
export interface Tasks {
  "send-mail": { mailId: number };
  "free-jobs": Record<string, never>;
  "sweep-expired": Record<string, never>;
  /** The network address and request id go into the audit log. */
  "answer-sign-in-request": { id: number; networkAddress: string; requestId: string };
  "deliver-webhook": { deliveryId: number };
  "send-pushes": { subscriptionId: number };
  "sweep-files": Record<string, never>;
  "back-up": Record<string, never>;
  "advance-lease-states": Record<string, never>;
  /** Without `runId` it resumes the current run, or begins one when something is due. */
  "post-charges": { runId?: number };
  "run-import": { importId: number; userId: number; requestId: string; networkAddress: string };
  "sweep-imports": Record<string, never>;
  "reconcile-payments": Record<string, never>;
  "mail-notifications": Record<string, never>;
  "remind-of-expiry": Record<string, never>;
  "remind-of-rent": Record<string, never>;
  "remind-of-lease-ends": Record<string, never>;
  "remove-trashed-documents": Record<string, never>;
  "extract-document-texts": Record<string, never>;
  /** `tries` counts how often the scanner was unreachable. */
  "scan-document-file": { fileId: number; tries: number };
  "scan-earlier-files": Record<string, never>;
  /** The sandbox sends the portal an event, as a card provider does. */
  "deliver-sandbox-event": {
    id: string;
    kind: string;
    what: "intent" | "refund" | "dispute";
    reference: string;
  };
  /** A settlement that takes days at a bank takes seconds in the sandbox; a dispute is named by its intent. */
  "settle-in-sandbox": { what: "intent" | "refund" | "dispute"; reference: string };
}

/** The jobs that mails wait for; they have a worker of their own. */
export const mailingTasks = ["send-mail", "answer-sign-in-request"] as const satisfies (keyof Tasks)[];

/** Enqueues a job in the transaction of `db`: it runs after the commit, or never. */
export async function enqueue<T extends keyof Tasks>(
  db: Db,
  task: T,
  payload: Tasks[T],
  options: {
    triesMax?: number;
    inSeconds?: number;
    /** The jobs of one queue run one at a time, across all instances. */
    queue?: string;
    /** At most one job with this key waits: a newer one replaces it. */
    key?: string;
  } = {},
): Promise<void> {
  const { triesMax = 25, inSeconds = 0, queue = null, key = null } = options;
  await sql`select graphile_worker.add_job(${task}::text, ${JSON.stringify(payload)}::json, max_attempts => ${triesMax}::int, queue_name => ${queue}::text, job_key => ${key}::text,
    run_at => now() + make_interval(secs => ${inSeconds}::int))`.execute(db);
}
