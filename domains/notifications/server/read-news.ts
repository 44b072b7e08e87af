import { setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { markNotificationsRead } from "../contract.ts";
import { ringBells } from "./notify.ts";

/** So many rows are changed in one transaction. */
const atOnceMax = 1_000;
/** Who tells somebody of something is waited for this often, before all is marked in one transaction after all. */
const looksMax = 20;
const lookEveryMs = 50;

/** Of `notifications` of the person: what is in the bell and not read yet. */
export const isUnread = (userId: number): RawBuilder<boolean> => sql`(read_at is null and in_portal
  and id > coalesce((select max(mark.up_to) from news_read mark where mark.user_id = ${userId}), 0))`;

/** When a row of `notifications` under the name `news` was read; null when it was not, as what is in the mailbox only. */
export const readAtOf = (news: string): RawBuilder<Date | null> => {
  const of = (column: string) => sql.ref(`${news}.${column}`);
  return sql`coalesce(${of("read_at")}, (select min(mark.read_at) from news_read mark
    where mark.user_id = ${of("user_id")} and mark.up_to >= ${of("id")} and ${of("in_portal")}))`;
};

/**
 * Marks the caller's events as read, in all open pages; what is in the mailbox only is none of them. However many they are,
 * they are read at once.
 */
export async function markRead(
  ctx: SignedInCtx,
  { upTo, ids }: BodyOf<typeof markNotificationsRead>,
): Promise<void> {
  const { db, actor, now } = ctx;
  if (upTo !== undefined && (await areMany(ctx, upTo)) && (await holdNews(ctx))) await markMany(ctx, upTo);
  else
    await sql`
      update notifications set read_at = ${now}::timestamptz where user_id = ${actor.id} and ${isUnread(actor.id)}
        and ${ids === undefined ? sql`id <= ${upTo ?? 0}` : sql`id = any(${ids}::bigint[])`}`.execute(db);
  ringBells(ctx, [actor.id]);
}

async function areMany({ db, actor }: SignedInCtx, upTo: number): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where user_id = ${actor.id} and ${isUnread(actor.id)} and id <= ${upTo}
    order by id limit ${sql.lit(atOnceMax + 1)}`.execute(db);
  return rows.length > atOnceMax;
}

/**
 * Lets nobody tell the caller of anything until the end of the transaction, and waits for those who are at it: what has not
 * been seen must not be read by a mark above it. False when somebody takes too long.
 */
async function holdNews({ db, actor }: SignedInCtx): Promise<boolean> {
  for (let look = 0; look < looksMax; look += 1) {
    const { rows } = await sql`select from users where id = ${actor.id} for update skip locked`.execute(db);
    if (rows.length > 0) return true;
    await pause(lookEveryMs);
  }
  return false;
}

async function markMany({ db, actor, now }: SignedInCtx, upTo: number): Promise<void> {
  await sql`
    insert into news_read (user_id, up_to, read_at)
    select ${actor.id}, max(id), ${now}::timestamptz from notifications
    where user_id = ${actor.id} and in_portal and id <= ${upTo}`.execute(db);
  await enqueue(db, "write-news-read", {}, { key: "write-news-read" });
}

interface Mark {
  user_id: number;
  up_to: number;
  read_at: Date;
}

/** Writes the marks into the rows they stand for, a part at a time, so that nobody waits for long. A killed run is gone on with. */
export async function writeNewsRead({ db }: Services): Promise<void> {
  for (;;) {
    const { rows } = await sql<Mark>`
      select user_id, up_to, read_at from news_read order by user_id, up_to limit 1`.execute(db);
    const [mark] = rows;
    if (mark === undefined) return;
    while ((await writeNext(db, mark)) > 0);
    await sql`delete from news_read where user_id = ${mark.user_id} and up_to = ${mark.up_to}`.execute(db);
  }
}

async function writeNext(db: Services["db"], mark: Mark): Promise<number> {
  const { rows } = await sql`
    update notifications set read_at = ${mark.read_at}::timestamptz where read_at is null and id in (
      select id from notifications where user_id = ${mark.user_id} and read_at is null and in_portal
        and id <= ${mark.up_to} order by id limit ${sql.lit(atOnceMax)})
    returning id`.execute(db);
  return rows.length;
}
