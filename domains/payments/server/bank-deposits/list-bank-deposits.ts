import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import { notFound } from "#shared/errors.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { BankDeposit, listBankDeposits } from "../../bank-deposits-contract.ts";
import { bankDepositScope, paymentScope } from "../access.ts";
import { countsInBankDeposit } from "./find-recorded-lines.ts";

type BankDepositQuery = QueryOf<typeof listBankDeposits> & { id?: number };
type BankDepositRow = Omit<BankDeposit, "createdAt"> & { createdAt: Date };

/** Bank deposits, newest first, with the payments that the user can access. */
export const bankDeposits = defineList<BankDepositQuery, BankDepositRow, BankDeposit>({
  from: sql`bank_deposits d`,
  joins: sql`join users u on u.id = d.created_by_id`,
  columns: ({ actor: { accessScope } }) => sql`
    d.id, d.deposited_on as "depositedOn", d.note, u.full_name as "createdBy", d.created_at as "createdAt",
    (select count(*) from payments e where e.bank_deposit_id = d.id and ${countsInBankDeposit}
      and ${paymentScope(accessScope)}) as payments,
    (select coalesce(sum(e.amount_cents), 0)::bigint from payments e where e.bank_deposit_id = d.id
      and ${countsInBankDeposit} and ${paymentScope(accessScope)}) as "totalCents",
    case when not exists (select from payments e where e.bank_deposit_id = d.id and not ${paymentScope(accessScope)})
      then d.slip_cents end as "slipCents"`,
  id: sql`d.id`,
  sort: () => ({ by: [sql`d.deposited_on`, sql`d.id`], descending: true }),
  scope: bankDepositScope,
  filters: { id: (id) => sql`d.id = ${id}` },
  present: (rows) => rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  csv: {
    name: "bank-deposits",
    cells: {
      Number: ({ id }) => id,
      Date: ({ depositedOn }) => depositedOn,
      Payments: ({ payments }) => payments,
      "Total (USD)": ({ totalCents }) => toPlainDollars(totalCents),
      "Deposit slip (USD)": ({ slipCents }) => (slipCents === null ? null : toPlainDollars(slipCents)),
      Note: ({ note }) => note,
      "Recorded by": ({ createdBy }) => createdBy,
      "Recorded at (UTC)": ({ createdAt }) => createdAt,
    },
  },
});

/**
 * Returns one bank deposit.
 * @throws AppError not_found if it doesn't exist or the user can access none of its payments
 */
export async function getBankDeposit(ctx: SignedInCtx, id: number): Promise<BankDeposit> {
  const [bankDeposit] = await bankDeposits.first(ctx, { id }, 1);
  if (bankDeposit === undefined) throw notFound("bank deposit");
  return bankDeposit;
}
