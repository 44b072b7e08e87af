import type { SignedInCtx } from "#server/http/context.ts";
import type { Draft } from "../drafts/calculate-draft.ts";
import { findTodayAt } from "../today-at.ts";
import { findBillProblems } from "./bill-problems.ts";
import { findDeadlineProblems } from "./deadline-problems.ts";
import { findEstimateProblems } from "./estimate-problems.ts";
import { findLeaseProblems } from "./lease-problems.ts";
import { findPoolProblems } from "./pool-problems.ts";
import type { Problem } from "./problem.ts";
import { findRuleProblems } from "./rule-problems.ts";

/** Returns the points that an auditor would question in a year's calculation (REC-05, REC-22). */
export async function findProblems(ctx: SignedInCtx, draft: Draft): Promise<Problem[]> {
  const today = await findTodayAt(ctx, draft.inputs.property.id);
  return [
    ...draft.pools.flatMap((pool) => [
      ...findPoolProblems(draft, pool, today),
      ...findRuleProblems(draft, pool),
    ]),
    ...findLeaseProblems(draft),
    ...(await findEstimateProblems(ctx, draft, today)),
    ...(await findDeadlineProblems(ctx, draft, today)),
    ...(await findBillProblems(ctx, draft)),
  ];
}
