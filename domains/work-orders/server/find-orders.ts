import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { workOrderScope } from "./access.ts";
import { numberIn, workOrders } from "./list.ts";

/** What the search of the top bar shows for an order. */
export interface OrderFound {
  id: number;
  title: string;
  location: string;
  status: string;
}

/** The order with that number, however many newer ones mention it, and the newest orders that the list would show for the text. */
export async function findOrdersByWords(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<OrderFound[]> {
  const number = numberIn(text);
  const numbered = number === undefined ? [] : await ordersFound(ctx, [number]);
  const newest = await workOrders.first(ctx, { q: text }, limit);
  return [...numbered, ...newest.filter(({ id }) => id !== number)];
}

/** The orders with these ids that are within the access scope, in the same order. */
export async function ordersFound({ db, actor }: SignedInCtx, ids: readonly number[]): Promise<OrderFound[]> {
  const { rows } = await sql<OrderFound>`
    select o.id, o.title, o.location, o.status
    from unnest(${ids}::bigint[]) with ordinality wanted (id, place) join work_orders o on o.id = wanted.id
    where o.deleted_at is null and ${workOrderScope(actor.accessScope, "read")} order by place`.execute(db);
  return rows;
}
