import { type RawBuilder, sql } from "kysely";
import { fromItsBlock, type KeptList, keptTotal, type Slice } from "#server/db/list-counts.ts";
import { type Found, searchCountedUpTo, searchNewest } from "#server/db/newest-first.ts";
import type { Ctx } from "#server/http/context.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import { invalid } from "#shared/errors.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listMails as listMailsCall, Mail } from "../outbox-contract.ts";
import { type MailRow, mailColumns, presentMail } from "./present-mail.ts";

type Query = QueryOf<typeof listMailsCall>;
export type MailFilters = Pick<Query, "state" | "late" | "q" | "from" | "to">;

/** Mails that the filters find, newest first. */
export async function findMails(
  ctx: Ctx,
  { query, request, reply }: Input<typeof listMailsCall>,
): Promise<Mail[]> {
  refuseBackwards(query);
  const isCounted = hasText(query) || hasDays(query);
  const { ids, total } = await idsOf(ctx, query, partOf(query));
  const { rows } = await sql<MailRow>`
    select ${mailColumns} from unnest(${ids}::bigint[]) with ordinality as part (id, place) join mails m on m.id = part.id
    order by part.place`.execute(ctx.db);
  const mails = rows.map(presentMail);
  describePart({ request, reply }, query, mails, {
    count: total,
    isCapped: isCounted && total > searchCountedUpTo,
  });
  return mails;
}

/** @throws AppError invalid */
export function refuseBackwards({ from, to }: MailFilters): void {
  if (from !== undefined && to !== undefined && from > to)
    throw invalid({ to: "The last day must not be before the first." });
}

const hasText = ({ q }: MailFilters): boolean => q !== undefined && q !== "";
const hasDays = ({ from, to }: MailFilters): boolean => from !== undefined || to !== undefined;

function idsOf(ctx: Ctx, query: Query, slice: Slice): Promise<Found> {
  if (hasText(query)) {
    const records = sql`select m.id, m.to_address, m.subject from mails m where ${filtersOf({ ...query, q: undefined })}`;
    return searchNewest(ctx.db, { records, hasWords: hasWords("r", query.q ?? "") }, slice);
  }
  return hasDays(query) || query.late !== undefined
    ? idsByTime(ctx, query, slice)
    : idsOfAll(ctx, query, slice);
}

async function idsOfAll({ db }: Ctx, query: Query, wanted: Slice): Promise<Found> {
  const kept: KeptList = { list: "mails", facets: [query.state ?? ""] };
  const { limit, offset, cursor } = await fromItsBlock(db, kept, wanted);
  const before = cursor === undefined ? sql`true` : sql`m.id < ${cursor}`;
  const { rows } = await sql<Found>`
    select ${keptTotal(kept)} as total, array(select m.id from mails m where ${filtersOf(query)} and ${before}
      order by m.id desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** By when they were written, whose indexes are the only ones that find them. */
async function idsByTime({ db }: Ctx, query: Query, { limit, offset, cursor }: Slice): Promise<Found> {
  const before =
    cursor === undefined
      ? sql`true`
      : sql`(m.created_at, m.id) < (select c.created_at, c.id from mails c where c.id = ${cursor})`;
  // Those that are late are few, or all of those few that are not sent.
  const countedUpTo = hasDays(query) ? searchCountedUpTo + 1 : null;
  const { rows } = await sql<Found>`
    select (select count(*) from (select from mails m where ${filtersOf(query)} limit ${countedUpTo}) counted) as total,
      array(select m.id from mails m where ${filtersOf(query)} and ${before}
        order by m.created_at desc, m.id desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** A mail that has not gone out after so long is late. */
const lateMinutes = 15;

/** As a condition on `mails m`. */
export const isLate = sql<boolean>`m.state in ('queued', 'retrying') and m.created_at < now() - make_interval(mins => ${sql.lit(lateMinutes)})`;

/** As a condition on `mails m`. */
export function filtersOf({ state, late, q, from, to }: MailFilters): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (state !== undefined) conditions.push(sql`m.state = ${state}`);
  if (late !== undefined) conditions.push(isLate);
  if (from !== undefined) conditions.push(sql`m.created_at >= ${beginOf(sql`${from}::date`)}`);
  if (to !== undefined) conditions.push(sql`m.created_at < ${beginOf(sql`(${to}::date + 1)`)}`);
  if (q !== undefined && q !== "") conditions.push(hasWords("m", q));
  return sql.join(conditions, sql` and `);
}

const hasWords = (mails: string, q: string): RawBuilder<boolean> =>
  sql`lower(${sql.ref(`${mails}.to_address`)} || ' ' || ${sql.ref(`${mails}.subject`)}) like lower(${`%${q.replace(/[\\%_]/g, "\\$&")}%`})`;

/** The instant at which a day begins where the organization is. */
const beginOf = (day: RawBuilder<unknown>) =>
  sql`(${day}::timestamp at time zone (select o.time_zone from organisation o))`;
