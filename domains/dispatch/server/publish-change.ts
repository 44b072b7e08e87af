import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";

/**
 * After the commit, refetches rules and teams on the open pages of landlords, admins, and the given team
 * members.
 */
export async function publishDispatchChange(
  ctx: SignedInCtx,
  memberIds: readonly number[] = [],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from users where state = 'active' and role in ('landlord', 'admin')`.execute(ctx.db);
  const userIds = [...new Set([...rows.map(({ id }) => id), ...memberIds])];
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "dispatch", userIds }));
}
