import { Logger, type Runner, run, runMigrations, type TaskList } from "graphile-worker";
import type pg from "pg";
import { remindOfExpiry } from "#domains/documents/server/remind-of-expiry.ts";
import { removeTrashedDocuments } from "#domains/documents/server/remove-trashed.ts";
import { scanDocumentFile } from "#domains/documents/server/scan-document-file.ts";
import { takeText } from "#domains/documents/server/take-text.ts";
import { sweepImports } from "#domains/imports/server/sweep-imports.ts";
import { writeImport } from "#domains/imports/server/write-import.ts";
import { keepLeasesWithDay } from "#domains/leases/server/keep-with-day.ts";
import { postDue } from "#domains/ledger/server/post-due.ts";
import { reconcilePayments } from "#domains/payments/server/reconcile.ts";
import { reconcileDisputes } from "#domains/payments/server/reconcile-disputes.ts";
import { reconcileRefunds } from "#domains/payments/server/reconcile-refunds.ts";
import { deliverSandboxEvent, settleInSandbox } from "#domains/payments/server/sandbox-jobs.ts";
import { foldListCounts } from "../db/list-counts.ts";
import type { Services } from "../http/context.ts";
import type { Mailer } from "../outside/mailer.ts";
import { sendMail } from "./send-mail.ts";
import { sweepExpired } from "./sweep-expired.ts";
import { sweepFiles } from "./sweep-files.ts";
import { enqueue, type Tasks } from "./tasks.ts";

// Most days begin with an hour somewhere; a start after a while makes up for the run that was missed.
const regularly = [
  "2 * * * * keep-leases-with-day ?fill=2h",
  "7 * * * * post-charges ?fill=2h",
  "17 * * * * sweep-expired",
  "27 3 * * * sweep-files",
  "37 * * * * sweep-imports",
  "47 * * * * fold-list-counts",
  "*/10 * * * * reconcile-payments",
  "12 * * * * remind-of-expiry ?fill=2h",
  "57 3 * * * remove-trashed-documents ?fill=1d",
].join("\n");

/** Makes or updates the job tables; before the first request, as requests enqueue. */
export const prepareJobs = (pool: pg.Pool): Promise<void> =>
  runMigrations({ pgPool: pool, logger: quietLogger(undefined) });

export interface Worker {
  /** Lets the jobs under way finish. */
  stop(): Promise<void>;
}

/** Works the jobs in this process, and begins again when the database was away. */
export async function startWorker(services: Services, pool: pg.Pool, mailer: Mailer): Promise<Worker> {
  const tasks = {
    "send-mail": (payload) => sendMail(services, mailer, payload as Tasks["send-mail"]),
    "keep-leases-with-day": () => keepLeasesWithDay(services),
    "post-charges": (payload) => postDue(services, payload as Tasks["post-charges"]),
    "sweep-expired": () => sweepExpired(services),
    "sweep-files": () => sweepFiles(services),
    "run-import": (payload) => writeImport(services, payload as Tasks["run-import"]),
    "sweep-imports": () => sweepImports(services),
    "fold-list-counts": () => foldListCounts(services.db),
    "reconcile-payments": async () => {
      await reconcilePayments(services);
      await reconcileRefunds(services);
      await reconcileDisputes(services);
    },
    "remind-of-expiry": () => remindOfExpiry(services),
    "remove-trashed-documents": () => removeTrashedDocuments(services),
    "take-document-text": (payload) => takeText(services, payload as Tasks["take-document-text"]),
    "scan-document-file": (payload) => scanDocumentFile(services, payload as Tasks["scan-document-file"]),
    "deliver-sandbox-event": (payload) =>
      deliverSandboxEvent(services, payload as Tasks["deliver-sandbox-event"]),
    "settle-in-sandbox": (payload) => settleInSandbox(services, payload as Tasks["settle-in-sandbox"]),
  } satisfies Record<keyof Tasks, TaskList[string]>;
  let isStopping = false;
  let runner: Runner | undefined;
  const begin = async (): Promise<void> => {
    runner = await run({
      pgPool: pool,
      taskList: tasks,
      crontab: regularly,
      concurrency: 2,
      pollInterval: 5_000,
      noHandleSignals: true,
      logger: quietLogger(services.log),
    });
    runner.promise.then(beginAgain, beginAgain);
  };
  const beginAgain = (error?: unknown): void => {
    runner = undefined;
    if (isStopping) return;
    services.log.warn({ err: error }, "The job worker stopped; it begins again.");
    setTimeout(() => {
      if (!isStopping) begin().catch(beginAgain);
    }, 1_000).unref();
  };
  await begin();
  // What a killed process left half done does not wait for the hour.
  await enqueue(services.db, "post-charges", {}, { triesMax: 1 });
  return {
    async stop() {
      isStopping = true;
      await runner?.stop().catch(() => undefined);
    },
  };
}

/** Failures of a job are worth a line, its comings and goings are not. */
const quietLogger = (log: Services["log"] | undefined) =>
  new Logger(() => (level, message) => {
    if (level === "error") log?.error(message);
    else if (level === "warning") log?.warn(message);
    else log?.debug(message);
  });
