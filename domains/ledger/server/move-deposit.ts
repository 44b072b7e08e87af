import { sql } from "kysely";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Account, DepositAction } from "../accounts.ts";
import type { moveDeposit as moveDepositEndpoint } from "../contract.ts";
import { entryDay, lockAccount } from "./lock-account.ts";
import { settleOpen } from "./settle.ts";
import { writeEntry } from "./write-entry.ts";

/**
 * Takes a deposit, returns it, or applies it to the balance: no more than is held from that day on can be returned or
 * applied, and no more than is owed can be applied.
 * @throws AppError not_found; conflict for a draft; invalid
 */
export async function moveDeposit(
  ctx: SignedInCtx,
  leaseId: number,
  { action, amountCents, reason, onDay }: BodyOf<typeof moveDepositEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = entryDay(account, onDay);
  if (action !== "taken") {
    const heldCents = await leastHeldFrom(ctx, leaseId, day);
    const since = day === account.today ? "" : ` from ${formatCalendarDay(day)} on`;
    if (amountCents > heldCents)
      throw invalid({
        amountCents: `${heldCents <= 0 ? "No deposit" : `Only ${formatCents(toCents(heldCents))}`} is held${since}.`,
      });
  }
  if (action === "applied" && amountCents > account.balanceCents)
    throw invalid({
      amountCents: `${account.balanceCents <= 0 ? "Nothing" : `Only ${formatCents(toCents(account.balanceCents))}`} is owed. What is left of the deposit can be returned.`,
    });
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: `deposit-${action}`,
      onDay: day,
      description: words[action],
      reason,
      ...ways[action],
      amountCents,
      ...(action === "applied"
        ? { owed: { dueOn: day, countsAs: "credited" as const, chargeKind: null } }
        : {}),
    },
    `ledger.deposit-${action}`,
  );
  if (action === "applied") await settleOpen(ctx, [leaseId], { onDay: day });
  return id;
}

/** The least that is held on `day` or a later day, in cents. */
async function leastHeldFrom({ db }: Pick<Ctx, "db">, leaseId: number, day: Day): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select min(held)::bigint as cents from (
      select moved.on_day, sum(sum(moved.cents)) over (order by moved.on_day) as held from (
        select ${day}::date as on_day, 0 as cents
        union all select e.on_day, -p.amount_cents
          from ledger_postings p join ledger_entries e on e.id = p.entry_id
          where p.lease_id = ${leaseId} and p.account = 'deposits'
      ) moved group by moved.on_day
    ) days where on_day >= ${day}::date`.execute(db);
  return rows[0]?.cents ?? 0;
}

const ways = {
  taken: { debit: "bank", credit: "deposits" },
  returned: { debit: "deposits", credit: "bank" },
  applied: { debit: "deposits", credit: "receivable" },
} as const satisfies Record<DepositAction, { debit: Account; credit: Account }>;

const words = {
  taken: "Deposit taken",
  returned: "Deposit returned",
  applied: "Deposit applied to what is owed",
} as const satisfies Record<DepositAction, string>;
