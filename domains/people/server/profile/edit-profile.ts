import type { SessionUser } from "#domains/accounts/contract.ts";
import { presentSession } from "#domains/accounts/server/sessions/present-session.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";

/** Changes the user's own name. Earlier signatures and log entries keep the old name. */
export async function editProfile(
  ctx: SignedInCtx,
  { fullName }: { fullName: string },
): Promise<SessionUser> {
  const { actor, db } = ctx;
  if (fullName !== actor.fullName) {
    await db
      .updateTable("users")
      .set((row) => ({ full_name: fullName, version: row("version", "+", 1) }))
      .where("id", "=", actor.id)
      .execute();
    await audit(ctx, {
      action: "profile.edited",
      subjectType: "person",
      subjectId: actor.id,
      details: { changes: diffFields({ fullName: actor.fullName }, { fullName }, ["fullName"]) },
    });
    // Shows the new name on the person's other open pages.
    ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [actor.id] }));
  }
  return presentSession({ ...actor, fullName });
}
