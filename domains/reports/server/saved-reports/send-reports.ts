import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import { isDatabaseUnavailable } from "#server/db/database.ts";
import type { Ctx, Services, SignedInCtx } from "#server/http/context.ts";
import { findUserActor } from "#server/http/requests/session.ts";
import { type EmailContent, queueEmail } from "#server/integrations/email/outbox.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { findEmailRecipients, notify } from "#server/notifications/notify.ts";
import { unsubscribeLink } from "#server/notifications/unsubscribe-link.ts";
import type { ReportDocument } from "../../contract.ts";
import { savedReportPath, savedReportsPath } from "../../paths.ts";
import type { ReportName } from "../../reports.ts";
import type { attachedFormats, DeliveryOutcome } from "../../saved-reports-contract.ts";
import { buildReport, ReportTooLong } from "../build-report.ts";
import { maxRows } from "../define-report.ts";
import { mediaTypes, writeReportFile } from "../report-files.ts";
import { findToday } from "../today.ts";
import { canOpenSavedReport } from "./access.ts";
import { readFilters } from "./saved-reports.ts";
import { findNextRun } from "./schedule-columns.ts";

/** Many mail servers reject emails of more than 10 MB, and encoding makes attachments a third larger. */
const maxAttachmentBytes = 7_000_000;
const maxAttempts = 3;
/** No request waits for the PDF, so a long report on a busy server can take its time. */
const maxPdfMs = 5 * 60_000;
/** Scheduled reports and the notifications about them share a topic, so people turn both off together. */
const topicKind = "report.access-lost";

/**
 * Sends the reports that are due. Runs every minute, on one instance at a time. After an outage, each report
 * is sent once. Each email and its outcome are one transaction, so a job that is killed continues where it
 * stopped.
 */
export async function sendReports(services: Services): Promise<void> {
  while (await runAsPortal(services, startNextRun)) {
    // Repeat until no report is due.
  }
  const { rows } = await sql<Delivery>`
    select report_id as "reportId", user_id as "userId" from report_recipients
    where outcome = 'waiting' order by report_id, user_id`.execute(services.db);
  for (const delivery of rows)
    try {
      await runAsPortal(services, (ctx) => deliver(ctx, delivery));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      services.log.error({ err: error, ...delivery }, "Could not send a report.");
      await recordFailure(services, delivery);
    }
}

interface Delivery {
  reportId: number;
  userId: number;
}

/**
 * Starts a run of the report that has been due the longest, and schedules its next run. Returns whether a
 * report was due. A report whose owner is no longer an active manager isn't sent.
 */
async function startNextRun({ db, now }: Ctx): Promise<boolean> {
  const { rows } = await sql`
    with due as (
      select s.report_id from report_schedules s
      join saved_reports v on v.id = s.report_id join users o on o.id = v.owner_id
      where s.next_run_at <= ${now} and o.state = 'active' and o.role in ('admin', 'landlord')
      order by s.next_run_at limit 1 for update of s skip locked
    ), started as (
      update report_schedules s set last_run_at = ${now}, next_run_at = ${findNextRun(now)}
      from due join saved_reports v on v.id = due.report_id where s.report_id = due.report_id
      returning s.report_id
    ), waiting as (
      update report_recipients r set outcome = 'waiting', attempts = 0
      from started where r.report_id = started.report_id
    )
    select from started`.execute(db);
  return rows.length > 0;
}

interface DueReport {
  name: string;
  report: ReportName;
  query: string;
  formats: (typeof attachedFormats)[number][];
  ownerId: number;
  ownerName: string;
  propertyId: number | null;
  isLossNotified: boolean;
}

/** Sends the report to one recipient, as the recipient would see it. */
async function deliver(ctx: Ctx, { reportId, userId }: Delivery): Promise<void> {
  const { rows } = await sql<DueReport>`
    select v.name, v.report, v.query, s.formats, v.owner_id as "ownerId", o.full_name as "ownerName",
      v.property_id as "propertyId", r.is_loss_notified as "isLossNotified"
    from report_recipients r join report_schedules s on s.report_id = r.report_id
    join saved_reports v on v.id = s.report_id join users o on o.id = v.owner_id
    where r.report_id = ${reportId} and r.user_id = ${userId} and r.outcome = 'waiting' for update of r`.execute(
    ctx.db,
  );
  const [due] = rows;
  if (due === undefined) return;
  const recipient = await findRecipient(ctx, { reportId, userId });
  const outcome = await send(ctx, recipient, { reportId, ...due });
  const hasLostAccess = outcome === "no-access";
  if (hasLostAccess && !due.isLossNotified) await notifyOwner(ctx, userId, { reportId, ...due });
  await ctx.db
    .updateTable("report_recipients")
    .set({ outcome, is_loss_notified: hasLostAccess })
    .where("report_id", "=", reportId)
    .where("user_id", "=", userId)
    .execute();
}

/** Returns the context in which the recipient reads the report. Null if they can't open it now. */
async function findRecipient(ctx: Ctx, { reportId, userId }: Delivery): Promise<SignedInCtx | null> {
  const actor = await findUserActor(ctx.db, userId);
  if (actor === null) return null;
  const { rows } = await sql`
    select from saved_reports v where v.id = ${reportId} and ${canOpenSavedReport(actor.accessScope)}`.execute(
    ctx.db,
  );
  return rows.length === 0 ? null : { ...ctx, actor };
}

async function send(
  ctx: Ctx,
  recipient: SignedInCtx | null,
  due: DueReport & { reportId: number },
): Promise<DeliveryOutcome> {
  if (recipient === null) return "no-access";
  const { id: userId, email, fullName } = recipient.actor;
  if (!(await findEmailRecipients(ctx, topicKind, [userId])).has(userId)) return "turned-off";
  const { report, attachments } = await prepareReport(recipient, due);
  const isLink = attachments.length === 0;
  await queueEmail(ctx, {
    template: "report",
    to: { address: email, userId, fullName },
    subject: report === null ? due.name : `${due.name}: ${report.summary}`,
    paragraphs: [
      describeAttachment(due.name, { isTooLong: report === null, isLink }),
      `${due.ownerId === userId ? "You" : due.ownerName} scheduled this report. It includes only data you can access.`,
    ],
    details: report?.figures.map(({ label, value }) => ({ name: label, value })) ?? [],
    link: { label: "Open the report", path: savedReportPath(due.reportId) },
    attachments,
    ...unsubscribeLink(ctx, userId, [topicKind]),
  });
  await audit(ctx, {
    action: "saved-report.emailed",
    subjectType: "saved-report",
    subjectId: due.reportId,
    propertyId: due.propertyId,
    actorName: "The portal",
    details: { name: due.name, recipient: fullName, formats: isLink ? [] : due.formats },
  });
  return isLink ? "sent-as-link" : "sent";
}

function describeAttachment(
  name: string,
  { isTooLong, isLink }: { isTooLong: boolean; isLink: boolean },
): string {
  if (isTooLong)
    return `“${name}” has more than ${maxRows.toLocaleString("en-US")} rows, so it isn't attached. Open it in the portal and choose a property or a shorter period.`;
  return isLink
    ? `“${name}” is too large for an email. You can open it in the portal.`
    : `“${name}” is attached.`;
}

/** Returns the report with its files, or without them if they're too large for an email. */
async function prepareReport(
  ctx: SignedInCtx,
  { report: name, query, formats }: DueReport,
): Promise<{ report: ReportDocument | null; attachments: NonNullable<EmailContent["attachments"]> }> {
  try {
    const { filters } = readFilters(name, query);
    const report = await buildReport(ctx, name, filters);
    const today = await findToday(ctx, filters.propertyId);
    const attachments = [];
    for (const format of formats)
      attachments.push({
        fileName: `${name}-${today}.${format}`,
        mediaType: mediaTypes[format],
        content: await writeReportFile(ctx, { name, report, format, timeoutMs: maxPdfMs }),
      });
    const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
    return { report, attachments: bytes > maxAttachmentBytes ? [] : attachments };
  } catch (error) {
    if (error instanceof ReportTooLong) return { report: null, attachments: [] };
    throw error;
  }
}

async function notifyOwner(ctx: Ctx, userId: number, due: DueReport & { reportId: number }): Promise<void> {
  const { full_name: person } = await ctx.db
    .selectFrom("users")
    .select("full_name")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await notify(ctx, [due.ownerId], {
    kind: topicKind,
    details: { name: due.name, person },
    ...(due.propertyId !== null && { propertyId: due.propertyId }),
    link: savedReportsPath,
  });
}

const recordFailure = async ({ db }: Services, { reportId, userId }: Delivery): Promise<void> =>
  void (await sql`
    update report_recipients set attempts = attempts + 1,
      outcome = case when attempts + 1 >= ${sql.lit(maxAttempts)} then 'failed' else outcome end
    where report_id = ${reportId} and user_id = ${userId} and outcome = 'waiting'`.execute(db));
