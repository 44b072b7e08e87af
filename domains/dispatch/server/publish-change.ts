import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";

/** After the commit, open pages of those who manage buildings, and of these members of a team, read rules and teams again. */
export async function publishDispatchChange(
  ctx: SignedInCtx,
  memberIds: readonly number[] = [],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from users where state = 'active' and role in ('landlord', 'admin')`.execute(ctx.db);
  const userIds = [...new Set([...rows.map(({ id }) => id), ...memberIds])];
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "dispatch", userIds }));
}
