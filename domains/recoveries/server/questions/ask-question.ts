import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { lockPropertyMonths } from "#domains/ledger/server/entries/lock-account.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { recoveryStatementPath } from "../../paths.ts";
import { listSubjects } from "../../question-subjects.ts";
import { type askQuestion as askEndpoint, describeLine, type Question } from "../../questions-contract.ts";
import {
  findPropertyOf,
  type LeaseYear,
  requireIssuedStatement,
} from "../statements/read-lease-statement.ts";
import { readAuditWindow } from "./audit-window.ts";
import { findQuestion } from "./list-questions.ts";

/**
 * Questions a line of the statement in effect (REC-16), and notifies the managers.
 * @throws AppError not_found; invalid for a line that isn't in the statement; conflict after the audit window
 */
export async function askQuestion(
  ctx: SignedInCtx,
  leaseYear: LeaseYear,
  { poolId, subject, text }: BodyOf<typeof askEndpoint>,
): Promise<Question> {
  const { id: leaseId, year } = leaseYear;
  const propertyId = await findPropertyOf(ctx, leaseId);
  // The year isn't closed, corrected, or reversed before this is committed.
  await lockPropertyMonths(ctx, [propertyId]);
  const statement = await requireIssuedStatement(ctx, { id: propertyId, year }, leaseId);
  const { until, isOpen } = await readAuditWindow(ctx, statement.id);
  if (!isOpen)
    throw conflict(
      until === null
        ? "Your property manager has closed this year, so its statement can't be questioned anymore."
        : `This statement could be questioned until ${formatCalendarDay(until)}. Contact your property manager.`,
    );
  const pool = statement.content.pools.find(({ id }) => id === poolId);
  if (pool === undefined) throw invalid({ poolId: "This pool isn't in the statement." });
  if (subject !== "" && !listSubjects(pool).includes(subject))
    throw invalid({ subject: "This line isn't in the statement." });
  const { id } = await ctx.db
    .insertInto("recovery_questions")
    .values({
      statement_id: statement.id,
      property_id: propertyId,
      lease_id: leaseId,
      pool_id: poolId,
      subject,
      text,
      asked_by_id: ctx.actor.id,
      asked_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const question = await findQuestion(ctx, id);
  const { property, company } = question;
  const line = describeLine(question);
  await notify(ctx, await findManagers(ctx, propertyId, { admins: "when-no-landlord" }), {
    kind: "reconciliation.questioned",
    details: { year, company, line, property: property.name },
    link: recoveryStatementPath(propertyId, year, leaseId),
    propertyId,
  });
  await audit(ctx, {
    action: "reconciliation.questioned",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId,
    details: { year, question: id, line, text },
  });
  publishLeaseChange(ctx, { id: leaseId, property_id: propertyId });
  return question;
}
