import type { TaskList } from "graphile-worker";
import type pg from "pg";
import { sendRequestedEmail } from "#domains/accounts/server/sign-in/send-requested-email.ts";
import { remindOfExpiration } from "#domains/documents/server/notifications/remind-of-expiration.ts";
import { extractTexts } from "#domains/documents/server/search/extract-text.ts";
import { removeTrashedDocuments } from "#domains/documents/server/trash/remove-trashed-documents.ts";
import { scanDocumentFile } from "#domains/documents/server/virus-scans/scan-document-file.ts";
import { scanEarlierFiles } from "#domains/documents/server/virus-scans/scan-earlier-files.ts";
import { sweepExports } from "#domains/exports/server/sweep-exports.ts";
import { writeExport } from "#domains/exports/server/write-export.ts";
import { sweepImports } from "#domains/imports/server/write/sweep-imports.ts";
import { writeImport } from "#domains/imports/server/write/write-import.ts";
import { advanceLeaseStates } from "#domains/leases/server/lifecycle/advance-lease-states.ts";
import { remindOfLeaseEnds } from "#domains/leases/server/lifecycle/remind-of-end.ts";
import { postDueCharges } from "#domains/ledger/server/posting/post-due-charges.ts";
import { emailNotifications } from "#domains/notifications/server/email-notifications.ts";
import { sendPushes } from "#domains/notifications/server/send-pushes.ts";
import { reconcilePayments } from "#domains/payments/server/online-payments/reconcile.ts";
import {
  deliverSandboxEvent,
  settleInSandbox,
} from "#domains/payments/server/online-payments/sandbox-jobs.ts";
import { reconcileDisputes } from "#domains/payments/server/refunds/reconcile-disputes.ts";
import { reconcileRefunds } from "#domains/payments/server/refunds/reconcile-refunds.ts";
import { remindOfRent } from "#domains/payments/server/remind-of-rent.ts";
import { fileStatements } from "#domains/recoveries/server/issuing/file-statements.ts";
import { sendReports } from "#domains/reports/server/saved-reports/send-reports.ts";
import { deliverWebhook } from "#domains/webhooks/server/deliver-webhook.ts";
import { backUpNightly } from "#server/backup/back-up-nightly.ts";
import { readLastBackup } from "#server/backup/last-backup.ts";
import type { Services } from "../http/context.ts";
import type { Mailer } from "../integrations/email/mailer.ts";
import { canSeeNotifiedRecord } from "../viewer-rules.ts";
import { freeJobs } from "./free-jobs.ts";
import { runJobs, type Worker } from "./run-jobs.ts";
import { sendEmail } from "./send-email.ts";
import { sweepExpired } from "./sweep-expired.ts";
import { sweepFiles } from "./sweep-files.ts";
import { archiveQueue, type emailTasks, enqueue, type Tasks } from "./tasks.ts";

// Many jobs are hourly because the day starts at different hours around the world. `fill` makes up for runs
// missed during downtime.
const schedule = [
  "2 * * * * advance-lease-states ?fill=2h",
  "7 * * * * post-charges ?fill=2h",
  "* * * * * free-jobs",
  "17 * * * * sweep-expired",
  "27 3 * * * sweep-files",
  "37 * * * * sweep-imports",
  "47 * * * * sweep-exports",
  "* * * * * extract-document-texts ?queue=document-texts&jobKey=extract-document-texts",
  "*/10 * * * * reconcile-payments",
  "* * * * * email-notifications",
  "12 * * * * remind-of-expiration ?fill=2h",
  "22 * * * * remind-of-rent ?fill=2h",
  "32 * * * * remind-of-lease-ends ?fill=2h",
  "* * * * * send-reports ?queue=send-reports&jobKey=send-reports",
  "57 3 * * * remove-trashed-documents ?fill=1d",
  // In the scanner's queue, with the key under which the job enqueues its own continuation.
  "* * * * * scan-earlier-files ?queue=virus-scanner&jobKey=scan-earlier-files",
];

/** Returns the schedule of the backup. A backup missed during downtime runs afterward. */
function getBackupSchedule({ config }: Services): string[] {
  if (config.backup === null) return [];
  const [hour, minute] = config.backup.backupTime.split(":").map(Number);
  return [
    `${minute} ${hour} * * * back-up ?fill=1d&max=${backupAttempts}&jobKey=back-up&queue=${archiveQueue}`,
  ];
}
const backupAttempts = 3;

type EmailTask = (typeof emailTasks)[number];
type WebhookTask = "deliver-webhook";
type PushTask = "send-pushes";
type BackupTask = "back-up";

/** Runs the jobs in this process. */
export async function startWorker(services: Services, pool: pg.Pool, mailer: Mailer): Promise<Worker> {
  const tasks = {
    "free-jobs": () => freeJobs(services),
    "advance-lease-states": () => advanceLeaseStates(services),
    "post-charges": (payload) => postDueCharges(services, payload as Tasks["post-charges"]),
    "sweep-expired": () => sweepExpired(services),
    "sweep-files": () => sweepFiles(services),
    "run-import": (payload) => writeImport(services, payload as Tasks["run-import"]),
    "sweep-imports": () => sweepImports(services),
    "write-export": (payload) => writeExport(services, pool, payload as Tasks["write-export"]),
    "sweep-exports": () => sweepExports(services),
    "reconcile-payments": async () => {
      await reconcilePayments(services);
      await reconcileRefunds(services);
      await reconcileDisputes(services);
    },
    "email-notifications": () => emailNotifications(services, canSeeNotifiedRecord),
    "remind-of-expiration": () => remindOfExpiration(services),
    "remind-of-rent": () => remindOfRent(services),
    "remind-of-lease-ends": () => remindOfLeaseEnds(services),
    "send-reports": () => sendReports(services),
    "remove-trashed-documents": () => removeTrashedDocuments(services),
    "file-recovery-statements": (payload) =>
      fileStatements(services, payload as Tasks["file-recovery-statements"]),
    "extract-document-texts": () => extractTexts(services),
    "scan-document-file": (payload) => scanDocumentFile(services, payload as Tasks["scan-document-file"]),
    "scan-earlier-files": () => scanEarlierFiles(services),
    "deliver-sandbox-event": (payload) =>
      deliverSandboxEvent(services, payload as Tasks["deliver-sandbox-event"]),
    "settle-in-sandbox": (payload) => settleInSandbox(services, payload as Tasks["settle-in-sandbox"]),
  } satisfies Record<Exclude<keyof Tasks, EmailTask | WebhookTask | PushTask | BackupTask>, TaskList[string]>;
  const backupTasks = {
    "back-up": () => backUpNightly(services, pool),
  } satisfies Record<BackupTask, TaskList[string]>;
  const emailTaskList = {
    "send-email": (payload, { job }) =>
      sendEmail(services, mailer, {
        ...(payload as Tasks["send-email"]),
        number: job.attempts,
        isLast: job.attempts >= job.max_attempts,
      }),
    "process-sign-in-request": (payload) =>
      sendRequestedEmail(services, payload as Tasks["process-sign-in-request"]),
  } satisfies Record<EmailTask, TaskList[string]>;
  const webhookTasks = {
    "deliver-webhook": (payload) => deliverWebhook(services, payload as Tasks["deliver-webhook"]),
  } satisfies Record<WebhookTask, TaskList[string]>;
  const pushTasks = {
    "send-pushes": (payload) => sendPushes(services, payload as Tasks["send-pushes"], canSeeNotifiedRecord),
  } satisfies Record<PushTask, TaskList[string]>;
  const workers = [
    await runJobs(services, {
      pgPool: pool,
      // A worker takes only the jobs it knows, so a backup is left to an instance with BACKUP_DIR.
      taskList: services.config.backup === null ? tasks : { ...tasks, ...backupTasks },
      crontab: [...schedule, ...getBackupSchedule(services)].join("\n"),
      concurrency: 2,
    }),
    // A separate worker, so that a slow mail server doesn't delay other jobs, and other jobs don't delay an
    // email someone is waiting for.
    await runJobs(services, { pgPool: pool, taskList: emailTaskList, concurrency: 4 }),
    // Webhook receivers can be slow, too.
    await runJobs(services, { pgPool: pool, taskList: webhookTasks, concurrency: 4 }),
    // Push messages should arrive right away.
    await runJobs(services, { pgPool: pool, taskList: pushTasks, concurrency: 4 }),
  ];
  // A run that a killed process left unfinished is resumed right away instead of at the next hour.
  await enqueue(services.db, "post-charges", {}, { maxAttempts: 3 });
  if (services.config.backup !== null && (await readLastBackup(services.db)).made === null)
    await enqueue(
      services.db,
      "back-up",
      {},
      { maxAttempts: backupAttempts, key: "back-up", queue: archiveQueue },
    );
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
