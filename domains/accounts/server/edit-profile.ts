import { audit, changesBetween } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { SessionUser } from "../contract.ts";
import { presentSession } from "./present.ts";

/** Changes the user's own name. What was signed or written before keeps the name it was made with. */
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
      details: { changes: changesBetween({ fullName: actor.fullName }, { fullName }, ["fullName"]) },
    });
    // Other open pages of the person draw the new name.
    ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [actor.id] }));
  }
  return presentSession({ ...actor, fullName });
}
