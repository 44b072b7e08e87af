import type { SessionUser } from "#domains/accounts/contract.ts";
import { presentSession } from "#domains/accounts/server/sessions/present-session.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { editProfile as editProfileEndpoint } from "../../profile-contract.ts";

/** Changes the user's own name or display density. Earlier signatures and log entries keep the old name. */
export async function editProfile(
  ctx: SignedInCtx,
  changes: BodyOf<typeof editProfileEndpoint>,
): Promise<SessionUser> {
  const { actor, db } = ctx;
  const updatedActor = { ...actor, ...changes };
  const { fullName, density } = updatedActor;
  if (density !== actor.density)
    await db.updateTable("users").set({ density }).where("id", "=", actor.id).execute();
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
  }
  // Shows the change on the person's other open pages.
  ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [actor.id] }));
  return presentSession(updatedActor);
}
