import { type RawBuilder, sql } from "kysely";
import { preparedOf } from "#server/db/statements.ts";
import { RawJson } from "#server/http/answer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { listWorkOrders } from "../contract.ts";
import { fromItsBlock } from "./far-pages.ts";
import type { ListQuery } from "./list-filters.ts";
import { idsOf, nearerEnd, type Slice } from "./list-page.ts";
import { searchOrders } from "./search-orders.ts";
import { totalOf } from "./totals.ts";

const newestWithoutPaging = 100;
/** With a search text the total is counted up to here, then it reads `more than 1,000`. */
const countedUpTo = 1_000;
/** From here on a page is looked for in the block it begins in, or from the nearer end of the list. */
const farOffset = 2_000;

interface Page {
  page: string;
  length: number;
  last: number | null;
  total: number;
}

/**
 * A part of the list (API-14; requirements, "Lists"). The rows come as JSON from the database, whose statement names every
 * field of the contract; totals come from kept counts where the filters allow it, so they cost the same at any size.
 */
export async function listOrders(
  ctx: SignedInCtx,
  { query, reply, request }: Input<typeof listWorkOrders>,
): Promise<RawJson> {
  const pageSize = query.pageSize ?? query.limit ?? (query.page === undefined ? newestWithoutPaging : 50);
  const slice: Slice = {
    isAscending: query.sort === "oldest",
    offset: query.page === undefined ? 0 : (query.page - 1) * pageSize,
    limit: pageSize,
    cursor: query.page === undefined ? query.cursor : undefined,
  };
  const { q } = query;
  const isSearch = q !== undefined && q !== "";
  const found = isSearch
    ? await readSearched(ctx, { ...query, q }, slice)
    : await readPage(ctx, query, slice);
  reply.header(
    "x-total-count",
    isSearch && found.total > countedUpTo ? "more than 1,000" : String(found.total),
  );
  const next = nextPart(request.url, query, found, slice);
  if (next !== undefined) reply.header("link", `<${next}>; rel="next"`);
  return new RawJson(found.page);
}

async function readPage(ctx: SignedInCtx, query: ListQuery, slice: Slice): Promise<Page> {
  const { reach } = ctx.actor;
  const total = totalOf(reach, query);
  if (slice.offset < farOffset) return select(ctx, idsOf(reach, query, slice), total, slice);
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(ctx.db);
  const known = rows[0]?.total ?? 0;
  const near = await fromItsBlock(ctx, query, slice);
  if (near === null) return { page: "[]", length: 0, last: null, total: known };
  const ids = idsOf(reach, query, near ?? nearerEnd(slice, known));
  return select(ctx, ids, sql`${known}::bigint`, slice);
}

async function readSearched(ctx: SignedInCtx, query: ListQuery & { q: string }, slice: Slice): Promise<Page> {
  const { ids, total } = await searchOrders(ctx, query, slice);
  if (ids.length === 0) return { page: "[]", length: 0, last: null, total };
  return select(ctx, sql`select unnest(${ids}::bigint[]) as id`, sql`${total}::bigint`, slice);
}

async function select(
  { db }: SignedInCtx,
  ids: RawBuilder<unknown>,
  total: RawBuilder<number>,
  { isAscending }: Slice,
): Promise<Page> {
  const statement = sql<Page>`
    with page as materialized (${ids})
    select coalesce(json_agg(${rowObject} order by o.id ${isAscending ? sql`asc` : sql`desc`}), '[]')::text as page,
           count(*) as length, ${isAscending ? sql`max(o.id)` : sql`min(o.id)`} as last, ${total} as total
    from page
    join work_orders o on o.id = page.id
    left join units u on u.id = o.unit_id
    left join users a on a.id = o.assignee_id`;
  const { rows } = await preparedOf(db, statement);
  const [page] = rows;
  if (page === undefined) throw new Error("The list statement gave no row.");
  return page;
}

const rowObject = sql`json_build_object(
  'id', o.id, 'title', o.title, 'description', o.description, 'category', o.category, 'location', o.location,
  'priority', o.priority, 'status', o.status, 'createdAt', o.created_at,
  'signatureUrl', '/api/work-orders/' || o.id || '/signatures/' || o.signature_id,
  'version', o.version, 'propertyId', o.property_id, 'unitNumber', u.unit_number,
  'assignee', case when a.id is null then null else json_build_object('id', a.id, 'fullName', a.full_name) end,
  'awaitingApproval', o.awaiting_approval)`;

function nextPart(url: string, query: ListQuery, found: Page, { offset, limit }: Slice): string | undefined {
  if (found.length === 0) return undefined;
  const next = new URL(url, "http://localhost");
  if (query.page !== undefined) {
    if (offset + found.length >= found.total) return undefined;
    next.searchParams.set("page", String(query.page + 1));
  } else {
    if (found.length < limit || found.last === null) return undefined;
    next.searchParams.set("limit", String(limit));
    next.searchParams.set("cursor", String(found.last));
  }
  return `${next.pathname}${next.search}`;
}
