import { type RawBuilder, sql } from "kysely";
import { everyViewer } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { SavedReport, setReportSchedule } from "../../saved-reports-contract.ts";
import { canOpenSavedReport } from "./access.ts";
import { auditReport, findMyReport, getSavedReport, lockMyReport } from "./saved-reports.ts";
import { findNextRun } from "./schedule-columns.ts";

/** The maximum number of people offered. Longer lists are rare and hard to choose from. */
const maxPossibleRecipients = 500;

/** Returns the people who could open one of the user's saved reports, by name. @throws AppError not_found */
export async function findPossibleRecipients(
  ctx: SignedInCtx,
  reportId: number,
): Promise<{ id: number; fullName: string }[]> {
  await findMyReport(ctx, reportId);
  return selectPossibleRecipients(ctx, reportId, sql`true`);
}

/** Returns the people who can open the report and meet the condition on `users u`, by name. */
async function selectPossibleRecipients(
  { db }: SignedInCtx,
  reportId: number,
  condition: RawBuilder<unknown>,
): Promise<{ id: number; fullName: string }[]> {
  const { rows } = await sql<{ id: number; fullName: string }>`
    select u.id, u.full_name as "fullName" from saved_reports v
    cross join users u join access_scopes viewer on viewer.user_id = u.id
    where v.id = ${reportId} and u.state = 'active' and u.role in ('admin', 'landlord')
      and ${canOpenSavedReport(everyViewer)} and ${condition}
    order by fold_text(u.full_name), u.id limit ${sql.lit(maxPossibleRecipients)}`.execute(db);
  return rows;
}

/**
 * Emails one of the user's saved reports on a schedule. Access is checked again for each email.
 * @throws AppError not_found; invalid for a recipient who can't open it
 */
export async function scheduleReport(
  ctx: SignedInCtx,
  reportId: number,
  { repeats, day, at, formats, recipientIds }: BodyOf<typeof setReportSchedule>,
): Promise<SavedReport> {
  const report = await lockMyReport(ctx, reportId);
  const chosenPeople = await selectPossibleRecipients(
    ctx,
    reportId,
    sql`u.id = any(${recipientIds}::bigint[])`,
  );
  if (chosenPeople.length < new Set(recipientIds).size)
    throw invalid({ recipientIds: "One of these people can't open this report. Remove them first." });
  await sql`
    insert into report_schedules (report_id, repeats, day, at_time, formats, next_run_at)
    select v.id, ${repeats}, ${day}, ${at}, ${[...new Set(formats)].sort()}::text[],
      ${findNextRun(ctx.now, { repeats: sql`${repeats}::text`, day: sql`${day}::int`, at: sql`${at}::text` })}
    from saved_reports v where v.id = ${reportId}
    on conflict (report_id) do update set repeats = excluded.repeats, day = excluded.day,
      at_time = excluded.at_time, formats = excluded.formats, next_run_at = excluded.next_run_at`.execute(
    ctx.db,
  );
  await sql`delete from report_recipients
    where report_id = ${reportId} and user_id <> all(${recipientIds}::bigint[])`.execute(ctx.db);
  await sql`insert into report_recipients (report_id, user_id)
    select ${reportId}, unnest(${recipientIds}::bigint[]) on conflict do nothing`.execute(ctx.db);
  const recipients = chosenPeople.map(({ fullName }) => fullName);
  await auditReport(ctx, report, {
    action: "saved-report.scheduled",
    details: { name: report.name, repeats, day, at, formats, recipients },
  });
  return getSavedReport(ctx, reportId);
}

/** @throws AppError not_found */
export async function unscheduleReport(ctx: SignedInCtx, reportId: number): Promise<SavedReport> {
  const report = await lockMyReport(ctx, reportId);
  const { numDeletedRows } = await ctx.db
    .deleteFrom("report_schedules")
    .where("report_id", "=", reportId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n)
    await auditReport(ctx, report, {
      action: "saved-report.unscheduled",
      details: { name: report.name },
    });
  return getSavedReport(ctx, reportId);
}
