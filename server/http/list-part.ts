import type { FastifyReply, FastifyRequest } from "fastify";

/** A list that is not in the order of ids has a cursor of its own. */
interface Paging<Cursor> {
  page?: number | undefined;
  pageSize?: number | undefined;
  limit?: number | undefined;
  cursor?: Cursor | undefined;
}

const newestWithoutPaging = 100;

/** Which part of a list is asked for (requirements, "Lists"): `limit` records after `offset`, or those before `cursor`. */
export function partOf<Cursor = number>({ page, pageSize, limit, cursor }: Paging<Cursor>) {
  const size = pageSize ?? limit ?? (page === undefined ? newestWithoutPaging : 50);
  return {
    limit: size,
    offset: page === undefined ? 0 : (page - 1) * size,
    cursor: page === undefined ? cursor : undefined,
  };
}

/** `X-Total-Count`, and `Link` when there is more. */
export function describePart<Row extends { id: number }>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  query: Paging<unknown>,
  rows: readonly Row[],
  total: { count: number; isCapped: boolean },
  cursorOf: (last: Row) => string = ({ id }) => String(id),
): void {
  reply.header("x-total-count", total.isCapped ? "more than 1,000" : String(total.count));
  const { limit, offset } = partOf(query);
  const last = rows.at(-1);
  const hasMore =
    query.page === undefined
      ? rows.length === limit
      : rows.length === limit && (total.isCapped || offset + rows.length < total.count);
  if (last === undefined || !hasMore) return;
  const next = new URL(request.url, "http://localhost");
  if (query.page !== undefined) next.searchParams.set("page", String(query.page + 1));
  else {
    next.searchParams.set("limit", String(limit));
    next.searchParams.set("cursor", cursorOf(last));
  }
  reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
}
