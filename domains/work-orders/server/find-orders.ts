import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { workOrderScope } from "./access.ts";
import { newestWithWords, searchOrders } from "./search-orders.ts";
import { readSearch, wordsOf } from "./search-words.ts";

/** What the search of the top bar shows of an order. */
export interface OrderFound {
  id: number;
  title: string;
  location: string;
  status: string;
}

/**
 * The order whose number `text` is, and the newest within reach that have its words. A bare number is also looked for as a
 * word: `12` is order 12 and the leak in unit 12.
 */
export async function findOrdersByWords(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<OrderFound[]> {
  const isNumber = "number" in readSearch(text);
  const one = { isAscending: false, offset: 0, limit: 1, cursor: undefined };
  const numbered = isNumber ? (await searchOrders(ctx, { q: text }, one)).ids : [];
  const words = isNumber && /[a-z]/i.test(text) ? [] : wordsOf(text);
  const worded = words.length === 0 ? [] : await newestWithWords(ctx, words, limit);
  return ordersFound(ctx, [...new Set([...numbered, ...worded])]);
}

/** Those of the orders with these ids that are within reach, in the same order. */
export async function ordersFound({ db, actor }: SignedInCtx, ids: readonly number[]): Promise<OrderFound[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom("work_orders as o")
    .select(["o.id", "o.title", "o.location", "o.status"])
    .where(sql<boolean>`o.id = any(${ids}::bigint[])`)
    .where("o.deleted_at", "is", null)
    .where(workOrderScope(actor.reach, "read"))
    .execute();
  return found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
