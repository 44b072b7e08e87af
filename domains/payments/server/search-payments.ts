import { type RawBuilder, sql } from "kysely";
import { leaseHasText } from "#domains/leases/server/search-text.ts";
import { ledgerScope } from "#domains/ledger/server/access.ts";
import { plannedForValues } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { PaymentsFound } from "./payments-found.ts";
import { idsOf, type PaymentSlice } from "./payments-part.ts";

/** With a search text the total is counted up to here (requirements, "Lists"). */
export const searchCountedUpTo = 1_000;
/** What many have is found among so many of the newest; for what is rarer the indexes are asked. */
const newestLookedAt = 2_000;
const fewLookedAt = 250;
/** So many payers, leases and texts are collected where only some of the newest payments are wanted. */
const someCollected = 2_000;
/** Shorter ones are looked for in names, units and receipt numbers only. */
const lettersInTexts = 3;

interface Search {
  text: string;
  slice: PaymentSlice;
  /** So many are enough, and the total is not wanted; all up to `searchCountedUpTo` without it. */
  enough?: number;
}

interface Hits {
  looked: number;
  total: number;
  ids: number[];
}

/**
 * Those with the text in what they are for or their reference, of a payer of that name, of a company or unit with the words,
 * or with the receipt's number; in the list's order. The two ways that are quick, each where the other is not, are tried one
 * after the other, as the planner cannot know how many have the words.
 */
export async function searchPayments(
  ctx: SignedInCtx,
  found: PaymentsFound,
  { text, slice, enough }: Search,
): Promise<{ ids: RawBuilder<unknown>; total: number }> {
  const { limit, offset, after } = slice;
  const collected = enough ?? Math.max(searchCountedUpTo + 1, offset + limit);
  const lookedAt = enough === undefined ? newestLookedAt : fewLookedAt;
  const part = sql`array(select id from hits order by day desc, id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)})`;
  const newest = idsOf(found, { limit: lookedAt, offset: 0, after });
  const { rows } = await sql<Hits>`
    with newest as materialized (${newest}),
    hits as materialized (
      select n.id, n.day from newest n
        -- One by one: the planner would rather read all payments than look up some thousands.
        cross join lateral (
          ${sql.join(textsOfEach(found, text), sql` union all `)} offset 0
        ) found
        cross join lateral (select * from leases where id = found.lease_id offset 0) l
      where found.has_text or ${leaseHasText(text)}
    )
    select (select count(*) from newest) as looked, (select count(*) from hits) as total, ${part} as ids`.execute(
    ctx.db,
  );
  const [look] = rows;
  const isEnough =
    look !== undefined && (look.total >= collected || (look.looked < lookedAt && after === undefined));
  const ask = enough === undefined ? askIndexes : askIndexesForSome;
  const hits = isEnough ? look : await ask(ctx, found, { text, slice });
  return { ids: sql`select unnest(${hits.ids}::bigint[]) as id`, total: hits.total };
}

/** Of an entry `newest n` its lease, and whether itself has the text. */
const textsOfEach = ({ overdue }: PaymentsFound, text: string): RawBuilder<unknown>[] => [
  sql`select p.lease_id, ${anyOf(conditionsOfEach(text))} as has_text from payments p where n.is_paid and p.entry_id = n.id`,
  ...(overdue === null
    ? []
    : [
        sql`select r.lease_id, ${chargeHasText(text)} from receivables r join ledger_entries e on e.id = r.entry_id
          where not n.is_paid and r.entry_id = n.id`,
      ]),
];

const leasesWithWords = ({ actor }: SignedInCtx, text: string): RawBuilder<unknown> =>
  sql`select l.id from leases l where ${leaseHasText(text)} and ${ledgerScope(actor.reach)}`;

/** The newest payments of what the indexes find, without their number. */
async function askIndexesForSome(
  ctx: SignedInCtx,
  { paid }: PaymentsFound,
  { text, slice: { limit } }: Search,
): Promise<Hits> {
  if (paid === null) return { looked: 0, total: 0, ids: [] };
  const newest = sql`order by p.paid_on desc, p.entry_id desc`;
  const day = sql`p.entry_id as id, p.paid_on as day`;
  // All payments of a lease are within reach or none is: asked of each, the planner would put all of them in order.
  const ofLease = (count: number) => sql`
    select ${day} from (select p.* from payments p where p.lease_id = owner.id ${newest} limit ${sql.lit(count)}) p where ${paid}`;
  const ofPayer = (count: number) => sql`
    select ${day} from payments p where p.payer_id = owner.id and ${paid} ${newest} limit ${sql.lit(count)}`;
  /** The newest ones are of those owners whose newest one is among them. */
  const newestOf = (owners: RawBuilder<unknown>, ofOwner: (count: number) => RawBuilder<unknown>) => sql`
    (select payment.id, payment.day from (
      select owner.id from (${owners} limit ${sql.lit(someCollected)}) owner cross join lateral (${ofOwner(1)}) payment
      order by payment.day desc, payment.id desc limit ${sql.lit(limit)}) owner
    cross join lateral (${ofOwner(limit)}) payment)`;
  const parts = [
    newestOf(leasesWithWords(ctx, text), ofLease),
    ...(text.length < lettersInTexts ? [] : [newestOf(payersWith(text), ofPayer)]),
    ...ownConditions(text).map(
      (condition) => sql`
      (select p.entry_id as id, p.paid_on as day from payments p where ${paid} and ${condition} limit ${sql.lit(someCollected)})`,
    ),
  ];
  const { rows } = await plannedForValues(
    ctx.db,
    sql<Hits>`
    with hits as materialized (${sql.join(parts, sql` union `)})
    select 0 as looked, (select count(*) from hits) as total,
      array(select id from hits order by day desc, id desc limit ${sql.lit(limit)}) as ids`,
  );
  return rows[0] ?? { looked: 0, total: 0, ids: [] };
}

async function askIndexes(
  ctx: SignedInCtx,
  { paid, overdue }: PaymentsFound,
  { text, slice: { limit, offset, after } }: Search,
): Promise<Hits> {
  const leases = leasesWithWords(ctx, text);
  const parts = [
    ...(paid === null
      ? []
      : [
          sql`(${unionOfEach(paid, [
            sql`p.lease_id in (${leases})`,
            ...ownConditions(text),
            ...(text.length < lettersInTexts ? [] : [sql`p.payer_id in (${payersWith(text)})`]),
          ])})`,
        ]),
    ...(overdue === null
      ? []
      : [
          sql`select r.entry_id as id, r.due_on as day from receivables r join ledger_entries e on e.id = r.entry_id
            where ${overdue} and (r.lease_id in (${leases}) or ${chargeHasText(text)})`,
        ]),
  ];
  if (parts.length === 0) return { looked: 0, total: 0, ids: [] };
  const beyond = after === undefined ? sql`true` : sql`(day, id) < (${after.day}::date, ${after.id}::bigint)`;
  const { rows } = await sql<Hits>`
    with hits as materialized (${sql.join(parts, sql` union all `)})
    select 0 as looked, (select count(*) from hits) as total,
      array(select id from hits where ${beyond} order by day desc, id desc limit ${limit} offset ${offset}) as ids`.execute(
    ctx.db,
  );
  return rows[0] ?? { looked: 0, total: 0, ids: [] };
}

const like = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

/** The payments of which one of the conditions holds, each found by its own index. */
const unionOfEach = (
  paid: RawBuilder<boolean>,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> =>
  sql.join(
    conditions.map(
      (condition) =>
        sql`select p.entry_id as id, p.paid_on as day from payments p where ${paid} and ${condition}`,
    ),
    sql` union `,
  );

/** Asked of each of a few payments, as conditions on `payments p`. */
const conditionsOfEach = (text: string): RawBuilder<unknown>[] => [
  ...ownConditions(text),
  ...(text.length < lettersInTexts ? [] : [sql`exists (${payersWith(text)} and u.id = p.payer_id offset 0)`]),
];

/** Those that need nothing but the payment. */
function ownConditions(text: string): RawBuilder<unknown>[] {
  const number = /^#?0*([1-9]\d{0,11})$/.exec(text)?.[1];
  return [
    ...(number === undefined ? [] : [sql`p.receipt_number = ${number}::bigint`]),
    ...(text.length < lettersInTexts
      ? []
      : [sql`lower(p.description || ' ' || p.reference) like ${like(text)}`]),
  ];
}

const payersWith = (text: string): RawBuilder<unknown> => sql`
  select u.id from users u where lower(u.full_name || ' ' || u.email) like ${like(text)} and lower(u.full_name) like ${like(text)}`;

/** As a condition on `ledger_entries e` of a charge. */
const chargeHasText = (text: string): RawBuilder<boolean> =>
  text.length < lettersInTexts ? sql`false` : sql`(lower(e.description) like ${like(text)})`;
