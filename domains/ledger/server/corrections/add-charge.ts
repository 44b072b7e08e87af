import type { SignedInCtx } from "#server/http/context.ts";
import { addDays } from "#shared/calendar.ts";
import { invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { getIncomeAccount } from "../../accounts.ts";
import type { addCharge as addChargeEndpoint } from "../../contract.ts";
import { applyCredits } from "../entries/apply-credits.ts";
import { lockAccount, resolveEntryDay } from "../entries/lock-account.ts";
import { writeEntry } from "../entries/write-entry.ts";

const maxDaysUntilDue = 366;

/** Adds a one-time charge to a lease. @throws AppError not_found; conflict for a draft; invalid */
export async function addCharge(
  ctx: SignedInCtx,
  leaseId: number,
  body: BodyOf<typeof addChargeEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const onDay = resolveEntryDay(account, body.onDay);
  const { kind, label, amountCents, dueOn, reason = "" } = body;
  if (dueOn < account.startsOn)
    throw invalid({
      dueOn: `This lease's account starts ${formatCalendarDay(account.startsOn)}. Enter that date or later.`,
    });
  if (dueOn > addDays(account.today, maxDaysUntilDue))
    throw invalid({ dueOn: "Enter a date within one year from today." });
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: kind === "late-fee" ? "late-fee" : "charge",
      onDay,
      description: label,
      reason,
      debit: "receivable",
      credit: getIncomeAccount(kind),
      amountCents,
      receivable: { dueOn, countsAs: "charged", chargeKind: kind },
    },
    "ledger.charge-added",
  );
  await applyCredits(ctx, [leaseId], { onDay });
  return id;
}
