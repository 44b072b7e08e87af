import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { addMonths, type Day } from "#shared/calendar.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import type {
  IssuedVersion,
  OwnerStatement,
  StatementAmount,
  StatementContent,
} from "../../owner-statement-contract.ts";
import { findPropertyMonths, type PropertyMonths } from "../months.ts";
import { buildContent, readAmounts } from "./build-content.ts";

/**
 * Returns the last issued version of a statement, unchanged, or else the draft of the next one with the
 * current figures. @throws AppError not_found
 */
export async function readStatement(
  ctx: SignedInCtx,
  propertyId: number,
  { month, isDraft = false }: { month: Day; isDraft?: boolean },
): Promise<OwnerStatement> {
  const property = await findPropertyMonths(ctx, propertyId);
  const versions = await findVersions(ctx, propertyId, month);
  const draftNotes = await findNotes(ctx, propertyId, month);
  const issued = isDraft ? undefined : await findIssued(ctx, propertyId, month);
  return {
    month: month.slice(0, 7),
    isMonthClosed: property.lastClosed !== null && month <= property.lastClosed,
    isDraft: issued === undefined,
    ...(issued?.content ?? (await buildContent(ctx, property, month))),
    notes: issued?.notes ?? draftNotes.notes,
    notesVersion: draftNotes.version,
    versions,
    changes:
      issued === undefined
        ? []
        : compareAmounts(issued.content.amounts, await readAmounts(ctx, property, month)),
    cannotIssue: findIssuingProblem(property, month),
  };
}

/** Returns why a month's statement can't be issued, or null if it can. */
export function findIssuingProblem({ currentMonth, name }: PropertyMonths, month: Day): string | null {
  if (month < currentMonth) return null;
  return `${formatMonth(month)} isn't over at ${name}. You can issue its statement starting ${formatCalendarDay(addMonths(month, 1))}.`;
}

/** Returns the issued versions of a statement, newest first. */
export async function findVersions(
  { db }: SignedInCtx,
  propertyId: number,
  month: Day,
): Promise<IssuedVersion[]> {
  const { rows } = await sql<Omit<IssuedVersion, "at"> & { at: Date }>`
    select s.number, u.full_name as by, s.issued_at as at, s.reason,
      (select d.id from documents d where d.id = s.document_id and d.trashed_at is null) as "documentId"
    from owner_statements s join users u on u.id = s.issued_by_id
    where s.property_id = ${propertyId} and s.month = ${month}::date order by s.number desc`.execute(db);
  return rows.map((version) => ({ ...version, at: version.at.toISOString() }));
}

/** Returns the notes for the next version. Their version is 0 until they're saved. */
export async function findNotes(
  { db }: SignedInCtx,
  propertyId: number,
  month: Day,
): Promise<{ notes: string; version: number }> {
  const { rows } = await sql<{ notes: string; version: number }>`
    select notes, version from owner_statement_notes
    where property_id = ${propertyId} and month = ${month}::date`.execute(db);
  return rows[0] ?? { notes: "", version: 0 };
}

/** Returns the last issued version. */
async function findIssued(
  { db }: SignedInCtx,
  propertyId: number,
  month: Day,
): Promise<{ content: StatementContent; notes: string } | undefined> {
  const { rows } = await sql<{ content: StatementContent; notes: string }>`
    select content, notes from owner_statements
    where property_id = ${propertyId} and month = ${month}::date order by number desc limit 1`.execute(db);
  return rows[0];
}

const amountNames = {
  chargedCents: "Charges due",
  receivedCents: "Cash received",
  overdueCents: "Overdue",
} as const satisfies Record<StatementAmount, string>;

/** Returns the amounts that differ. */
export const compareAmounts = (
  issued: StatementContent["amounts"],
  current: StatementContent["amounts"],
): OwnerStatement["changes"] =>
  (Object.keys(amountNames) as StatementAmount[])
    .filter((key) => issued[key] !== current[key])
    .map((key) => ({ name: amountNames[key], issuedCents: issued[key], currentCents: current[key] }));
