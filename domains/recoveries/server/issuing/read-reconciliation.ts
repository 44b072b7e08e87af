import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { AmountChange, Reconciliation, RecoveryStatement } from "../../reconciliation-contract.ts";
import { calculateDraft } from "../drafts/calculate-draft.ts";
import { explainStatement } from "../drafts/explain-statement.ts";
import { addBills, readBills } from "../drafts/read-bills.ts";
import { summarizePool, summarizeStatement } from "../drafts/summarize.ts";
import { findProblems } from "../problems/find-problems.ts";
import { presentFindings } from "../problems/present-findings.ts";
import { findPoolChoices } from "../terms/read-recovery-terms.ts";
import { findTodayAt } from "../today-at.ts";
import { findIssuedStatement } from "./issued-statement.ts";
import { findIssuingProblem } from "./issuing-problems.ts";
import { calculateTrueUps, sumTrueUps } from "./post-true-ups.ts";
import { compareAmounts, findChangedLeases, takeFingerprint, toAmounts } from "./reconciled-amounts.ts";
import { type PropertyYear, readIssuedContent, readYear } from "./reconciled-year.ts";

/**
 * Returns the issued amounts of a property's year, or else the draft with the current ones.
 * @throws AppError not_found
 */
export async function readReconciliation(
  ctx: SignedInCtx,
  propertyYear: PropertyYear,
  { isDraft = false }: { isDraft?: boolean } = {},
): Promise<Reconciliation> {
  const { id: propertyId, year } = propertyYear;
  const draft = await calculateDraft(ctx, propertyId, year);
  const state = await readYear(ctx, propertyYear);
  const { runs, review, closing } = state;
  const amounts = toAmounts(draft);
  const issued = await readIssuedContent(ctx, state);
  const shown = isDraft ? undefined : issued;
  const baseline = shown?.amounts ?? review?.amounts;
  const changes = baseline === undefined ? [] : compareAmounts(baseline, amounts);
  const { inputs, pools, statements } = draft;
  const leaseIds = findChangedLeases(compareAmounts(issued?.amounts ?? [], amounts));
  return {
    property: inputs.property,
    year,
    state:
      shown !== undefined
        ? closing === null
          ? "issued"
          : "closed"
        : review !== null && changes.length === 0
          ? "reviewed"
          : "draft",
    pools: shown?.content.pools ?? pools.map((pool) => summarizePool(pool, inputs)),
    statements: shown?.content.statements ?? statements.map(summarizeStatement),
    findings:
      shown?.content.findings ??
      (await presentFindings(ctx, { propertyId, year }, await findProblems(ctx, draft))),
    fingerprint: takeFingerprint(amounts),
    review: review === null ? null : { by: review.by, at: review.at },
    closing,
    changes,
    cannotIssue: await findIssuingProblem(ctx, draft, issued?.amounts),
    toIssue: sumTrueUps(await calculateTrueUps(ctx, propertyYear, { leaseIds, statements })),
    today: await findTodayAt(ctx, propertyId),
    runs,
  };
}

/**
 * Returns a lease's issued statement, or else its draft. @throws AppError not_found, also for a lease without days in
 * the year and without a statement
 */
export async function readStatement(
  ctx: SignedInCtx,
  propertyYear: PropertyYear,
  { leaseId, isDraft = false }: { leaseId: number; isDraft?: boolean },
): Promise<RecoveryStatement> {
  const draft = await calculateDraft(ctx, propertyYear.id, propertyYear.year);
  const issued = await findIssuedStatement(ctx, propertyYear, leaseId);
  const current = explainStatement(draft, leaseId, await findPoolChoices(ctx));
  const changes =
    issued === undefined
      ? []
      : compareStatements(
          issued.content,
          current ?? { ...issued.content, pools: [], estimatesBilledCents: 0 },
        );
  if (issued !== undefined && !isDraft)
    return { ...addBills(issued.content, issued.bills), isDraft: false, issued: issued.run, changes };
  if (current === undefined) throw notFound("statement");
  const bills = await readBills(ctx, draft.inputs);
  return { ...addBills(current, bills), isDraft: true, issued: issued?.run ?? null, changes };
}

type ComparedStatement = Pick<RecoveryStatement, "pools" | "estimatesBilledCents">;

/** Returns the amounts of a statement that differ from the current ones. */
function compareStatements(before: ComparedStatement, now: ComparedStatement): AmountChange[] {
  const toList = ({ pools, estimatesBilledCents }: ComparedStatement) => [
    ...pools.map(({ id, name, cents }) => ({ key: String(id), name, cents })),
    { key: "estimates", name: "Estimates billed", cents: estimatesBilledCents },
  ];
  return compareAmounts(toList(before), toList(now)).map(({ key: _, ...change }) => change);
}
