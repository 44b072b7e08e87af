import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/endpoints/route.ts";
import { defineList, type List } from "#server/list/define-list.ts";
import { notFound } from "#shared/errors.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import { getGrant } from "#shared/permissions.ts";
import type { LedgerEntry, listLedger as listLedgerEndpoint } from "../../contract.ts";
import { balanceColumns, depositColumns } from "../balance-columns.ts";
import { isMovable, isWaivable } from "../entries/entry-actions.ts";
import { entryAllocations } from "./entry-allocations.ts";

type LedgerInput = Input<typeof listLedgerEndpoint>;
type LedgerQuery = LedgerInput["query"];
type LedgerRow = Omit<LedgerEntry, "can" | "madeAt"> & { madeAt: Date };

const id = sql`e.id`;

/** The ledger of a lease with the running balance, by effective date. */
const ledgerList = (leaseId: number): List<LedgerQuery, LedgerEntry, LedgerRow> =>
  defineList<LedgerQuery, LedgerRow, LedgerEntry>({
    from: sql`(
      select e.*, r.amount_cents, r.charge_kind, r.due_on, r.open_cents,
        sum(coalesce(r.amount_cents, 0)) over (order by e.on_day, e.id) as balance_cents
      from ledger_entries e left join receivables r on r.entry_id = e.id where e.lease_id = ${leaseId}) e`,
    joins: sql`left join users poster on poster.id = e.made_by_id`,
    columns: sql`
      e.id, e.kind, e.on_day as "onDay", e.description, e.reason, poster.full_name as who, e.made_at as "madeAt",
      coalesce(e.amount_cents, 0)::bigint as "amountCents", e.balance_cents::bigint as "balanceCents",
      (select coalesce(-sum(p.amount_cents), 0)::bigint from ledger_postings p
        where p.entry_id = e.id and p.account = 'deposits') as "depositCents",
      e.charge_kind as "chargeKind", e.due_on as "dueOn", e.open_cents as "openCents", ${entryAllocations} as allocations,
      e.reverses_id as "reversesId", e.reversal_cause as "reversalCause",
      (select reversal.id from ledger_entries reversal where reversal.reverses_id = e.id) as "reversedById",
      (select r.year from recovery_statements s join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
        left join recovery_questions q on q.statement_id = s.id and q.credit_entry_id = e.id
        where s.lease_id = e.lease_id and (s.entry_id = e.id or q.id is not null)) as "statementYear"`,
    id,
    sort: () => ({ by: [sql`e.on_day`, id], descending: true }),
    scope: (accessScope) =>
      sql`exists (select from leases l where l.id = ${leaseId} and ${moneyScope(accessScope)})`,
    filters: {
      from: (from) => sql`e.on_day >= ${from}::date`,
      to: (to) => sql`e.on_day <= ${to}::date`,
    },
    present: (rows, { ctx }) => {
      const canCorrect = getGrant(ctx.actor.accessScope.effectiveRole, "ledger.correct") !== "no";
      return rows.map((row) => ({
        ...row,
        madeAt: row.madeAt.toISOString(),
        can: {
          reverse: canCorrect && row.reversesId === null && row.reversedById === null,
          waive: canCorrect && isWaivable(row),
          writeOff: canCorrect && isWaivable(row),
          move: canCorrect && isMovable(row),
        },
      }));
    },
    csv: {
      name: `ledger-of-lease-${leaseId}`,
      cells: {
        Number: (entry) => entry.id,
        Date: ({ onDay }) => onDay,
        Entry: ({ description }) => description,
        Due: ({ dueOn }) => dueOn,
        Charge: ({ amountCents }) => (amountCents > 0 ? toPlainDollars(amountCents) : null),
        "Payment or credit": ({ amountCents }) => (amountCents < 0 ? toPlainDollars(-amountCents) : null),
        "Unpaid amount": ({ openCents }) =>
          openCents !== null && openCents > 0 ? toPlainDollars(openCents) : null,
        ...balanceColumns<LedgerRow>(({ balanceCents }) => balanceCents),
        ...depositColumns<LedgerRow>(({ depositCents }) => depositCents),
        Reason: ({ reason }) => reason,
        "Posted by": ({ who }) => who ?? "System",
        "Posted (UTC)": ({ madeAt }) => madeAt,
      },
    },
  });

/** Returns a page of a lease's ledger. @throws AppError not_found */
export async function listLedger(
  ctx: SignedInCtx,
  { params, query, request, reply }: LedgerInput,
): Promise<LedgerEntry[]> {
  await assertAccessible(ctx, params.id);
  return ledgerList(params.id).readPage(ctx, { query, request, reply });
}

/** Returns the ledger entries for export as CSV. @throws AppError not_found */
export async function getLedgerTable(
  ctx: SignedInCtx,
  { params, query }: Pick<LedgerInput, "params" | "query">,
) {
  await assertAccessible(ctx, params.id);
  return ledgerList(params.id).toCsvTable(ctx, query);
}

/** @throws AppError not_found */
async function assertAccessible(ctx: SignedInCtx, leaseId: number): Promise<void> {
  const { rows } = await sql`
    select from leases l where l.id = ${leaseId} and ${moneyScope(ctx.actor.accessScope)}`.execute(ctx.db);
  if (rows.length === 0) throw notFound("lease");
}
