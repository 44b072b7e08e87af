import { sql } from "kysely";
import { filePdf } from "#domains/documents/server/uploads/file-pdf.ts";
import { lockPropertyMonths } from "#domains/ledger/server/entries/lock-account.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatDay, formatMonth } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type {
  IssuedVersion,
  issueOwnerStatement,
  saveOwnerStatementNotes,
} from "../../owner-statement-contract.ts";
import { findPropertyMonths, type PropertyMonths } from "../months.ts";
import { buildContent } from "./build-content.ts";
import { compareAmounts, findIssuingProblem, findNotes, findVersions } from "./read-statement.ts";
import { writeStatementPdf } from "./statement-pdf.ts";

/**
 * Issues the next version of a month's statement: stores its figures and files its PDF among the property's
 * documents. Posting is locked while it's calculated, so its figures are consistent.
 * @throws AppError not_found; invalid if a corrected statement has no reason; conflict if the month isn't
 * over, or if someone issued a version, changed the notes, or changed the amounts after the person opened the
 * draft
 */
export async function issueStatement(
  ctx: SignedInCtx,
  propertyId: number,
  {
    month,
    corrects,
    reason = "",
    amounts,
    notesVersion,
  }: { month: Day } & BodyOf<typeof issueOwnerStatement>,
): Promise<void> {
  const property = await findPropertyMonths(ctx, propertyId);
  await lockPropertyMonths(ctx, [propertyId]);
  const problem = findIssuingProblem(property, month);
  if (problem !== null) throw conflict(problem);
  const [lastVersion] = await findVersions(ctx, propertyId, month);
  if ((lastVersion?.number ?? 0) !== corrects) throw conflict(describeVersionConflict(lastVersion, property));
  if (corrects > 0 && reason.length < 3)
    throw invalid({ reason: "Please enter a reason (at least 3 characters)" });
  const { notes, version } = await findNotes(ctx, propertyId, month);
  if (version !== notesVersion) throw conflict(notesConflict);
  const content = await buildContent(ctx, property, month);
  if (compareAmounts(amounts, content.amounts).length > 0) throw conflict(amountsConflict);
  const number = corrects + 1;
  const title = `Owner statement, ${formatMonth(month)}, ${property.name}${number === 1 ? "" : `, version ${number}`}`;
  const issued = { number, by: ctx.actor.fullName, at: ctx.now.toISOString() };
  const pdf = await writeStatementPdf(ctx, { ...content, month: month.slice(0, 7), notes, issued });
  const documentId = await filePdf(ctx, { propertyId, title, pdf });
  await sql`
    insert into owner_statements (property_id, month, number, reason, notes, content, document_id, issued_by_id, issued_at)
    values (${propertyId}, ${month}::date, ${number}, ${number === 1 ? null : reason}, ${notes},
      ${JSON.stringify(content)}::jsonb, ${documentId}, ${ctx.actor.id}, ${ctx.now})`.execute(ctx.db);
  await audit(ctx, {
    action: "property.statement-issued",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: { month: formatMonth(month), version: number, ...(number > 1 && { reason }) },
  });
}

const describeVersionConflict = (
  lastVersion: IssuedVersion | undefined,
  { timeZone }: PropertyMonths,
): string =>
  lastVersion === undefined
    ? "This statement hasn't been issued yet, so there's nothing to correct. Reload the page."
    : `${lastVersion.by} issued this statement on ${formatDay(lastVersion.at, timeZone)}. Reload the page to see it.`;

const amountsConflict =
  "The amounts have changed since you opened this statement. Review the current amounts, then issue it again.";

const notesConflict = "Someone else changed the notes after you opened them. Reload the page.";

/** Saves the notes for the next version. @throws AppError not_found; conflict if someone else changed them */
export async function saveNotes(
  ctx: SignedInCtx,
  propertyId: number,
  { month, notes, notesVersion }: { month: Day } & BodyOf<typeof saveOwnerStatementNotes>,
): Promise<void> {
  await findPropertyMonths(ctx, propertyId);
  const { rows } = await sql`
    insert into owner_statement_notes as saved (property_id, month, notes, version)
    values (${propertyId}, ${month}::date, ${notes}, 1)
    on conflict (property_id, month) do update set notes = excluded.notes, version = saved.version + 1
      where saved.version = ${notesVersion}
    returning version`.execute(ctx.db);
  if (rows.length === 0) throw conflict(notesConflict);
}
