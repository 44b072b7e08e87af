import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { expenseStatementPath } from "#domains/leases/paths.ts";
import { findLeasesToNotify } from "#domains/leases/server/members/leases-to-notify.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { notify } from "#server/notifications/notify.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { issueReconciliation as issueEndpoint } from "../../issue-contract.ts";
import { calculateDraft, type Draft } from "../drafts/calculate-draft.ts";
import { explainStatement } from "../drafts/explain-statement.ts";
import { readBills } from "../drafts/read-bills.ts";
import { summarizePool, summarizeStatement } from "../drafts/summarize.ts";
import { findProblems } from "../problems/find-problems.ts";
import { presentFindings } from "../problems/present-findings.ts";
import { findPoolChoices } from "../terms/read-recovery-terms.ts";
import { findTodayAt } from "../today-at.ts";
import { type FrozenReconciliation, type FrozenStatement, freezeInputs } from "./frozen-content.ts";
import { amountsConflict, findIssuingProblem } from "./issuing-problems.ts";
import { lockYear } from "./lock-year.ts";
import { calculateTrueUps, postTrueUps, sumTrueUps, type TrueUp } from "./post-true-ups.ts";
import {
  compareAmounts,
  findChangedLeases,
  type ReconciledAmount,
  takeFingerprint,
  toAmounts,
} from "./reconciled-amounts.ts";
import {
  assertInEffect,
  assertNotClosed,
  type PropertyYear,
  type ReconciledYear,
  readIssuedContent,
  readYear,
} from "./reconciled-year.ts";

const maxDaysUntilDue = 366;

/**
 * Issues the statements of a year (REC-09), or corrects those issued before (REC-11): stores the results and inputs,
 * posts each lease's charge or credit, and notifies its tenants. A job files the PDFs after the commit.
 * @throws AppError not_found; invalid for a due date outside the next year, or a correction without a reason; conflict
 * if the year can't be issued, has open findings, isn't reviewed, or has changed since the person saw it
 */
export async function issueReconciliation(
  ctx: SignedInCtx,
  propertyYear: PropertyYear,
  { fingerprint, corrects, reason = "", dueOn }: BodyOf<typeof issueEndpoint>,
): Promise<void> {
  const { id: propertyId, year } = propertyYear;
  const accounts = await lockYear(ctx, propertyId);
  // The bills that the statements list are those that the amounts come from.
  await sql`lock table bills, bill_lines, expense_categories in share mode`.execute(ctx.db);
  const state = await readYear(ctx, propertyYear);
  assertNotClosed(state);
  assertInEffect(state, corrects);
  const draft = await calculateDraft(ctx, propertyId, year);
  const issued = await readIssuedContent(ctx, state);
  const problem = await findIssuingProblem(ctx, draft, issued?.amounts);
  if (problem !== null) throw conflict(problem);
  const amounts = toAmounts(draft);
  assertReviewed(state, amounts, fingerprint);
  await assertDueOn(ctx, propertyId, dueOn);
  if (state.inEffect !== undefined && reason.length < 3)
    throw invalid({ reason: "Please enter a reason (at least 3 characters)" });
  const content = await freezeContent(ctx, propertyYear, draft);
  const openCount = content.findings.filter(({ acceptance }) => acceptance === null).length;
  if (openCount > 0) throw conflict(describeOpenFindings(openCount));

  const number = (state.runs[0]?.number ?? 0) + 1;
  const run = await ctx.db
    .insertInto("reconciliations")
    .values({
      property_id: propertyId,
      year,
      number,
      reason: state.inEffect === undefined ? null : reason,
      due_on: dueOn,
      amounts: JSON.stringify(amounts),
      content: JSON.stringify(content),
      inputs: freezeInputs(draft.inputs),
      issued_by_id: ctx.actor.id,
      issued_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // A correction has only the statements that it changes. A lease without amounts gets none.
  const leaseIds = findChangedLeases(compareAmounts(issued?.amounts ?? [], amounts));
  const { statements } = draft;
  const trueUps = await calculateTrueUps(ctx, propertyYear, { leaseIds, statements });
  const entryIds = await postTrueUps(ctx, trueUps, {
    accounts,
    description: `Operating expenses ${year}, ${state.inEffect === undefined ? "reconciliation" : "correction"}`,
    reason: state.inEffect === undefined ? "" : reason,
    dueOn,
  });
  await storeStatements(ctx, draft, { runId: run.id, trueUps, entryIds });
  await notifyTenants(ctx, propertyYear, trueUps, { dueOn, isCorrection: state.inEffect !== undefined });
  await enqueue(ctx.db, "file-recovery-statements", { reconciliationId: run.id });
  await audit(ctx, {
    action: "reconciliation.issued",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: {
      year,
      number,
      statements: trueUps.length,
      ...sumTrueUps(trueUps),
      ...(state.inEffect !== undefined && { reason }),
    },
  });
}

function assertReviewed(
  { review }: ReconciledYear,
  amounts: readonly ReconciledAmount[],
  fingerprint: string,
): void {
  if (takeFingerprint(amounts) !== fingerprint) throw conflict(amountsConflict);
  if (review === null) throw conflict("Mark the draft as reviewed before you issue the statements.");
  if (compareAmounts(review.amounts, amounts).length > 0)
    throw conflict(
      `The amounts have changed since ${review.by} reviewed them. Mark the draft as reviewed again.`,
    );
}

async function assertDueOn(ctx: SignedInCtx, propertyId: number, dueOn: Day): Promise<void> {
  const today = await findTodayAt(ctx, propertyId);
  if (dueOn < today) throw invalid({ dueOn: `Enter ${formatCalendarDay(today)} or later.` });
  if (dueOn > addDays(today, maxDaysUntilDue))
    throw invalid({ dueOn: "Enter a date within one year from today." });
}

const describeOpenFindings = (count: number): string =>
  count === 1
    ? "1 finding is open. Resolve or accept it before you issue the statements."
    : `${count} findings are open. Resolve or accept them before you issue the statements.`;

async function freezeContent(
  ctx: SignedInCtx,
  { id: propertyId, year }: PropertyYear,
  draft: Draft,
): Promise<FrozenReconciliation> {
  const { inputs, pools, statements } = draft;
  return {
    pools: pools.map((pool) => summarizePool(pool, inputs)),
    statements: statements.map(summarizeStatement),
    findings: await presentFindings(ctx, { propertyId, year }, await findProblems(ctx, draft)),
    bills: await readBills(ctx, inputs),
  };
}

interface StoringOptions {
  runId: number;
  trueUps: readonly TrueUp[];
  entryIds: ReadonlyMap<number, number>;
}

const statementsPerInsert = 20;

/** Stores the statements with every step, with other requests in between. */
async function storeStatements(
  ctx: SignedInCtx,
  draft: Draft,
  { runId, trueUps, entryIds }: StoringOptions,
): Promise<void> {
  const choices = await findPoolChoices(ctx);
  const { property } = draft.inputs;
  for (let offset = 0; offset < trueUps.length; offset += statementsPerInsert) {
    const rows = await Promise.all(
      trueUps.slice(offset, offset + statementsPerInsert).map(async ({ leaseId, cents }) => {
        const content = explainStatement(draft, leaseId, choices) ?? (await freezeEmpty(ctx, draft, leaseId));
        return {
          reconciliation_id: runId,
          property_id: property.id,
          lease_id: leaseId,
          content: JSON.stringify(content),
          due_cents: content.dueCents,
          posted_cents: cents,
          entry_id: entryIds.get(leaseId) ?? null,
        };
      }),
    );
    await ctx.db.insertInto("recovery_statements").values(rows).execute();
    await setImmediate();
  }
}

/** Returns the statement of a lease that had one before and has no days in the year anymore. */
async function freezeEmpty(
  { db }: SignedInCtx,
  { inputs: { property, year } }: Draft,
  leaseId: number,
): Promise<FrozenStatement> {
  const { name } = await db
    .selectFrom("leases")
    .innerJoin("companies", "companies.id", "leases.company_id")
    .select("companies.name")
    .where("leases.id", "=", leaseId)
    .executeTakeFirstOrThrow();
  return {
    property,
    year,
    leaseId,
    company: name,
    units: [],
    lines: [],
    totalCents: 0,
    estimatesBilledCents: 0,
    estimatesPaidCents: 0,
    dueCents: 0,
    pools: [],
  };
}

/** Notifies the people who can see the money of each lease. */
async function notifyTenants(
  ctx: SignedInCtx,
  { id: propertyId, year }: PropertyYear,
  trueUps: readonly TrueUp[],
  { dueOn, isCorrection }: { dueOn: Day; isCorrection: boolean },
): Promise<void> {
  const leases = await findLeasesToNotify(
    ctx,
    trueUps.map(({ leaseId }) => leaseId),
  );
  for (const { leaseId, cents } of trueUps) {
    const lease = leases.get(leaseId);
    if (lease === undefined) continue;
    const { building, units, memberIds } = lease;
    await notify(ctx, memberIds, {
      kind: "reconciliation.issued",
      details: { year, cents, dueOn, isCorrection, building, units },
      link: expenseStatementPath(leaseId, year),
      propertyId,
    });
  }
}
