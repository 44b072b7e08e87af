import { sql } from "kysely";
import { lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import type { Finding } from "#domains/recoveries/reconciliation-contract.ts";
import { acceptFinding } from "#domains/recoveries/server/issuing/accept-finding.ts";
import { issueReconciliation } from "#domains/recoveries/server/issuing/issue-reconciliation.ts";
import { markReviewed } from "#domains/recoveries/server/issuing/mark-reviewed.ts";
import { readReconciliation } from "#domains/recoveries/server/issuing/read-reconciliation.ts";
import { answerQuestion } from "#domains/recoveries/server/questions/answer-question.ts";
import { askQuestion } from "#domains/recoveries/server/questions/ask-question.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { findUserActor } from "#server/http/requests/session.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { leaseInArrears } from "./arrears.ts";
import { people } from "./people.ts";

const harborview = 1;
/** Days after January 1. The charges for February are posted on January 22. */
const issuedAfterDays = 11;
const askedAfterDays = 13;
const answeredAfterDays = 15;
const paidAfterDays = 18;
const dueAfterDays = 41;

/** Why the manager accepted a finding. */
const acceptedBecause: Partial<Record<Finding["kind"], string>> = {
  area: "The lease states the rentable area.",
  "estimates-without-share": "The estimates are credited with the statement.",
};
const acceptedByDefault = "Checked against the lease and the bills.";

/**
 * Issues the statements of Harborview Center for the year before `newYear`. A tenant questions a line, the landlord
 * accepts a correction, and the tenants pay. `timeOn` returns the context on a date.
 */
export async function issueLastYear(timeOn: (day: Day) => Ctx, newYear: Day): Promise<void> {
  const afterDays = (days: number) => timeOn(addDays(newYear, days));
  const property = { id: harborview, year: Number(newYear.slice(0, 4)) - 1 };
  const landlord = await signIn(afterDays(issuedAfterDays), people.linda.id);
  for (const { key, kind, sentence, cents } of (await readReconciliation(landlord, property)).findings)
    await acceptFinding(landlord, property, {
      key,
      sentence,
      cents,
      reason: acceptedBecause[kind] ?? acceptedByDefault,
    });
  const { fingerprint } = await readReconciliation(landlord, property);
  await markReviewed(landlord, property, { fingerprint });
  const dueOn = addDays(newYear, dueAfterDays);
  await issueReconciliation(landlord, property, { fingerprint, corrects: 0, dueOn });
  await questionUtilities({
    tenant: await signIn(afterDays(askedAfterDays), people.maya.id),
    landlord: await signIn(afterDays(answeredAfterDays), people.linda.id),
    year: property.year,
  });
  await payStatements(afterDays(paidAfterDays), addDays(newYear, paidAfterDays));
  // The newest documents and notifications of the demo are those of this week.
  await sql`update recovery_statements set filed_at = ${landlord.now}`.execute(landlord.db);
  await sql`delete from notifications where kind like 'reconciliation.%'`.execute(landlord.db);
}

const harborLaneLease = 1;

interface Questioning {
  tenant: SignedInCtx;
  landlord: SignedInCtx;
  year: number;
}

async function questionUtilities({ tenant, landlord, year }: Questioning): Promise<void> {
  const pool = await tenant.db
    .selectFrom("expense_pools")
    .select("id")
    .where("name", "=", "Utilities")
    .executeTakeFirstOrThrow();
  const { id } = await askQuestion(
    tenant,
    { id: harborLaneLease, year },
    {
      poolId: pool.id,
      subject: "Water and sewer",
      text: "We have had our own water meter since November 1. Why do we still share the building's water after that?",
    },
  );
  await answerQuestion(landlord, id, {
    text: "You're right. We credit your share of the water for November and December.",
    creditCents: 7_195,
  });
}

/** Pays the charges of the statements, except for the lease in arrears. */
async function payStatements(ctx: Ctx, onDay: Day): Promise<void> {
  const { rows } = await sql<{ leaseId: number; cents: number }>`
    select r.lease_id as "leaseId", r.open_cents as cents
    from recovery_statements s join receivables r on r.entry_id = s.entry_id
    where r.open_cents > 0 and r.lease_id <> ${leaseInArrears} order by r.lease_id`.execute(ctx.db);
  for (const { leaseId, cents } of rows)
    await takePayment(ctx, await lockAnyAccount(ctx, leaseId), {
      amountCents: toCents(cents),
      feeCents: toCents(0),
      method: "bank_transfer",
      onDay,
      paidAt: ctx.now,
      payerId: null,
      into: "bank",
    });
}

async function signIn(ctx: Ctx, userId: number): Promise<SignedInCtx> {
  const actor = await findUserActor(ctx.db, userId);
  if (actor === null) throw new Error(`Person ${userId} of the demo data is missing.`);
  return { ...ctx, actor };
}
