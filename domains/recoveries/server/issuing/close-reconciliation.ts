import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type {
  closeReconciliation as closeEndpoint,
  reopenReconciliation as reopenEndpoint,
} from "../../issue-contract.ts";
import { questionList } from "../questions/list-questions.ts";
import { lockYear } from "./lock-year.ts";
import { assertInEffect, assertNotClosed, type PropertyYear, readYear } from "./reconciled-year.ts";

/**
 * Closes a year (REC-12): its statements can't be corrected or reversed anymore.
 * @throws AppError not_found; conflict if no statements are in effect, or not those that the person saw, or if a tenant's
 * question is open
 */
export async function closeReconciliation(
  ctx: SignedInCtx,
  propertyYear: PropertyYear,
  { number }: BodyOf<typeof closeEndpoint>,
): Promise<void> {
  const { id: propertyId, year } = propertyYear;
  await lockYear(ctx, propertyId);
  const state = await readYear(ctx, propertyYear);
  assertNotClosed(state);
  if (state.inEffect === undefined) throw conflict("Issue the statements before you close the year.");
  assertInEffect(state, number);
  await assertNoOpenQuestions(ctx, propertyYear);
  await ctx.db
    .insertInto("closed_reconciliations")
    .values({ property_id: propertyId, year, closed_by_id: ctx.actor.id, closed_at: ctx.now })
    .execute();
  await audit(ctx, {
    action: "reconciliation.closed",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: { year },
  });
}

/** @throws AppError conflict */
async function assertNoOpenQuestions(
  ctx: SignedInCtx,
  { id: propertyId, year }: PropertyYear,
): Promise<void> {
  const count = await questionList.count(ctx, { propertyId, year, state: "open" });
  if (count > 0)
    throw conflict(
      count === 1
        ? "1 question is open. Answer it before you close the year."
        : `${count} questions are open. Answer them before you close the year.`,
    );
}

/** Reopens a closed year with a reason. @throws AppError not_found; conflict if it isn't closed */
export async function reopenReconciliation(
  ctx: SignedInCtx,
  { id: propertyId, year }: PropertyYear,
  { reason }: BodyOf<typeof reopenEndpoint>,
): Promise<void> {
  await lockYear(ctx, propertyId);
  const reopened = await ctx.db
    .updateTable("closed_reconciliations")
    .set({ reopened_by_id: ctx.actor.id, reopened_at: ctx.now, reopen_reason: reason })
    .where("property_id", "=", propertyId)
    .where("year", "=", year)
    .where("reopened_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (reopened === undefined) throw conflict("This reconciliation isn't closed.");
  await audit(ctx, {
    action: "reconciliation.reopened",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: { year, reason },
  });
}
