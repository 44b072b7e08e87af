import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { endUserSessions } from "#server/http/requests/session.ts";
import { notFound } from "#shared/errors.ts";
import type { MySession } from "../../session-contract.ts";

/** The user's own sessions, most recent first. A session is identified by its number, never by its hash. */
export async function listMySessions({ db, actor, now }: SignedInCtx): Promise<MySession[]> {
  const rows = await db
    .selectFrom("sessions")
    .select([
      "id_hash",
      "number",
      "created_at",
      "last_seen_at",
      "network_address",
      "user_agent",
      "signed_in_by",
    ])
    .where("user_id", "=", actor.id)
    .where("idle_until", ">", now)
    .where("ends_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .orderBy("number", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.number,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    networkAddress: row.network_address,
    userAgent: row.user_agent,
    signedInBy: row.signed_in_by,
    isCurrent: row.id_hash.equals(actor.sessionHash),
  }));
}

/**
 * Ends one of the user's sessions and its live streams.
 * @throws AppError not_found for someone else's session
 */
export async function endMySession(ctx: SignedInCtx, number: number): Promise<void> {
  const { actor, db } = ctx;
  const endedSession = await db
    .deleteFrom("sessions")
    .where("user_id", "=", actor.id)
    .where("number", "=", number)
    .returning("id_hash")
    .executeTakeFirst();
  if (endedSession === undefined) throw notFound("session");
  ctx.afterCommit(() =>
    ctx.live.publish({
      to: "session",
      kind: "session-ended",
      userId: actor.id,
      sessionHash: endedSession.id_hash.toString("hex"),
    }),
  );
  await audit(ctx, { action: "session.ended", subjectType: "person", subjectId: actor.id });
}

export async function endOtherSessions(ctx: SignedInCtx): Promise<void> {
  const { actor } = ctx;
  await endUserSessions(ctx, actor.id, actor.sessionHash);
  await audit(ctx, { action: "session.others-ended", subjectType: "person", subjectId: actor.id });
}
