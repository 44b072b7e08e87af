import { type RawBuilder, sql } from "kysely";
import { fromItsBlock, keptTotal, type Slice } from "#server/db/list-counts.ts";
import { searchCountedUpTo, searchNewest } from "#server/db/newest-first.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { Invitation, listInvitations as listInvitationsEndpoint } from "../invitation-contract.ts";
import { invitationScope } from "./access.ts";
import { invitationIs, invitations, presentInvitation } from "./invitation-queries.ts";
import { linkToNext } from "./paging.ts";

const newestWithoutPaging = 100;
/** Invitations within reach, newest first, in pages or parts (requirements, "Lists"). */
export async function listInvitations(
  { db, actor, now }: SignedInCtx,
  { query, request, reply }: Input<typeof listInvitationsEndpoint>,
): Promise<Invitation[]> {
  const size = query.pageSize ?? query.limit ?? (query.page === undefined ? newestWithoutPaging : 50);
  const wanted: Slice = {
    // One more than asked for tells whether there is a next part.
    limit: size + 1,
    offset: query.page === undefined ? 0 : (query.page - 1) * size,
    cursor: query.page === undefined ? query.cursor : undefined,
  };
  const { q = "", state } = query;
  const conditions = [invitationScope(actor.reach)];
  if (state !== undefined) conditions.push(invitationIs(state, now));
  const found = sql`${sql.join(conditions, sql` and `)}`;
  const searched =
    q === ""
      ? undefined
      : await searchNewest(
          db,
          {
            records: sql`select i.id, i.email from invitations i where ${found}`,
            hasWords: sql`lower(r.email) like lower(${`%${q.replace(/[\\%_]/g, "\\$&")}%`})`,
          },
          wanted,
        );
  const counted =
    searched !== undefined
      ? sql<number>`${searched.total}::bigint`
      : actor.reach.caller === "admin"
        ? keptOf(state, now)
        : sql<number>`(select count(*) from invitations i where ${found})`;
  const { rows: totals } = await sql<{ total: number }>`select ${counted} as total`.execute(db);
  const total = totals[0]?.total ?? 0;
  const isOfKept = actor.reach.caller === "admin" && q === "" && state !== "pending" && state !== "expired";
  const { limit, offset, cursor } = isOfKept
    ? await fromItsBlock(db, { list: "invitations", facets: state && [state] }, wanted)
    : wanted;
  const { rows } = await invitations(
    now,
    searched !== undefined
      ? sql`i.id = any(${searched.ids}::bigint[])`
      : // By themselves they are read from an index, however many come before the page.
        sql`i.id = any(array(select i.id from invitations i
          where ${found} and ${cursor === undefined ? sql`true` : sql`i.id < ${cursor}`}
          order by i.id desc limit ${limit} offset ${offset}))`,
  ).execute(db);
  const shown = rows.slice(0, size);
  reply.header("x-total-count", q !== "" && total > searchCountedUpTo ? "more than 1,000" : String(total));
  const last = shown.at(-1);
  if (last !== undefined && rows.length > size)
    reply.header("link", linkToNext(request.url, { page: query.page, lastId: last.id }));
  return shown.map(presentInvitation);
}

/** How many invitations there are in a state; of the open ones those that have not run out yet are few, and counted. */
function keptOf(state: Invitation["state"] | undefined, now: Date): RawBuilder<number> {
  const pending = sql<number>`(select count(*) from invitations i where ${invitationIs("pending", now)})`;
  if (state === "pending") return pending;
  if (state === "expired")
    return sql<number>`(${keptTotal({ list: "invitations", facets: ["open"] })} - ${pending})`;
  return keptTotal({ list: "invitations", facets: state && [state] });
}
