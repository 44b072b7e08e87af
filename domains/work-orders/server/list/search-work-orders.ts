import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { workOrderScope } from "../access.ts";
import { parseWorkOrderNumber, workOrderList } from "./list.ts";
import { findCommentExcerpts } from "./search-comments.ts";

/** A work order in the results of the top bar search. */
export interface WorkOrderResult {
  id: number;
  title: string;
  location: string;
  status: string;
  /** The words around the match, if only a comment has it. */
  comment?: string | undefined;
}

/**
 * Returns the work order with the number in `text`, even if many newer ones mention it, followed by the
 * newest work orders the list shows for the text, up to `limit`. If there are fewer than `minMatches`, work
 * orders with the words in their comments are added.
 */
export async function searchWorkOrders(
  ctx: SignedInCtx,
  text: string,
  { limit, minMatches }: { limit: number; minMatches: number },
): Promise<WorkOrderResult[]> {
  const number = parseWorkOrderNumber(text);
  const numberMatches = number === undefined ? [] : await findWorkOrdersByIds(ctx, [number]);
  const newestMatches = await workOrderList.first(ctx, { q: text, in: "details" }, limit);
  const matches: WorkOrderResult[] = [...numberMatches, ...newestMatches.filter(({ id }) => id !== number)];
  if (matches.length >= minMatches) return matches;
  const foundIds = new Set(matches.map(({ id }) => id));
  const commentMatches = (await workOrderList.first(ctx, { q: text }, minMatches)).filter(
    ({ id }) => !foundIds.has(id),
  );
  const excerpts = await findCommentExcerpts(
    ctx,
    commentMatches.map(({ id }) => id),
    text,
  );
  return [...matches, ...commentMatches.map((match) => ({ ...match, comment: excerpts.get(match.id) }))];
}

/** Returns the accessible work orders with these ids, in the same order. */
export async function findWorkOrdersByIds(
  { db, actor }: SignedInCtx,
  ids: readonly number[],
): Promise<WorkOrderResult[]> {
  const { rows } = await sql<WorkOrderResult>`
    select o.id, o.title, o.location, o.status
    from unnest(${ids}::bigint[]) with ordinality requested (id, place) join work_orders o on o.id = requested.id
    where o.deleted_at is null and ${workOrderScope(actor.accessScope, "read")} order by place`.execute(db);
  return rows;
}
