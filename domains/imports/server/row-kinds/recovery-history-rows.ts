import { sql } from "kysely";
import * as z from "zod/mini";
import { companyName } from "#domains/leases/lease-fields.ts";
import { centsFromDollars } from "#domains/properties/unit-input.ts";
import { historyAmounts, historyYear } from "#domains/recoveries/history-contract.ts";
import { setHistory } from "#domains/recoveries/server/history/set-history.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { text } from "#shared/http/fields.ts";
import { linkLeases } from "./link-leases.ts";
import { checkUnits, linkProperties } from "./link-properties.ts";
import { propertyName, type RowKind, recordErrors, splitList } from "./row-kind.ts";

const amountFields = ["baseCents", "cappedCents", "shareCents", "estimatesCents"] as const;

const fields = z.object({
  property: propertyName,
  unit: text(0, "Please enter the unit", 40),
  company: z.nullable(companyName),
  pool: text(1, "Please enter the pool", 80),
  year: historyYear,
  ...historyAmounts,
});

/** Imports the operating expense amounts of leases from the previous system (REC-23). */
export const recoveryHistoryRows: RowKind = {
  read: (values) => ({
    ...values,
    company: values.company === "" ? null : values.company,
    year: Number(values.year),
    ...Object.fromEntries(
      amountFields.map((field) => [
        field,
        (values[field] ?? "") === "" ? null : centsFromDollars(values[field] ?? ""),
      ]),
    ),
  }),
  readNames: ({ property, unit }) => ({ properties: splitList(property), units: splitList(unit) }),
  rules: z.pipe(
    fields.check(({ value, issues }) => {
      const addIssue = (field: string, message: string) =>
        issues.push({ code: "custom", input: value, path: [field], message });
      if (value.unit === "" && value.company === null)
        addIssue("company", "Enter the tenant or the unit of the lease.");
      if (amountFields.every((field) => value[field] === null))
        addIssue("baseCents", "Enter at least one amount.");
    }),
    z.transform(({ property, unit, company, ...row }) => ({
      properties: [property],
      units: unit === "" ? [] : [unit],
      companyName: company,
      ...row,
    })),
  ),

  async checkAgainstPortal(ctx, importId) {
    await linkProperties(ctx, importId);
    await checkUnits(ctx, importId, "Unit number");
    await linkLeases(ctx, importId, {
      isReadable: sql`r.content ? 'year'`,
      on: sql`make_date((r.content -> 'year')::integer, 12, 31)`,
    });
    await checkYears(ctx, importId);
    await checkPools(ctx, importId);
  },

  batchSize: 50,

  async lock({ db }, importId) {
    await sql`
      select from leases where id in (select lease_id from import_rows where import_id = ${importId})
      order by id for no key update`.execute(db);
  },

  async write(ctx, importId, lines) {
    const { rows } = await sql<HistoryRow>`
      select r.lease_id as "leaseId", o.id as "poolId", (r.content -> 'year')::integer as year, r.content -> 'baseCents' as "baseCents",
        r.content -> 'cappedCents' as "cappedCents", r.content -> 'shareCents' as "shareCents", r.content -> 'estimatesCents' as "estimatesCents"
      from import_rows r join expense_pools o on fold_text(o.name) = fold_text(r.content ->> 'pool')
      where r.import_id = ${importId} and r.line = any(${lines}::integer[]) order by r.line`.execute(ctx.db);
    for (const { leaseId, ...row } of rows) {
      await setHistory(ctx, leaseId, { ...row, reason: "" }, undefined);
      await sql`
        insert into import_records (import_id, type, record_id)
        select ${importId}, 'recovery-history', id from recovery_history
        where lease_id = ${leaseId} and pool_id = ${row.poolId} and year = ${row.year}`.execute(ctx.db);
    }
  },
};

type HistoryRow = { leaseId: number; poolId: number } & Pick<
  z.infer<typeof fields>,
  "year" | (typeof amountFields)[number]
>;

async function checkYears({ db, now }: SignedInCtx, importId: number): Promise<void> {
  await recordErrors(
    db,
    importId,
    "Year",
    sql`select line, format('Enter a year up to %s.', this_year) as message
    from (
      select r.line, (r.content -> 'year')::integer as year,
        extract(year from ${now}::timestamptz at time zone p.time_zone)::integer as this_year
      from import_rows r join properties p on p.id = r.property_id where r.import_id = ${importId}) dated
    where year > this_year`,
  );
}

/** Records an error for each row whose pool isn't known, is in the file twice, or has amounts already. */
async function checkPools({ db }: SignedInCtx, importId: number): Promise<void> {
  await recordErrors(
    db,
    importId,
    "Pool",
    sql`select r.line, format('There is no pool “%s”. Enter the name of an expense pool.', r.content ->> 'pool') as message
    from import_rows r where r.import_id = ${importId} and r.content ? 'pool'
      and not exists (select from expense_pools o where fold_text(o.name) = fold_text(r.content ->> 'pool'))`,
  );
  await recordErrors(
    db,
    importId,
    "Pool",
    sql`select line, format('The amounts of this lease for %s in %s are already on line %s.', pool, year, first_line) as message
    from (
      select r.line, r.content ->> 'pool' as pool, r.content ->> 'year' as year,
        min(r.line) over (partition by r.lease_id, fold_text(r.content ->> 'pool'), r.content ->> 'year') as first_line
      from import_rows r where r.import_id = ${importId} and r.lease_id is not null) twice
    where line > first_line`,
  );
  await recordErrors(
    db,
    importId,
    "Pool",
    sql`select r.line, format('This lease already has amounts for %s in %s. Change them with its recovery terms.', o.name, h.year) as message
    from import_rows r join recovery_history h on h.lease_id = r.lease_id and h.year::text = r.content ->> 'year'
    join expense_pools o on o.id = h.pool_id and fold_text(o.name) = fold_text(r.content ->> 'pool')
    where r.import_id = ${importId}`,
  );
}
