import { sql } from "kysely";
import { audit, type Change, changesBetween } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import type { Unsubscribing } from "#server/notifications/unsubscribe-link.ts";
import { AppError } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Role } from "#shared/permissions.ts";
import { kinds } from "../kinds.ts";
import type { choosePreference, Preferences } from "../preferences-contract.ts";
import { type TopicName, topics } from "../topics.ts";

interface Preference {
  inPortal: boolean;
  byMail: boolean;
  byPush: boolean;
}
const channels = ["inPortal", "byMail", "byPush"] as const;

const names = Object.keys(topics) as TopicName[];
const isSentTo = (role: Role, topic: TopicName): boolean =>
  (topics[topic].sentTo as readonly Role[]).includes(role);
function defaultOf(role: Role, topic: TopicName): Preference {
  const isMailed = (topics[topic].mailedTo as readonly Role[]).includes(role);
  return { inPortal: true, byMail: isMailed, byPush: isMailed };
}

/** The person's preference for each topic of the role (NAV-31): the saved one, else the role's default. */
export async function preferencesOf({ db, actor }: SignedInCtx): Promise<Preferences> {
  const saved = await savedPreferencesOf(db, actor);
  return {
    emailConfirmed: actor.emailConfirmed,
    topics: names
      .filter((topic) => isSentTo(actor.role, topic))
      .map((topic) => ({
        topic,
        label: topics[topic].label,
        about: topics[topic].about,
        ...(saved.get(topic) ?? defaultOf(actor.role, topic)),
      })),
  };
}

/** @throws AppError invalid for a topic that the role gets no notifications of */
export async function chooseHow(
  ctx: SignedInCtx,
  { topic, ...wanted }: BodyOf<typeof choosePreference>,
): Promise<Preferences> {
  if (!isSentTo(ctx.actor.role, topic)) {
    const sentence = "Please name one of the topics you get notifications of.";
    throw new AppError("invalid", sentence, { fields: { topic: sentence } });
  }
  const changes = await change(ctx, ctx.actor, [topic], (now) => ({
    inPortal: wanted.inPortal ?? now.inPortal,
    byMail: wanted.byMail ?? now.byMail,
    byPush: wanted.byPush ?? now.byPush,
  }));
  if (changes.length > 0)
    await audit(ctx, {
      action: "profile.notifications-chosen",
      subjectType: "person",
      subjectId: ctx.actor.id,
      details: { topic: topics[topic].label, changes },
    });
  return preferencesOf(ctx);
}

/** Turns off the mails of a link, whoever opened it; topics that are off stay off. */
export async function turnMailsOff(ctx: Ctx, { userId, topics: chosen }: Unsubscribing): Promise<void> {
  const person = await ctx.db
    .selectFrom("users")
    .select(["id", "role", "full_name"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (person === undefined) return;
  const changes = await change(ctx, { id: person.id, role: person.role as Role }, chosen, (now) => ({
    ...now,
    byMail: false,
  }));
  if (changes.length > 0)
    await audit(ctx, {
      action: "profile.unsubscribed",
      subjectType: "person",
      subjectId: person.id,
      actorName: person.full_name,
      details: { topics: chosen.map((topic) => topics[topic].label) },
    });
}

/** Whether all mails of a link are already off. */
export async function areMailsOff(
  db: Ctx["db"],
  { userId, topics: chosen }: Unsubscribing,
): Promise<boolean> {
  const person = await db
    .selectFrom("users")
    .select(["id", "role"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (person === undefined) return true;
  const role = person.role as Role;
  const saved = await savedPreferencesOf(db, { id: person.id, role });
  return chosen.every((topic) => !(saved.get(topic) ?? defaultOf(role, topic)).byMail);
}

interface Somebody {
  id: number;
  role: Role;
}

async function savedPreferencesOf(db: Ctx["db"], { id }: Somebody): Promise<Map<string, Preference>> {
  const rows = await db
    .selectFrom("notification_preferences")
    .select(["topic", "in_portal", "by_mail", "by_push"])
    .where("user_id", "=", id)
    .execute();
  return new Map(
    rows.map((row) => [row.topic, { inPortal: row.in_portal, byMail: row.by_mail, byPush: row.by_push }]),
  );
}

/**
 * Saves only what differs from the default of the role, and cancels waiting mails and pushes of topics that are turned off. Returns the
 * changes.
 */
async function change(
  ctx: Ctx,
  { id, role }: Somebody,
  chosen: TopicName[],
  choose: (now: Preference) => Preference,
) {
  const { db } = ctx;
  // Two concurrent changes of one person run one after the other, so that neither overwrites the other.
  await sql`select from users where id = ${id} for no key update`.execute(db);
  const saved = await savedPreferencesOf(db, { id, role });
  const changes: Change[] = [];
  for (const topic of chosen) {
    const usual = defaultOf(role, topic);
    const before = saved.get(topic) ?? usual;
    const after = choose(before);
    changes.push(...changesBetween(before, after, channels));
    if (channels.every((channel) => after[channel] === usual[channel]))
      await db
        .deleteFrom("notification_preferences")
        .where("user_id", "=", id)
        .where("topic", "=", topic)
        .execute();
    else {
      const row = { in_portal: after.inPortal, by_mail: after.byMail, by_push: after.byPush };
      await db
        .insertInto("notification_preferences")
        .values({ user_id: id, topic, ...row })
        .onConflict((conflict) => conflict.columns(["user_id", "topic"]).doUpdateSet(row))
        .execute();
    }
    if (!after.byMail)
      await db
        .updateTable("notifications")
        .set({ by_mail: false })
        .where("user_id", "=", id)
        .where("by_mail", "=", true)
        .where("kind", "in", kindsOf(topic))
        .execute();
    if (!after.byPush)
      await sql`
        delete from waiting_pushes w using notifications n
        where n.id = w.notification_id and n.user_id = ${id} and n.kind = any(${kindsOf(topic)}::text[])`.execute(
        db,
      );
  }
  return changes;
}

const kindsOf = (topic: TopicName): string[] =>
  Object.entries(kinds)
    .filter(([, kind]) => kind.topic === topic)
    .map(([name]) => name);
