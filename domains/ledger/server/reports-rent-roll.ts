import { type RawBuilder, sql } from "kysely";
import { monthlyPriceOn, nextRentStep } from "#domains/leases/monthly-price.ts";
import { versionsOfLease } from "#domains/leases/server/versions.ts";
import type { TermsFrom } from "#domains/leases/terms.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsOf } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import type { Day } from "#shared/calendar.ts";
import { plainDollars } from "#shared/format/dollars.ts";
import type {
  exportRentRoll,
  listRentRoll as listEndpoint,
  RentRollLease,
  RentRollTotals,
} from "../reports-contract.ts";
import { balanceColumns } from "./balance-columns.ts";
import {
  columnsOfLease,
  leasesOfReport,
  linkToNext,
  partOfReport,
  type WhichLeases,
} from "./reports-leases.ts";

interface Row extends Pick<RentRollLease, "id" | "company" | "property" | "units" | "from" | "to"> {
  today: Day;
  deposit_cents: number;
  balance_cents: number;
  terms: TermsFrom[];
}

/** The leases that run today at their properties, newest first, with what they cost and what is owed on them. */
export async function listRentRoll(
  ctx: SignedInCtx,
  { query, request, reply }: Input<typeof listEndpoint>,
): Promise<RentRollLease[]> {
  const found = await foundBy(ctx, query);
  const { size, offset, after } = partOfReport(query);
  const rows = await readRows(ctx, found, after, { limit: size + 1, offset });
  reply.header("x-total-count", String(await countOf(ctx, found)));
  const next = linkToNext(request.url, query, size, rows);
  if (next !== undefined) reply.header("link", next);
  return rows.slice(0, size).map(present);
}

/** Of more leases the sums are not made, as each lease's terms are read for them. */
const summedMax = 5_000;
const readAtOnce = 1_000;

/** The sums of what `listRentRoll` lists. */
export async function sumRentRoll(ctx: SignedInCtx, which: WhichLeases): Promise<RentRollTotals> {
  const found = await foundBy(ctx, which);
  const leases = await countOf(ctx, found);
  if (leases > summedMax) return { leases, sums: null };
  const sums = {
    areaSquareFeet: 0,
    monthlyRentCents: 0,
    otherMonthlyCents: 0,
    depositCents: 0,
    balanceCents: 0,
  };
  for (let after = sql`true`; ; ) {
    const rows = await readRows(ctx, found, after, { limit: readAtOnce, offset: 0 });
    for (const row of rows.map(present))
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += row[name];
    const last = rows.at(-1);
    if (last === undefined || rows.length < readAtOnce) return { leases, sums };
    after = sql`l.id < ${last.id}`;
  }
}

/** The rent roll for spreadsheets. */
export const rentRollAsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportRentRoll>,
): CsvTable<RentRollLease> => ({
  name: "rent-roll",
  columns: {
    Lease: ({ id }) => id,
    Company: ({ company }) => company,
    Building: ({ property }) => property.name,
    Units: ({ units }) => units.join(", "),
    From: ({ from }) => from,
    To: ({ to }) => to,
    "Square feet": ({ areaSquareFeet }) => areaSquareFeet,
    "Monthly rent": ({ monthlyRentCents }) => plainDollars(monthlyRentCents),
    "Other charges a month": ({ otherMonthlyCents }) => plainDollars(otherMonthlyCents),
    "Deposit held": ({ depositCents }) => plainDollars(depositCents),
    ...balanceColumns<RentRollLease>(({ balanceCents }) => balanceCents),
    "Rent changes on": ({ nextStep }) => nextStep?.on ?? null,
    "Monthly rent then": ({ nextStep }) =>
      nextStep === null ? null : plainDollars(nextStep.monthlyRentCents),
  },
  rows: rowsOf((part) => listRentRoll(ctx, { ...input, ...part }), input),
});

function present({ today, terms, deposit_cents, balance_cents, ...lease }: Row): RentRollLease {
  const price = monthlyPriceOn(terms, lease, today);
  return {
    ...lease,
    areaSquareFeet: price?.areaSquareFeet ?? 0,
    monthlyRentCents: price?.rentCents ?? 0,
    otherMonthlyCents: price?.otherCents ?? 0,
    depositCents: deposit_cents,
    balanceCents: balance_cents,
    nextStep: nextRentStep(terms, lease, today),
  };
}

const todayAt = ({ now }: SignedInCtx) => sql`(${now}::timestamptz at time zone p.time_zone)::date`;

async function foundBy(ctx: SignedInCtx, which: WhichLeases): Promise<RawBuilder<boolean>> {
  return sql`(${await leasesOfReport(ctx, which)} and l.state in ('active', 'notice')
    and l.from_on <= ${todayAt(ctx)} and coalesce(l.to_on, 'infinity') >= ${todayAt(ctx)})`;
}

async function readRows(
  ctx: SignedInCtx,
  found: RawBuilder<boolean>,
  after: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with page as materialized (
      select l.id from leases l join properties p on p.id = l.property_id
      where ${found} and ${after} order by l.id desc limit ${limit} offset ${offset}
    )
    select ${columnsOfLease}, l.from_on as "from", l.to_on as "to", ${todayAt(ctx)} as today,
      coalesce(a.deposit_cents, 0)::bigint as deposit_cents, coalesce(a.balance_cents, 0)::bigint as balance_cents,
      ${versionsOfLease} as terms
    from page join leases l on l.id = page.id join properties p on p.id = l.property_id
    left join lease_accounts a on a.lease_id = l.id
    order by l.id desc`.execute(ctx.db);
  return rows;
}

async function countOf({ db }: SignedInCtx, found: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from leases l join properties p on p.id = l.property_id where ${found}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}
