import { type RawBuilder, sql } from "kysely";
import * as z from "zod/mini";
import type { ActionWithDetails } from "#domains/audit/details.ts";
import { companyScope } from "#domains/leases/server/access.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { containsWords } from "#server/list/search.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { foldText } from "#shared/fold-text.ts";
import { reportFilters } from "../../contract.ts";
import { getReportFacts, type ReportFilterName, type ReportName } from "../../reports.ts";
import { maxSavedReports, type SavedReport } from "../../saved-reports-contract.ts";
import { assertCanRead } from "../build-report.ts";
import { savedReportScope } from "./access.ts";
import { moveNextRuns, selectSchedule } from "./schedule-columns.ts";

/** Returns the user's saved reports, then those of others, by name. */
export const getSavedReports = (ctx: SignedInCtx): Promise<SavedReport[]> =>
  selectSavedReports(ctx, sql`true`);

/** @throws AppError not_found */
export async function getSavedReport(ctx: SignedInCtx, id: number): Promise<SavedReport> {
  const [report] = await selectSavedReports(ctx, sql`v.id = ${id}`);
  if (report === undefined) throw notFound("saved report");
  return report;
}

async function selectSavedReports(
  { db, actor: { id: userId, accessScope } }: SignedInCtx,
  condition: RawBuilder<unknown>,
): Promise<SavedReport[]> {
  const { rows } = await sql<SavedReport>`
    select v.id, v.name, v.report, v.query, v.is_shared as "isShared",
      json_build_object('id', o.id, 'fullName', o.full_name) as owner,
      exists (select from report_recipients r where r.report_id = v.id and r.user_id = ${userId}) as "isSentToUser",
      case when v.owner_id = ${userId} then (${selectSchedule}) end as schedule
    from saved_reports v join users o on o.id = v.owner_id
    where ${condition} and ${savedReportScope(accessScope)}
    order by v.owner_id <> ${userId}, fold_text(v.name) collate "C", v.id limit 300`.execute(db);
  return rows;
}

/** Returns the saved reports whose names match the text, for the search in the top bar. */
export const searchSavedReports = (ctx: SignedInCtx, text: string): Promise<SavedReport[]> =>
  selectSavedReports(ctx, containsWords(sql`fold_text(v.name)`, text));

export const findSavedReportsByIds = (ctx: SignedInCtx, ids: readonly number[]): Promise<SavedReport[]> =>
  selectSavedReports(ctx, sql`v.id = any(${ids}::bigint[])`);

/** @throws AppError invalid; forbidden; conflict with too many saved reports */
export async function createSavedReport(
  ctx: SignedInCtx,
  { name, report, query, isShared }: Pick<SavedReport, "name" | "report" | "query" | "isShared">,
): Promise<SavedReport> {
  const { actor, db, now } = ctx;
  assertCanRead(ctx, report);
  const filters = await parseFilters(ctx, report, query);
  const myReports = await lockMyReports(ctx);
  if (myReports.length >= maxSavedReports)
    throw conflict(`You've reached the limit of ${maxSavedReports} saved reports. Delete one first.`);
  assertUniqueName(myReports, name);
  const savedReport = await db
    .insertInto("saved_reports")
    .values({ owner_id: actor.id, name, report, ...filters, is_shared: isShared, created_at: now })
    .returning(["id", "property_id"])
    .executeTakeFirstOrThrow();
  if (isShared) await auditReport(ctx, savedReport, { action: "saved-report.shared", details: { name } });
  return getSavedReport(ctx, savedReport.id);
}

/**
 * Renames, changes, or shares one of the user's saved reports.
 * @throws AppError not_found; invalid
 */
export async function changeSavedReport(
  ctx: SignedInCtx,
  id: number,
  change: { name?: string; query?: string; isShared?: boolean },
): Promise<SavedReport> {
  const myReports = await lockMyReports(ctx);
  const report = requireReport(myReports, id);
  const { name = report.name, isShared: is_shared = report.is_shared } = change;
  assertUniqueName(myReports, name, id);
  const filters =
    change.query === undefined
      ? { query: report.query, property_id: report.property_id, company_id: report.company_id }
      : await parseFilters(ctx, report.report, change.query);
  const changedReport = { ...report, ...filters, name, is_shared };
  await ctx.db
    .updateTable("saved_reports")
    .set({ ...filters, name, is_shared })
    .where("id", "=", id)
    .execute();
  // Another property can be in another time zone.
  await moveNextRuns(ctx, sql`v.id = ${id}`);
  const changes = diffFields(report, changedReport, ["name", "query"]);
  if (is_shared !== report.is_shared)
    await auditReport(ctx, changedReport, {
      action: is_shared ? "saved-report.shared" : "saved-report.unshared",
      details: { name },
    });
  else if (changes.length > 0 && (is_shared || (await isScheduled(ctx, id))))
    await auditReport(ctx, changedReport, { action: "saved-report.edited", details: { name, changes } });
  return getSavedReport(ctx, id);
}

/** Deletes one of the user's saved reports with its schedule. @throws AppError not_found */
export async function removeSavedReport(ctx: SignedInCtx, id: number): Promise<void> {
  const report = requireReport(await lockMyReports(ctx), id);
  const wasScheduled = await isScheduled(ctx, id);
  await ctx.db.deleteFrom("saved_reports").where("id", "=", id).execute();
  if (report.is_shared || wasScheduled)
    await auditReport(ctx, report, { action: "saved-report.deleted", details: { name: report.name } });
}

async function isScheduled({ db }: SignedInCtx, id: number): Promise<boolean> {
  const schedule = await db
    .selectFrom("report_schedules")
    .select("report_id")
    .where("report_id", "=", id)
    .executeTakeFirst();
  return schedule !== undefined;
}

interface MyReport {
  id: number;
  name: string;
  report: ReportName;
  query: string;
  property_id: number | null;
  company_id: number | null;
  is_shared: boolean;
}

/** Returns one of the user's saved reports. @throws AppError not_found */
export const findMyReport = async (ctx: SignedInCtx, id: number): Promise<MyReport> =>
  requireReport(await selectMyReports(ctx), id);

/** Returns one of the user's saved reports, locked. @throws AppError not_found */
export const lockMyReport = async (ctx: SignedInCtx, id: number): Promise<MyReport> =>
  requireReport(await lockMyReports(ctx), id);

/** Concurrent changes by one person wait for each other, so that limits and unique names hold. */
async function lockMyReports(ctx: SignedInCtx): Promise<MyReport[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved reports of ${ctx.actor.id}`}, 0))`.execute(
    ctx.db,
  );
  return selectMyReports(ctx);
}

async function selectMyReports({ db, actor }: SignedInCtx): Promise<MyReport[]> {
  const { rows } = await sql<MyReport>`
    select id, name, report, query, property_id, company_id, is_shared from saved_reports
    where owner_id = ${actor.id}`.execute(db);
  return rows;
}

function requireReport(myReports: readonly MyReport[], id: number): MyReport {
  const report = myReports.find((candidate) => candidate.id === id);
  if (report === undefined) throw notFound("saved report");
  return report;
}

function assertUniqueName(myReports: readonly MyReport[], name: string, exceptId?: number): void {
  if (myReports.some((report) => report.id !== exceptId && foldText(report.name) === foldText(name)))
    throw invalid({ name: "You already have a saved report with this name." });
}

/** Parses the filters of a report and drops all others. @throws AppError invalid */
export function readFilters(name: ReportName, query: string) {
  const names: readonly ReportFilterName[] = getReportFacts(name).filters;
  const entries = [...new URLSearchParams(query)].filter(
    ([key, value]) => value !== "" && names.some((filter) => filter === key),
  );
  const parsed = z.safeParse(reportFilters, Object.fromEntries(entries));
  if (!parsed.success)
    throw invalid({ query: parsed.error.issues[0]?.message ?? "These filters aren't valid." });
  return { filters: parsed.data, query: new URLSearchParams(entries).toString() };
}

async function parseFilters({ db, actor: { accessScope } }: SignedInCtx, name: ReportName, text: string) {
  const { filters, query } = readFilters(name, text);
  const { propertyId = null, companyId = null } = filters;
  const { rows } = await sql<{ property: boolean; company: boolean }>`
    select ${propertyId}::bigint is null or exists (
        select from properties p where p.id = ${propertyId} and ${propertyScope(accessScope)}) as property,
      ${companyId}::bigint is null or exists (
        select from companies c where c.id = ${companyId} and ${companyScope(accessScope)}) as company`.execute(
    db,
  );
  for (const record of ["property", "company"] as const)
    if (rows[0]?.[record] !== true) throw invalid({ query: notFound(record).message });
  return { query, property_id: propertyId, company_id: companyId };
}

export const auditReport = (
  ctx: SignedInCtx,
  { id, property_id }: Pick<MyReport, "id" | "property_id">,
  entry: Extract<ActionWithDetails, { action: `saved-report.${string}` }>,
): Promise<void> =>
  audit(ctx, { ...entry, subjectType: "saved-report", subjectId: id, propertyId: property_id });
