import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatAmount } from "#shared/format/money.ts";
import type { Draft } from "../drafts/calculate-draft.ts";
import { listSharers, type Problem } from "./problem.ts";

type Bill = NonNullable<Problem["bills"]>[number];

/** Finds bills that an auditor would question: costs in no pool, duplicates, capital costs, and credits. */
export async function findBillProblems(ctx: SignedInCtx, draft: Draft): Promise<Problem[]> {
  const found = [
    findCostsInNoPool,
    findDuplicates,
    findCapitalCosts,
    findRefundsNotShared,
    findEarlierRefunds,
  ];
  const problems: Problem[] = [];
  for (const find of found) problems.push(...(await find(ctx, draft)));
  return problems;
}

/** The bills of a group, as JSON. */
const billsOfGroup = sql<
  Bill[]
>`jsonb_agg(distinct jsonb_build_object('id', b.id, 'vendor', v.name, 'number', b.number))`;

/** Whether the bill `b` is for days in the span. */
const isWithin = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql<boolean>`b.voided_at is null and daterange(b.service_from, b.service_to, '[]') && daterange(${from}, ${to}, '[]')`;

/** Whether the bill `b` is for days in the first pool's year, for costs that aren't in a pool. */
function isInYear({ inputs: { property }, pools: [first] }: Draft): RawBuilder<boolean> {
  if (first === undefined) return sql`false`;
  const { from, to } = first.pool;
  return sql`b.property_id = ${property.id} and ${isWithin(sql`${from}::date`, sql`${to}::date`)}`;
}

async function findCostsInNoPool({ db }: SignedInCtx, draft: Draft): Promise<Problem[]> {
  const { from, to } = draft.pools[0]?.pool ?? { from: null, to: null };
  const { rows } = await sql<{ id: number; name: string; cents: number; bills: Bill[] }>`
    select c.id, c.name, ${billsOfGroup} as bills,
      sum(cost_within(l.amount_cents, b.service_from, b.service_to, ${from}::date, ${to}::date))::bigint as cents
    from bills b join bill_lines l on l.bill_id = b.id join vendors v on v.id = b.vendor_id
      join expense_categories c on c.id = l.category_id and c.pool_id is null and c.is_recoverable
    where ${isInYear(draft)} group by c.id order by fold_text(c.name)`.execute(db);
  return rows.map(({ id, name, cents, bills }) => ({
    kind: "no-pool",
    sentence: `${name} is recoverable but in no pool, so no tenant shares it.`,
    cents,
    leaseId: null,
    subject: String(id),
    bills,
  }));
}

/** Bills of one vendor with the same amount and service days, in one category or in several pools. */
async function findDuplicates({ db }: SignedInCtx, draft: Draft): Promise<Problem[]> {
  const { rows } = await sql<{
    vendor: string;
    cents: number;
    numbers: string[];
    subject: string;
    bills: Bill[];
  }>`
    select v.name as vendor, concat_ws(' ', v.id, b.total_cents, b.service_from, b.service_to) as subject,
      b.total_cents as cents, array_agg(b.number order by b.id) as numbers, ${billsOfGroup} as bills
    from bills b join vendors v on v.id = b.vendor_id
    where ${isInYear(draft)}
    group by v.id, b.total_cents, b.service_from, b.service_to having count(*) > 1 order by fold_text(v.name)`.execute(
    db,
  );
  return rows.map(({ vendor, cents, numbers, subject, bills }) => ({
    kind: "billed-twice",
    sentence: `${vendor} billed ${formatAmount(cents)} for the same days more than once: ${numbers.map((number) => number || "without a number").join(", ")}.`,
    cents,
    leaseId: null,
    subject,
    bills,
  }));
}

/** A repair of this amount whose memo has one of these words is probably a capital cost. */
const minCapitalCents = 500_000;
const capitalWords = String.raw`\m(replac|install|renovat|remodel|repav|resurfac|upgrad|new\M)`;

/** Lines in a pool whose category is capital, or whose amount and memo say that they should be in one. */
async function findCapitalCosts({ db }: SignedInCtx, draft: Draft): Promise<Problem[]> {
  const years = draft.pools.map(({ pool: { id, from, to } }) => ({ id, from, to }));
  const { rows } = await sql<CapitalLine>`
    select jsonb_build_object('id', b.id, 'vendor', v.name, 'number', b.number) as bill, c.pool_id as "poolId", l.position,
      c.name as category, c.is_capital as "isCapital", l.memo, l.amount_cents as "lineCents",
      cost_within(l.amount_cents, b.service_from, b.service_to, year."from", year."to") as cents
    from jsonb_to_recordset(${JSON.stringify(years)}::jsonb) year (id bigint, "from" date, "to" date)
      join expense_categories c on c.pool_id = year.id and c.is_recoverable
      join bill_lines l on l.category_id = c.id
      join bills b on b.id = l.bill_id and ${isWithin(sql`year."from"`, sql`year."to"`)}
      join vendors v on v.id = b.vendor_id
    where b.property_id = ${draft.inputs.property.id}
      and (c.is_capital or (l.amount_cents >= ${minCapitalCents} and l.memo ~* ${capitalWords}))
    order by b.billed_on, b.id, l.position`.execute(db);
  return rows.map(({ bill, poolId, position, category, isCapital, memo, lineCents, cents }) => ({
    kind: "capital-cost",
    sentence: isCapital
      ? `${category} is a capital cost. Tenants share all ${formatAmount(lineCents)} of it in one year, unless you enter only the year's installment.`
      : `“${memo}” for ${formatAmount(lineCents)} looks like a capital cost, but it's in ${category}, which tenants share in full.`,
    cents,
    leaseId: null,
    poolId,
    subject: `${bill.id} ${position}`,
    leases: draft.pools.filter(({ pool }) => pool.id === poolId).flatMap((pool) => listSharers(draft, pool)),
    bills: [bill],
  }));
}

interface CapitalLine {
  bill: Bill;
  poolId: number;
  position: number;
  category: string;
  isCapital: boolean;
  memo: string;
  lineCents: number;
  cents: number;
}

/** Credits in a category that tenants don't share, from a vendor whose bills they share. */
async function findRefundsNotShared({ db }: SignedInCtx, draft: Draft): Promise<Problem[]> {
  const { rows } = await sql<{
    vendor: string;
    category: string;
    cents: number;
    subject: string;
    bills: Bill[];
  }>`
    select v.name as vendor, c.name as category, sum(l.amount_cents)::bigint as cents, concat_ws(' ', v.id, c.id) as subject,
      ${billsOfGroup} as bills
    from bills b join bill_lines l on l.bill_id = b.id and l.amount_cents < 0
      join expense_categories c on c.id = l.category_id and not c.is_recoverable join vendors v on v.id = b.vendor_id
    where ${isInYear(draft)} and exists (
      select from bills shared join bill_lines s on s.bill_id = shared.id and s.amount_cents > 0
        join expense_categories sc on sc.id = s.category_id and sc.is_recoverable and sc.pool_id is not null
      where shared.vendor_id = b.vendor_id and shared.property_id = b.property_id and shared.voided_at is null)
    group by v.id, c.id order by fold_text(v.name), c.id`.execute(db);
  return rows.map(({ vendor, category, cents, subject, bills }) => ({
    kind: "refund-not-shared",
    sentence: `${vendor} credited ${formatAmount(-cents)} in ${category}, which tenants don't share, but they share its bills.`,
    cents: -cents,
    leaseId: null,
    subject,
    bills,
  }));
}

/** Credits that arrived in the year for an earlier one and are on no statement in effect. */
async function findEarlierRefunds({ db }: SignedInCtx, draft: Draft): Promise<Problem[]> {
  const years = draft.pools.map(({ pool: { id, from, to } }) => ({ id, from, to }));
  const { rows } = await sql<{ vendor: string; poolId: number; year: number; cents: number; bills: Bill[] }>`
    select v.name as vendor, c.pool_id as "poolId", sum(l.amount_cents)::bigint as cents, ${billsOfGroup} as bills,
      extract(year from b.service_to - make_interval(months => extract(month from year."from")::integer - 1))::integer as year
    from jsonb_to_recordset(${JSON.stringify(years)}::jsonb) year (id bigint, "from" date, "to" date)
      join expense_categories c on c.pool_id = year.id and c.is_recoverable
      join bill_lines l on l.category_id = c.id and l.amount_cents < 0
      join bills b on b.id = l.bill_id and b.voided_at is null and b.service_to < year."from"
        and b.billed_on between year."from" and year."to"
      join vendors v on v.id = b.vendor_id
    where b.property_id = ${draft.inputs.property.id} and not exists (
      select from reconciliations r where r.property_id = b.property_id and r.reversed_at is null
        and r.content -> 'bills' @> jsonb_build_array(jsonb_build_object('id', b.id)))
    group by v.id, c.pool_id, 5 order by fold_text(v.name), 5`.execute(db);
  return rows.map(({ vendor, poolId, year, cents, bills }) => ({
    kind: "refund-for-earlier-year",
    sentence: `${vendor} credited ${formatAmount(-cents)} for ${year}, which is on no statement. Correct the statements for ${year}.`,
    cents: -cents,
    leaseId: null,
    poolId,
    subject: `${vendor} ${year}`,
    bills,
  }));
}
