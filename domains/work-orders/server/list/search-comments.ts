import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { extractWords, matchesWords } from "#server/list/search.ts";
import { foldText } from "#shared/fold-text.ts";
import { commentScope, workOrderScope } from "../access.ts";

/** Shorter texts are in too many comments. */
const minLetters = 3;
/** The most comments a search reads, and the most work orders it finds by their newest comments. */
const maxComments = 20_000;
const maxWorkOrders = 1_000;

/** Whether log entry `a` is a comment that has the words and that the user can see if they have access to it. */
const matchesComment = ({ actor }: SignedInCtx, text: string): RawBuilder<boolean> =>
  sql`${matchesWords(sql`a.words`, text)} and ${commentScope(actor.accessScope)}`;

/**
 * Whether work order `o` has a comment with the words that the user can see. The access rule is inside the
 * subquery, so that comments on other work orders don't use up its limits. `offset 0` keeps PostgreSQL from
 * reading all comments by id, newest first, until enough match.
 */
export const hasComment = (ctx: SignedInCtx, text: string): RawBuilder<boolean> =>
  text.trim().length < minLetters
    ? sql`false`
    : sql`o.id = any(array(select found.work_order_id from (
        select a.id, a.work_order_id from work_order_activity a join work_orders o on o.id = a.work_order_id
        where ${matchesComment(ctx, text)} and o.deleted_at is null and ${workOrderScope(ctx.actor.accessScope, "read")}
        limit ${maxComments} offset 0) found
      order by found.id desc limit ${maxWorkOrders}))`;

/**
 * Returns the text around the words in the newest matching comment of each of these work orders. The caller
 * has checked that the user can access them.
 */
export async function findCommentExcerpts(
  ctx: SignedInCtx,
  ids: readonly number[],
  text: string,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; comment: string }>`
    select distinct on (a.work_order_id) a.work_order_id as id, a.details ->> 'text' as comment
    from work_order_activity a where a.work_order_id = any(${ids}::bigint[]) and ${matchesComment(ctx, text)}
    order by a.work_order_id, a.id desc`.execute(ctx.db);
  const words = extractWords(text);
  return new Map(rows.map(({ id, comment }) => [id, toExcerpt(comment, words)]));
}

const charactersBefore = 24;
const excerptLength = 120;

/** Returns the part of the text that starts shortly before the first match, with an ellipsis at each cut. */
function toExcerpt(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, " ");
  const firstMatch = [...line.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].find(([word]) =>
    words.some((searched) => foldText(word).startsWith(searched)),
  );
  const place = firstMatch?.index ?? 0;
  const start = place <= charactersBefore ? 0 : line.indexOf(" ", place - charactersBefore) + 1;
  const end = start + excerptLength;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}
