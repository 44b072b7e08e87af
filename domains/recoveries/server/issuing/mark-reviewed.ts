import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { markReviewed as markReviewedEndpoint } from "../../issue-contract.ts";
import { calculateDraft } from "../drafts/calculate-draft.ts";
import { amountsConflict, findIssuingProblem } from "./issuing-problems.ts";
import { lockYear } from "./lock-year.ts";
import { takeFingerprint, toAmounts } from "./reconciled-amounts.ts";
import { assertNotClosed, type PropertyYear, readIssuedContent, readYear } from "./reconciled-year.ts";

/**
 * Marks a year's draft as reviewed, with its amounts (REC-08).
 * @throws AppError not_found; conflict if the amounts have changed since the person saw them, or if the year can't
 * be issued
 */
export async function markReviewed(
  ctx: SignedInCtx,
  { id: propertyId, year }: PropertyYear,
  { fingerprint }: BodyOf<typeof markReviewedEndpoint>,
): Promise<void> {
  await lockYear(ctx, propertyId);
  const draft = await calculateDraft(ctx, propertyId, year);
  const state = await readYear(ctx, { id: propertyId, year });
  assertNotClosed(state);
  const problem = await findIssuingProblem(ctx, draft, (await readIssuedContent(ctx, state))?.amounts);
  if (problem !== null) throw conflict(problem);
  const amounts = toAmounts(draft);
  if (takeFingerprint(amounts) !== fingerprint) throw conflict(amountsConflict);
  const review = {
    amounts: JSON.stringify(amounts),
    reviewed_by_id: ctx.actor.id,
    reviewed_at: ctx.now,
  };
  await ctx.db
    .insertInto("reconciliation_reviews")
    .values({ property_id: propertyId, year, ...review })
    .onConflict((existing) => existing.columns(["property_id", "year"]).doUpdateSet(review))
    .execute();
  await audit(ctx, {
    action: "reconciliation.reviewed",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: { year },
  });
}
