import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { extractWords, matchesWords } from "#server/list/search.ts";
import { foldText } from "#shared/fold-text.ts";
import { commentScope, workOrderScope } from "../access.ts";

/** Shorter texts are in too many comments. */
const minLetters = 3;
/** A search with more matches than this, for any user, finds the newest the user can access. */
const maxMatches = 5_000;
const maxNewestMatches = 1_000;

/** Whether log entry `a` is a comment that has the words and that the user can see if they can see its work order. */
const matchesComment = ({ actor }: SignedInCtx, text: string): RawBuilder<boolean> =>
  sql`${matchesWords(sql`a.words`, text)} and ${commentScope(actor.accessScope)}`;

/**
 * Whether work order `o`, which the user can access, has a comment with the words that the user can see.
 * PostgreSQL can't know how rare a word is. Matches of rare words are read from the index, and `o` has the
 * access rule. The matches of common words are read with the access rule, so that comments on other work
 * orders don't use up the limit.
 */
export function hasComment(ctx: SignedInCtx, text: string): RawBuilder<boolean> {
  if (text.trim().length < minLetters) return sql`false`;
  const isMatch = matchesComment(ctx, text);
  return sql`o.id = any(array(
    with matches as materialized (
      select a.work_order_id from work_order_activity a where ${isMatch} limit ${maxMatches + 1})
    select work_order_id from matches where (select count(*) from matches) <= ${maxMatches}
    union all
    (select a.work_order_id from work_order_activity a join work_orders o on o.id = a.work_order_id
      where (select count(*) from matches) > ${maxMatches} and ${isMatch} and o.deleted_at is null
        and ${workOrderScope(ctx.actor.accessScope, "read")}
      order by a.id desc limit ${maxNewestMatches})))`;
}

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

/** Few enough that a phone's line shows the match. */
const charactersBefore = 10;
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
