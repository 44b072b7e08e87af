import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import { invalid } from "#shared/errors.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { AuditEntry, listAudit as listAuditCall } from "../contract.ts";
import { labelsOf } from "./subjects.ts";

type Query = QueryOf<typeof listAuditCall>;
export type Filters = Omit<Query, "page" | "pageSize" | "limit" | "cursor">;

const newestWithoutPaging = 100;
/** Counting further would cost more than it tells. */
const countedUpTo = 1_000;
/** A word that many entries have is found among so many of the newest; for a rare one its index is asked. */
const newestLookedAt = 10_000;

interface Slice {
  limit: number;
  offset: number;
  /** The entry after which the slice begins. */
  after: number | undefined;
}

/** Entries that the filters find, newest first. Each filter has an index in the order of the list. */
export async function listAudit(
  { db }: Ctx,
  { query, request, reply }: Input<typeof listAuditCall>,
): Promise<AuditEntry[]> {
  refuseBackwards(query);
  const { page } = query;
  const limit = query.pageSize ?? query.limit ?? (page === undefined ? newestWithoutPaging : 50);
  const offset = page === undefined ? 0 : (page - 1) * limit;
  const after = page === undefined ? query.cursor : undefined;
  const [entries, total] = await Promise.all([
    readEntries(db, query, { limit: limit + 1, offset, after }),
    countEntries(db, query),
  ]);
  const shown = entries.slice(0, limit);
  reply.header("x-total-count", total > countedUpTo ? "more than 1,000" : String(total));
  const last = shown.at(-1);
  if (entries.length > limit && last !== undefined) {
    const next = new URL(request.url, "http://localhost");
    if (page === undefined) next.searchParams.set("cursor", String(last.id));
    else next.searchParams.set("page", String(page + 1));
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  return shown;
}

/** @throws AppError invalid */
export function refuseBackwards({ from, to }: Filters): void {
  if (from !== undefined && to !== undefined && from > to)
    throw invalid({ to: "The last day must not be before the first." });
}

interface Row extends Omit<AuditEntry, "at" | "subject" | "property"> {
  at: Date;
  subject_type: string;
  subject_id: string;
  property_id: number | null;
  property_name: string | null;
}

/** The entries of the slice, with what they were done to as it is called now. */
export async function readEntries(db: Db, filters: Filters, slice: Slice): Promise<AuditEntry[]> {
  const rows = await findRows(db, filters, slice);
  const labels = await labelsOf(db, rows);
  return rows.map(({ subject_type, subject_id, property_id, property_name, at, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    subject: {
      type: subject_type,
      id: subject_id,
      label: labels.get(`${subject_type} ${subject_id}`) ?? null,
    },
    property: property_id === null ? null : { id: property_id, name: property_name ?? "" },
  }));
}

async function findRows(db: Db, filters: Filters, { limit, offset, after }: Slice): Promise<Row[]> {
  const conditions = conditionsOf(filters);
  // The entry after which to go on is looked up, as an instant of JavaScript is coarser than the log's.
  if (after !== undefined)
    conditions.push(sql`(a.at, a.id) < (select c.at, c.id from audit_log c where c.id = ${after})`);
  const end = sql`${newestFirst} limit ${limit} offset ${offset}`;
  const words = wordsOf(filters.q);
  if (words === undefined)
    return select(db, sql`select a.id from audit_log a where ${all(conditions)} ${end}`);
  const newest = await select(
    db,
    sql`select a.id from (${newestOf(conditions)}) a where a.words @@ ${words}::tsquery ${end}`,
  );
  if (newest.length === limit) return newest;
  return select(db, sql`select a.id from (${allWith(conditions, words)}) a ${end}`);
}

const newestFirst = sql`order by a.at desc, a.id desc`;

const newestOf = (conditions: readonly RawBuilder<unknown>[]) =>
  sql`select a.id, a.at, a.words from audit_log a where ${all(conditions)} ${newestFirst} limit ${sql.lit(newestLookedAt)}`;

/** Whole before anything is cut off: with a limit in sight the planner would go by the day instead of by the words. */
const allWith = (conditions: readonly RawBuilder<unknown>[], words: string) =>
  sql`select a.id, a.at from audit_log a where ${all(conditions)} and a.words @@ ${words}::tsquery offset 0`;

/** Which entries they are is known from an index alone; only those shown are read. */
async function select(db: Db, ids: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with page as materialized (${ids})
    select a.id, a.at, a.actor_id as "actorId", a.actor_name as "actorName", a.action, a.subject_type, a.subject_id,
      a.property_id, a.network_address as "networkAddress", a.request_id as "requestId", a.details,
      (select p.name from properties p where p.id = a.property_id) as property_name
    from page join audit_log a on a.id = page.id ${newestFirst}`.execute(db);
  return rows;
}

async function countEntries(db: Db, filters: Filters): Promise<number> {
  const conditions = conditionsOf(filters);
  const words = wordsOf(filters.q);
  if (words === undefined)
    return countOf(
      db,
      sql`select from audit_log a where ${all(conditions)} limit ${sql.lit(countedUpTo + 1)}`,
    );
  const newest = await countOf(
    db,
    sql`select from (${newestOf(conditions)}) a where a.words @@ ${words}::tsquery`,
  );
  return newest > countedUpTo ? newest : countOf(db, allWith(conditions, words));
}

async function countOf(db: Db, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${found}) found`.execute(db);
  return rows[0]?.total ?? 0;
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

function conditionsOf(filters: Filters): RawBuilder<unknown>[] {
  const { actorId, action, area, subjectType, subjectId, propertyId, from, to } = filters;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (actorId !== undefined) conditions.push(sql`a.actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(sql`a.action = ${action}`);
  if (area !== undefined) conditions.push(sql`split_part(a.action, '.', 1) = ${area}`);
  if (subjectType !== undefined) conditions.push(sql`a.subject_type = ${subjectType}`);
  if (subjectId !== undefined) conditions.push(sql`a.subject_id = ${subjectId}`);
  if (propertyId !== undefined) conditions.push(sql`a.property_id = ${propertyId}`);
  if (from !== undefined) conditions.push(sql`a.at >= ${beginOf(sql`${from}::date`)}`);
  if (to !== undefined) conditions.push(sql`a.at < ${beginOf(sql`(${to}::date + 1)`)}`);
  return conditions;
}

const beginOf = (day: RawBuilder<unknown>) =>
  sql`${day}::timestamp at time zone (select time_zone from organisation)`;

/** The search text as the log's index has words: each typed one is the beginning of one; no word at all finds nothing. */
function wordsOf(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => `'${word.slice(0, 60)}':*`).join(" & ");
}
