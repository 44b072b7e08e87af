import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import type { Invitation, listInvitations as listInvitationsEndpoint } from "../contract.ts";
import { invitationScope } from "./access.ts";
import { invitationState, invitations, presentInvitation } from "./invitation-queries.ts";
import { linkToNext } from "./paging.ts";

const newestWithoutPaging = 100;

/** Invitations within reach, newest first, in pages or parts (decisions, "Lists"). */
export async function listInvitations(
  { db, actor, now }: SignedInCtx,
  { query, request, reply }: Input<typeof listInvitationsEndpoint>,
): Promise<Invitation[]> {
  const limit = query.pageSize ?? query.limit ?? (query.page === undefined ? newestWithoutPaging : 50);
  const conditions = [invitationScope(actor.reach)];
  if (query.state !== undefined) conditions.push(sql`${invitationState(now)} = ${query.state}`);
  if (query.q !== undefined && query.q !== "")
    conditions.push(sql`lower(i.email) like lower(${`%${query.q.replace(/[\\%_]/g, "\\$&")}%`})`);
  const found = sql`${sql.join(conditions, sql` and `)}`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from invitations i where ${found}`.execute(db);
  const cursor =
    query.page === undefined && query.cursor !== undefined ? sql`i.id < ${query.cursor}` : sql`true`;
  const offset = query.page === undefined ? 0 : (query.page - 1) * limit;
  const { rows } = await invitations(
    now,
    sql`${found} and ${cursor} order by i.id desc limit ${limit + 1} offset ${offset}`,
  ).execute(db);
  const shown = rows.slice(0, limit);
  reply.header("x-total-count", String(counted[0]?.total ?? 0));
  const last = shown.at(-1);
  if (last !== undefined && rows.length > limit)
    reply.header("link", linkToNext(request.url, { page: query.page, lastId: last.id }));
  return shown.map(presentInvitation);
}
