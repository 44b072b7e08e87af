import { sql } from "kysely";
import {
  findMembersThrough,
  notifyMembersOfEstimates,
} from "#domains/leases/server/members/notify-members.ts";
import { type LockedLease, lockLease } from "#domains/leases/server/queries.ts";
import { findLeaseWithTerms } from "#domains/leases/server/terms/terms-queries.ts";
import { amendLease } from "#domains/leases/server/terms/write-terms.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { findLastEditor } from "#server/http/requests/assert-current-version.ts";
import type { Day } from "#shared/calendar.ts";
import { AppError, conflict, invalid, notFound } from "#shared/errors.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { applyEstimates as applyEndpoint } from "../../estimates-contract.ts";
import {
  type EstimateChange,
  findChargeObstacle,
  findLeaseObstacle,
  planEstimates,
} from "./monthly-estimate.ts";
import { toEstimatedLease } from "./read-estimates.ts";

type Body = BodyOf<typeof applyEndpoint>;
type Rows = Body["rows"];

/**
 * Amends the monthly estimates of leases from one month, and notifies the people on them. Leases whose estimates
 * already have these amounts stay as they are.
 * @throws AppError not_found; invalid, with the field; conflict, naming the lease, if one of them changed since,
 * is charged for the month, or can't be amended, or if the month is closed. In these cases, nothing is
 * changed.
 */
export async function applyEstimates(
  ctx: SignedInCtx,
  { id: propertyId, year }: { id: number; year: number },
  { from, reason, rows }: Body,
): Promise<{ leases: number }> {
  const fromYear = Number(from.slice(0, 4));
  if (fromYear !== year && fromYear !== year + 1) throw invalid({ from: `Select a month of ${year}` });
  await assertOpenMonth(ctx, propertyId, from);
  assertNoDuplicates(rows);
  const labels = await findLabels(ctx);
  let leases = 0;
  // In one order, so that two people who apply estimates at the same time can't block each other.
  const leaseIds = [...new Set(rows.map(({ leaseId }) => leaseId))].sort((a, b) => a - b);
  for (const leaseId of leaseIds) {
    const leaseRows = rows.filter((row) => row.leaseId === leaseId);
    const lease = await lockLease(ctx, leaseId);
    if (lease.property_id !== propertyId) throw notFound("lease");
    await assertUnchanged(ctx, lease, leaseRows);
    const changes = await amendEstimates(ctx, lease, { from, reason, rows: leaseRows, labels });
    if (changes === null) continue;
    leases += 1;
    if (changes.length === 0) continue;
    await notifyMembersOfEstimates(
      ctx,
      { leaseId, propertyId, userIds: await findMembersThrough(ctx, leaseId, from) },
      { from, changes },
    );
  }
  if (leases === 0) throw invalid({ rows: "These are the amounts already charged. Change at least one." });
  return { leases };
}

/** @throws AppError not_found; conflict if the month is closed */
async function assertOpenMonth({ db, actor }: SignedInCtx, propertyId: number, from: Day): Promise<void> {
  const { rows } = await sql<{ closedThrough: Day | null }>`
    select closed_through(p.id) as "closedThrough" from properties p
    where p.id = ${propertyId} and ${propertyScope(actor.accessScope)}`.execute(db);
  if (rows[0] === undefined) throw notFound("property");
  const { closedThrough } = rows[0];
  if (closedThrough !== null && from <= closedThrough)
    throw conflict(`${formatMonth(from)} is closed. Select a month after ${formatMonth(closedThrough)}.`);
}

function assertNoDuplicates(rows: Rows): void {
  const index = rows.findIndex(({ leaseId, kind }, at) =>
    rows.slice(0, at).some((other) => other.leaseId === leaseId && other.kind === kind),
  );
  if (index >= 0) throw invalid({ [`rows.${index}.leaseId`]: "This estimate is listed twice." });
}

/** The name of a new charge by its type: that of the first pool with the type. */
async function findLabels({ db }: SignedInCtx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ kind: string; name: string }>`
    select distinct on (estimate_kind) estimate_kind as kind, name from expense_pools
    order by estimate_kind, position, id`.execute(db);
  return new Map(rows.map(({ kind, name }) => [kind, name]));
}

async function assertUnchanged(ctx: SignedInCtx, lease: LockedLease, rows: Rows): Promise<void> {
  if (rows.every(({ version }) => version === lease.version)) return;
  const editor = await findLastEditor(ctx, "lease", lease.id);
  throw conflict(
    `${editor} changed the lease of ${lease.company_name} after you opened these estimates, so none were applied. Reload the page.`,
  );
}

interface Amendment {
  from: Day;
  reason: string;
  rows: Rows;
  labels: ReadonlyMap<string, string>;
}

/** Amends a lease and returns the changed charges. Null if it already has these amounts. */
async function amendEstimates(
  ctx: SignedInCtx,
  { id, version, company_name: company }: LockedLease,
  { from, reason, rows, labels }: Amendment,
): Promise<EstimateChange[] | null> {
  const reject = (why: string) =>
    conflict(
      `The estimates of ${company} can't change on ${formatCalendarDay(from)}, so none were applied. ${why}`,
    );
  const lease = toEstimatedLease(await findLeaseWithTerms(ctx, id));
  const obstacle =
    findLeaseObstacle(lease, from) ??
    rows.map(({ kind }) => findChargeObstacle(lease, kind, from)).find((found) => found !== undefined);
  if (obstacle !== undefined) throw reject(obstacle);
  const estimates = rows.map((row) => ({ ...row, newLabel: labels.get(row.kind) ?? "Operating expenses" }));
  const plan = planEstimates(lease, from, estimates);
  if (plan === null) return null;
  try {
    await amendLease(ctx, id, { from, terms: plan.terms, reason }, version);
  } catch (error) {
    throw error instanceof AppError ? reject(error.message) : error;
  }
  return plan.changes;
}
