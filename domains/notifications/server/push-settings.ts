import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { countUse } from "#server/http/protection/limits.ts";
import { arePushKeys, isPushEndpoint } from "#server/integrations/push/web-push.ts";
import { enqueuePushes } from "#server/notifications/enqueue-pushes.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { PushDevice, PushSettings, setQuietHours, subscribeToPush, testPush } from "../push-contract.ts";

/** The oldest device beyond this number is removed. It's probably an old phone. */
const maxDevices = 10;
const testLimit = { name: "push test", count: 20, windowMinutes: 60 };
const testLifetimeSeconds = 300;

/** Returns the user's devices, newest first, and their quiet hours. */
export async function getPushSettings(ctx: SignedInCtx): Promise<PushSettings> {
  const { db, actor, push } = ctx;
  const devices = await listDevices(ctx);
  const savedQuietHours = await db
    .selectFrom("quiet_hours")
    .select(["from_time as from", "to_time as to", "time_zone as timeZone"])
    .where("user_id", "=", actor.id)
    .executeTakeFirst();
  const { time_zone } = await db.selectFrom("organization").select("time_zone").executeTakeFirstOrThrow();
  return {
    publicKey: push.publicKey,
    devices,
    quietHours: savedQuietHours ?? null,
    portalTimeZone: time_zone,
  };
}

async function listDevices({ db, actor }: SignedInCtx): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom("push_subscriptions")
    .select(["id", "user_agent", "created_at", "last_sent_at", "problem", "session_hash"])
    .where("user_id", "=", actor.id)
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    problem: row.problem,
    isCurrent: row.session_hash.equals(actor.sessionHash),
  }));
}

/**
 * Turns on push for the browser of this session. A new subscription replaces the session's earlier one and
 * takes over its queued pushes. A browser belongs to the user who turned on push last. Pushes queued there
 * for another user are dropped.
 * @throws AppError invalid if the endpoint isn't a known push service; conflict if `replaces` belongs to
 * another session
 */
export async function addPushDevice(
  ctx: SignedInCtx,
  { endpoint, keys, replaces }: BodyOf<typeof subscribeToPush>,
): Promise<PushDevice> {
  const { db, actor, now, userAgent } = ctx;
  if (!isPushEndpoint(endpoint))
    throw invalid({ endpoint: "The portal doesn't support this browser's push service." });
  if (!arePushKeys(keys)) throw invalid({ keys: "Invalid push subscription." });
  if (replaces !== undefined) await assertOwnEndpoint(ctx, replaces);
  await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(db);
  await db
    .deleteFrom("push_subscriptions")
    .where("endpoint", "=", endpoint)
    .where("session_hash", "<>", actor.sessionHash)
    .execute();
  const subscription = { endpoint, ...keys, user_agent: userAgent };
  const { id, isNew } = await db
    .insertInto("push_subscriptions")
    .values({ user_id: actor.id, session_hash: actor.sessionHash, created_at: now, ...subscription })
    .onConflict((conflict) =>
      conflict
        .column("session_hash")
        .doUpdateSet({ ...subscription, problem: null, failures: 0, wait_until: null }),
    )
    .returning(["id", sql<boolean>`xmax = 0`.as("isNew")])
    .executeTakeFirstOrThrow();
  if (!isNew) await enqueuePushes(db, id);
  await sql`
    delete from push_subscriptions where user_id = ${actor.id} and id in (
      select id from push_subscriptions where user_id = ${actor.id} order by id desc offset ${maxDevices}
    )`.execute(db);
  if (isNew)
    await audit(ctx, { action: "profile.push-turned-on", subjectType: "person", subjectId: actor.id });
  return getDevice(ctx, id);
}

/**
 * The push service can replace an endpoint while someone who didn't turn on push is signed in.
 * @throws AppError conflict unless this session turned on push with the endpoint
 */
async function assertOwnEndpoint({ db, actor }: SignedInCtx, endpoint: string): Promise<void> {
  const ownSubscription = await db
    .selectFrom("push_subscriptions")
    .select("id")
    .where("endpoint", "=", endpoint)
    .where("session_hash", "=", actor.sessionHash)
    .executeTakeFirst();
  if (ownSubscription === undefined)
    throw conflict("Push was turned on here by someone else. Turn it on again.");
}

async function getDevice(ctx: SignedInCtx, id: number): Promise<PushDevice> {
  const device = (await listDevices(ctx)).find(({ id: deviceId }) => deviceId === id);
  if (device === undefined) throw notFound("device");
  return device;
}

/**
 * Turns off push for a device.
 * @throws AppError not_found if the device isn't the user's
 */
export async function removePushDevice(ctx: SignedInCtx, id: number): Promise<void> {
  const { db, actor } = ctx;
  const removedSubscription = await db
    .deleteFrom("push_subscriptions")
    .where("id", "=", id)
    .where("user_id", "=", actor.id)
    .returning("id")
    .executeTakeFirst();
  if (removedSubscription === undefined) throw notFound("device");
  await audit(ctx, { action: "profile.push-turned-off", subjectType: "person", subjectId: actor.id });
}

/**
 * Sends a test push outside a transaction.
 * @throws AppError not_found if the device isn't the user's; too_many
 */
export async function sendTestPush(ctx: SignedInCtx, id: number): Promise<ResponseOf<typeof testPush>> {
  const { db, actor, push, now } = ctx;
  const target = await db
    .selectFrom("push_subscriptions")
    .select(["endpoint", "p256dh", "auth"])
    .where("id", "=", id)
    .where("user_id", "=", actor.id)
    .executeTakeFirst();
  if (target === undefined) throw notFound("device");
  await countUse(ctx, testLimit, String(actor.id));
  const pushContent = {
    title: "Notifications are working",
    body: "This is your test notification.",
    link: "/profile/notifications",
    tag: "test",
  };
  const pushResult = await push.send(target, {
    text: JSON.stringify(pushContent),
    isUrgent: true,
    ttlSeconds: testLifetimeSeconds,
  });
  if (pushResult.outcome === "gone") {
    await db
      .deleteFrom("push_subscriptions")
      .where("id", "=", id)
      .where("endpoint", "=", target.endpoint)
      .execute();
    return { problem: "This browser no longer accepts notifications. Turn them on again on that device." };
  }
  const problem = pushResult.outcome === "sent" ? null : pushResult.problem;
  const deliveredColumns = { last_sent_at: now, failures: 0, wait_until: null };
  await db
    .updateTable("push_subscriptions")
    .set({ problem, ...(problem === null ? deliveredColumns : {}) })
    .where("id", "=", id)
    .execute();
  // The push service works again, so queued pushes don't need to wait for their next attempt.
  if (problem === null) await enqueuePushes(db, id);
  return { problem };
}

/**
 * Sets the user's quiet hours.
 * @throws AppError invalid for an unknown time zone
 */
export async function saveQuietHours(
  ctx: SignedInCtx,
  { from, to, timeZone }: BodyOf<typeof setQuietHours>,
): Promise<PushSettings> {
  const { db, actor } = ctx;
  if (timeZone !== null && !isTimeZone(timeZone)) throw invalid({ timeZone: "Please select a time zone" });
  const row = { from_time: from, to_time: to, time_zone: timeZone };
  await db
    .insertInto("quiet_hours")
    .values({ user_id: actor.id, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
  await audit(ctx, {
    action: "profile.quiet-hours-set",
    subjectType: "person",
    subjectId: actor.id,
    details: { from, to, timeZone },
  });
  await enqueuePendingPushes(ctx);
  return getPushSettings(ctx);
}

export async function removeQuietHours(ctx: SignedInCtx): Promise<PushSettings> {
  const { db, actor } = ctx;
  const removedQuietHours = await db
    .deleteFrom("quiet_hours")
    .where("user_id", "=", actor.id)
    .returning("user_id")
    .executeTakeFirst();
  if (removedQuietHours !== undefined)
    await audit(ctx, {
      action: "profile.quiet-hours-turned-off",
      subjectType: "person",
      subjectId: actor.id,
    });
  await enqueuePendingPushes(ctx);
  return getPushSettings(ctx);
}

/** Runs the user's push jobs now, because the previous quiet hours might have held some back. */
async function enqueuePendingPushes({ db, actor }: SignedInCtx): Promise<void> {
  const rows = await db
    .selectFrom("push_subscriptions")
    .select("id")
    .where("user_id", "=", actor.id)
    .execute();
  for (const { id } of rows) await enqueuePushes(db, id);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
