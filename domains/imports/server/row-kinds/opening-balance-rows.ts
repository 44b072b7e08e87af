import { sql } from "kysely";
import * as z from "zod/mini";
import { companyName } from "#domains/leases/lease-fields.ts";
import { cents } from "#domains/leases/terms.ts";
import { lockAccounts } from "#domains/ledger/server/entries/lock-account.ts";
import { type OpeningBalance, openAccount } from "#domains/ledger/server/entries/open-account.ts";
import { centsFromDollars } from "#domains/properties/unit-input.ts";
import type { Day } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { day, text } from "#shared/http/fields.ts";
import { selectBadLines } from "../queries.ts";
import { rememberRecords } from "../write/import-records.ts";
import { linkLeases } from "./link-leases.ts";
import { checkUnits, linkProperties } from "./link-properties.ts";
import { propertyName, type RowKind, recordErrors, splitList } from "./row-kind.ts";

const amountMessage = "Please enter an amount in US dollars";

const fields = z.object({
  today: z.string(),
  property: propertyName,
  unit: text(0, "Please enter the unit", 40),
  company: z.nullable(companyName),
  description: text(1, "Please enter what was charged", 100),
  dueOn: day("Please enter a valid date"),
  amount: cents(amountMessage, -10_000_000_000).check(z.refine((amount) => amount !== 0, amountMessage)),
});

/** Imports unpaid charges and credits of existing leases, each with its due date. */
export const openingBalanceRows: RowKind = {
  read: (values, { today }) => ({
    ...values,
    today,
    company: values.company === "" ? null : values.company,
    amount: centsFromDollars(values.amount ?? ""),
  }),
  readNames: ({ property, unit }) => ({ properties: splitList(property), units: splitList(unit) }),
  rules: z.pipe(
    fields.check(({ value, issues }) => {
      const addIssue = (field: string, message: string) =>
        issues.push({ code: "custom", input: value, path: [field], message });
      if (value.unit === "" && value.company === null)
        addIssue("company", "Enter the tenant or the unit of the lease.");
      if (value.dueOn > value.today)
        addIssue("dueOn", "This charge isn't due yet. The portal posts it by the terms of the lease.");
    }),
    z.transform(({ property, unit, company, description, dueOn, amount }) => ({
      properties: [property],
      units: unit === "" ? [] : [unit],
      companyName: company,
      description,
      dueOn,
      amount,
    })),
  ),

  async checkAgainstPortal(ctx, importId) {
    const { db } = ctx;
    await linkProperties(ctx, importId);
    await checkUnits(ctx, importId, "Unit number");
    await linkLeases(ctx, importId, {
      isReadable: sql`r.content ? 'amount'`,
      on: sql`(r.content ->> 'dueOn')::date`,
    });
    await recordErrors(
      db,
      importId,
      "Due date",
      sql`select r.line, format('The portal charges this lease starting %s, so its terms already include this charge.',
          to_char(min(t.starts_on), 'FMMon FMDD, YYYY')) as message
      from import_rows r join lease_terms t on t.lease_id = r.lease_id
      where r.import_id = ${importId} and (r.content -> 'amount')::bigint > 0
      group by r.line, r.content having min(t.starts_on) <= (r.content ->> 'dueOn')::date`,
    );
    await recordErrors(
      db,
      importId,
      "Open amount",
      sql`select distinct r.line, case when e.description = 'Opening balance'
          then 'This lease already has an opening balance without its charges. Reverse it on the lease first.'
          else 'This opening balance is already on the lease.' end as message
      from import_rows r join ledger_entries e on e.lease_id = r.lease_id and e.kind = 'opening'
        join receivables v on v.entry_id = e.id
      where r.import_id = ${importId} and not exists (select from ledger_entries back where back.reverses_id = e.id)
        and (e.description = 'Opening balance' or e.description = 'Opening balance: ' || (r.content ->> 'description')
          and v.due_on in ((r.content ->> 'dueOn')::date, least((r.content ->> 'dueOn')::date,
            (select min(t.starts_on) - 1 from lease_terms t where t.lease_id = r.lease_id))) and v.amount_cents = (r.content -> 'amount')::bigint)`,
    );
  },

  async summarize({ db }, importId) {
    const { rows } = await sql<{ name: string; charges: number; credits: number; cents: number }>`
      select p.name, count(*) filter (where amount > 0) as charges, count(*) filter (where amount < 0) as credits,
        sum(amount)::bigint as cents
      from (select property_id, (content -> 'amount')::bigint as amount from import_rows
        where import_id = ${importId} and line not in (${selectBadLines(importId)})) r
      join properties p on p.id = r.property_id group by p.id order by p.name, p.id`.execute(db);
    const sum = (field: "charges" | "credits" | "cents") =>
      rows.reduce((total, row) => total + row[field], 0);
    return {
      creates: [
        { noun: sum("charges") === 1 ? "charge" : "charges", count: sum("charges") },
        { noun: sum("credits") === 1 ? "credit" : "credits", count: sum("credits") },
      ],
      totals: [
        ...rows.map(({ name, cents: propertyCents }) => ({ label: name, cents: propertyCents })),
        { label: "Total", cents: sum("cents") },
      ],
      notes: [],
    };
  },

  batchSize: 200,

  async lock(ctx, importId) {
    const { rows } = await sql<{ id: number }>`
      select distinct lease_id as id from import_rows where import_id = ${importId} and lease_id is not null`.execute(
      ctx.db,
    );
    await lockAccounts(
      ctx,
      rows.map(({ id }) => id),
    );
  },

  /** The balances of a lease are posted together with the last of them, so that credits are applied to the oldest charge. */
  async write(ctx, importId, lines) {
    const { rows } = await sql<{ leaseId: number; chargedFrom: Day | null; balances: OpeningBalance[] }>`
      select r.lease_id as "leaseId", (select min(t.starts_on) from lease_terms t where t.lease_id = r.lease_id) as "chargedFrom",
        json_agg(json_build_object('amountCents', r.content -> 'amount', 'dueOn', r.content -> 'dueOn',
          'description', r.content -> 'description') order by r.content ->> 'dueOn', r.line) as balances
      from import_rows r where r.import_id = ${importId} and r.line not in (${selectBadLines(importId)})
      group by r.lease_id having max(r.line) = any(${lines}::integer[]) order by r.lease_id`.execute(ctx.db);
    for (const { leaseId, chargedFrom, balances } of rows) {
      const account = { from: chargedFrom, balances, depositCents: toCents(0) };
      await rememberRecords(ctx, importId, "entry", await openAccount(ctx, leaseId, account));
    }
  },
};
