import { sql } from "kysely";
import { expenseStatementPath } from "#domains/leases/paths.ts";
import { findLeasesToNotify } from "#domains/leases/server/members/leases-to-notify.ts";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import type { ChargeKind } from "#domains/leases/terms.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatAmount } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import {
  type answerQuestion as answerEndpoint,
  describeLine,
  type Question,
} from "../../questions-contract.ts";
import { lockYear } from "../issuing/lock-year.ts";
import { postTrueUps } from "../issuing/post-true-ups.ts";
import { findTodayAt } from "../today-at.ts";
import { findQuestion } from "./list-questions.ts";

/**
 * Answers a question, and credits the lease if part of the share was wrong (REC-16, REC-17). Corrections of the year
 * don't count the credit, so it stays when they're issued.
 * @throws AppError not_found; conflict if it's answered already, or its statement was reversed; invalid for a credit
 * above the questioned share
 */
export async function answerQuestion(
  ctx: SignedInCtx,
  id: number,
  { text, creditCents = null }: BodyOf<typeof answerEndpoint>,
): Promise<Question> {
  const { property } = await findQuestion(ctx, id);
  const accounts = await lockYear(ctx, property.id);
  const question = await findQuestion(ctx, id);
  assertOpen(question);
  const { leaseId, year, pool, maxCreditCents } = question;
  const line = describeLine(question);
  if (creditCents !== null && creditCents > maxCreditCents)
    throw invalid({
      creditCents: `You can credit up to ${formatAmount(maxCreditCents)}, the share of ${pool.name} less earlier credits.`,
    });
  const kind = await findEstimateKind(ctx, pool.id);
  const entryIds =
    creditCents === null
      ? undefined
      : await postTrueUps(ctx, [{ leaseId, cents: -creditCents, byKind: new Map([[kind, -creditCents]]) }], {
          accounts,
          description: `Operating expenses ${year}, credit for ${pool.name}`,
          reason: text,
          dueOn: await findTodayAt(ctx, property.id),
        });
  await ctx.db
    .updateTable("recovery_questions")
    .set({
      answer: text,
      answered_by_id: ctx.actor.id,
      answered_at: ctx.now,
      credit_cents: creditCents,
      credit_entry_id: entryIds?.get(leaseId) ?? null,
    })
    .where("id", "=", id)
    .execute();
  await notifyTenants(ctx, question, creditCents);
  await audit(ctx, {
    action: "reconciliation.question-answered",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId: property.id,
    details: { year, question: id, line, answer: text, ...(creditCents !== null && { creditCents }) },
  });
  publishLeaseChange(ctx, { id: leaseId, property_id: property.id });
  return findQuestion(ctx, id);
}

function assertOpen({ state, answer }: Question): void {
  if (answer !== null) throw conflict(`${answer.by} has already answered this question. Reload the page.`);
  if (state === "withdrawn")
    throw conflict("The statement was reversed, so its questions can't be answered anymore.");
}

/** Returns the type of charge whose income the credit of a pool reduces, as for the pool's share. */
async function findEstimateKind({ db }: SignedInCtx, poolId: number): Promise<ChargeKind> {
  const { rows } = await sql<{ kind: ChargeKind }>`
    select estimate_kind as kind from expense_pools where id = ${poolId}`.execute(db);
  if (rows[0] === undefined) throw new Error(`Pool ${poolId} is missing.`);
  return rows[0].kind;
}

async function notifyTenants(
  ctx: SignedInCtx,
  question: Question,
  creditCents: number | null,
): Promise<void> {
  const { leaseId, year, property } = question;
  const lease = (await findLeasesToNotify(ctx, [leaseId])).get(leaseId);
  if (lease === undefined) return;
  const { building, units, memberIds } = lease;
  await notify(ctx, memberIds, {
    kind: "reconciliation.question-answered",
    details: { year, line: describeLine(question), creditCents, building, units },
    link: expenseStatementPath(leaseId, year),
    propertyId: property.id,
  });
}
