import { sql } from "kysely";
import { audit, type Change, diffFields } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import type { UnsubscribeContent } from "#server/notifications/unsubscribe-link.ts";
import { AppError } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Role } from "#shared/permissions.ts";
import { kinds } from "../kinds.ts";
import type { Preferences, setPreference } from "../preferences-contract.ts";
import { type TopicName, topics } from "../topics.ts";

interface Preference {
  inPortal: boolean;
  byEmail: boolean;
  byPush: boolean;
}
const channels = ["inPortal", "byEmail", "byPush"] as const;

const topicNames = Object.keys(topics) as TopicName[];
const isSentTo = (role: Role, topic: TopicName): boolean =>
  (topics[topic].sentTo as readonly Role[]).includes(role);
function getDefaultPreference(role: Role, topic: TopicName): Preference {
  const isOn = (topics[topic].emailedTo as readonly Role[]).includes(role);
  return { inPortal: true, byEmail: isOn, byPush: isOn };
}

/**
 * Returns the user's preference for each topic of their role: the saved one or the role's default (NAV-31).
 */
export async function listPreferences({ db, actor }: SignedInCtx): Promise<Preferences> {
  const savedPreferences = await findSavedPreferences(db, actor);
  return {
    emailConfirmed: actor.emailConfirmed,
    topics: topicNames
      .filter((topic) => isSentTo(actor.role, topic))
      .map((topic) => ({
        topic,
        label: topics[topic].label,
        about: topics[topic].about,
        ...(savedPreferences.get(topic) ?? getDefaultPreference(actor.role, topic)),
      })),
  };
}

/** @throws AppError invalid if the user's role gets no notifications about the topic */
export async function updatePreference(
  ctx: SignedInCtx,
  { topic, ...input }: BodyOf<typeof setPreference>,
): Promise<Preferences> {
  if (!isSentTo(ctx.actor.role, topic)) {
    const message = "Unknown notification topic.";
    throw new AppError("invalid", message, { fields: { topic: message } });
  }
  const changes = await savePreferences(ctx, ctx.actor, [topic], (current) => ({
    inPortal: input.inPortal ?? current.inPortal,
    byEmail: input.byEmail ?? current.byEmail,
    byPush: input.byPush ?? current.byPush,
  }));
  if (changes.length > 0)
    await audit(ctx, {
      action: "profile.notifications-changed",
      subjectType: "person",
      subjectId: ctx.actor.id,
      details: { topic: topics[topic].label, changes },
    });
  return listPreferences(ctx);
}

/**
 * Turns off the emails an unsubscribe link controls, for anyone who has the link. Topics that are already off
 * don't change.
 */
export async function turnOffEmails(
  ctx: Ctx,
  { userId, topics: selectedTopics }: UnsubscribeContent,
): Promise<void> {
  const person = await ctx.db
    .selectFrom("users")
    .select(["id", "role", "full_name"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (person === undefined) return;
  const changes = await savePreferences(
    ctx,
    { id: person.id, role: person.role },
    selectedTopics,
    (current) => ({
      ...current,
      byEmail: false,
    }),
  );
  if (changes.length > 0)
    await audit(ctx, {
      action: "profile.unsubscribed",
      subjectType: "person",
      subjectId: person.id,
      actorName: person.full_name,
      details: { topics: selectedTopics.map((topic) => topics[topic].label) },
    });
}

/** Whether all emails an unsubscribe link controls are off. */
export async function areEmailsOff(
  db: Ctx["db"],
  { userId, topics: selectedTopics }: UnsubscribeContent,
): Promise<boolean> {
  const person = await db
    .selectFrom("users")
    .select(["id", "role"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (person === undefined) return true;
  const role = person.role;
  const savedPreferences = await findSavedPreferences(db, { id: person.id, role });
  return selectedTopics.every(
    (topic) => !(savedPreferences.get(topic) ?? getDefaultPreference(role, topic)).byEmail,
  );
}

interface PersonRef {
  id: number;
  role: Role;
}

async function findSavedPreferences(db: Ctx["db"], { id }: PersonRef): Promise<Map<string, Preference>> {
  const rows = await db
    .selectFrom("notification_preferences")
    .select(["topic", "in_portal", "by_email", "by_push"])
    .where("user_id", "=", id)
    .execute();
  return new Map(
    rows.map((row) => [row.topic, { inPortal: row.in_portal, byEmail: row.by_email, byPush: row.by_push }]),
  );
}

/**
 * Saves only preferences that differ from the role's default. Cancels pending emails and pushes about topics
 * that were turned off. Returns the changes.
 */
async function savePreferences(
  ctx: Ctx,
  { id, role }: PersonRef,
  selectedTopics: TopicName[],
  applyChange: (current: Preference) => Preference,
) {
  const { db } = ctx;
  // Concurrent changes for one person run one after the other, so neither overwrites the other.
  await sql`select from users where id = ${id} for no key update`.execute(db);
  const savedPreferences = await findSavedPreferences(db, { id, role });
  const changes: Change[] = [];
  for (const topic of selectedTopics) {
    const defaultPreference = getDefaultPreference(role, topic);
    const before = savedPreferences.get(topic) ?? defaultPreference;
    const after = applyChange(before);
    changes.push(...diffFields(before, after, channels));
    if (channels.every((channel) => after[channel] === defaultPreference[channel]))
      await db
        .deleteFrom("notification_preferences")
        .where("user_id", "=", id)
        .where("topic", "=", topic)
        .execute();
    else {
      const row = { in_portal: after.inPortal, by_email: after.byEmail, by_push: after.byPush };
      await db
        .insertInto("notification_preferences")
        .values({ user_id: id, topic, ...row })
        .onConflict((conflict) => conflict.columns(["user_id", "topic"]).doUpdateSet(row))
        .execute();
    }
    if (!after.byEmail)
      await db
        .updateTable("notifications")
        .set({ by_email: false })
        .where("user_id", "=", id)
        .where("by_email", "=", true)
        .where("kind", "in", getKindsOfTopic(topic))
        .execute();
    if (!after.byPush)
      await sql`
        delete from pending_pushes w using notifications n
        where n.id = w.notification_id and n.user_id = ${id} and n.kind = any(${getKindsOfTopic(topic)}::text[])`.execute(
        db,
      );
  }
  return changes;
}

const getKindsOfTopic = (topic: TopicName): string[] =>
  Object.entries(kinds)
    .filter(([, kind]) => kind.topic === topic)
    .map(([name]) => name);
