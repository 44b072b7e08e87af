import type { SignedInCtx } from "#server/http/context.ts";
import { addDays } from "#shared/calendar.ts";
import { invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { incomeOf } from "../accounts.ts";
import type { addCharge as addChargeEndpoint } from "../contract.ts";
import { entryDay, lockAccount } from "./lock-account.ts";
import { settleOpen } from "./settle.ts";
import { writeEntry } from "./write-entry.ts";

const dueWithinDays = 366;

/** Adds a one-time charge to a lease. @throws AppError not_found; conflict for a draft; invalid */
export async function addCharge(
  ctx: SignedInCtx,
  leaseId: number,
  body: BodyOf<typeof addChargeEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const onDay = entryDay(account, body.onDay);
  const { kind, label, amountCents, dueOn, reason = "" } = body;
  if (dueOn < account.beginsOn)
    throw invalid({
      dueOn: `The account of this lease begins on ${formatCalendarDay(account.beginsOn)}; please enter that day or a later one.`,
    });
  if (dueOn > addDays(account.today, dueWithinDays))
    throw invalid({ dueOn: "Please enter a day within a year from today." });
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: kind === "late-fee" ? "late-fee" : "charge",
      onDay,
      description: label,
      reason,
      debit: "receivable",
      credit: incomeOf(kind),
      amountCents,
      owed: { dueOn, countsAs: "charged", chargeKind: kind },
    },
    "ledger.charge-added",
  );
  await settleOpen(ctx, [leaseId], { onDay });
  return id;
}
