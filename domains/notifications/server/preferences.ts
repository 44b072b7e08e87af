import { sql } from "kysely";
import { audit, changesBetween } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { AppError } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Role } from "#shared/permissions.ts";
import { kinds } from "../kinds.ts";
import type { choosePreference, Preferences } from "../preferences-contract.ts";
import { type TopicName, topics } from "../topics.ts";
import type { Unsubscribing } from "./unsubscribe-link.ts";

interface Wish {
  inPortal: boolean;
  byMail: boolean;
}

const names = Object.keys(topics) as TopicName[];
const isHeardBy = (role: Role, topic: TopicName): boolean =>
  (topics[topic].heardBy as readonly Role[]).includes(role);
const defaultOf = (role: Role, topic: TopicName): Wish => ({
  inPortal: true,
  byMail: (topics[topic].mailedTo as readonly Role[]).includes(role),
});

/** How the caller is told of each topic the role ever hears of (NAV-31): as chosen, else as the role has it. */
export async function preferencesOf({ db, actor }: SignedInCtx): Promise<Preferences> {
  const wishes = await wishesOf(db, actor);
  return {
    emailConfirmed: actor.emailConfirmed,
    topics: names
      .filter((topic) => isHeardBy(actor.role, topic))
      .map((topic) => ({
        topic,
        label: topics[topic].label,
        about: topics[topic].about,
        ...(wishes.get(topic) ?? defaultOf(actor.role, topic)),
      })),
  };
}

/** @throws AppError invalid for a topic the role never hears of */
export async function chooseHow(
  ctx: SignedInCtx,
  { topic, inPortal, byMail }: BodyOf<typeof choosePreference>,
): Promise<Preferences> {
  if (!isHeardBy(ctx.actor.role, topic)) {
    const sentence = "Please name one of the topics you are told of.";
    throw new AppError("invalid", sentence, { fields: { topic: sentence } });
  }
  const changes = await change(ctx, ctx.actor, [topic], (now) => ({
    inPortal: inPortal ?? now.inPortal,
    byMail: byMail ?? now.byMail,
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

/** Turns the mails of a link off, whoever opened it; what is off stays off. */
export async function turnMailsOff(ctx: Ctx, { userId, topics: chosen }: Unsubscribing): Promise<void> {
  const person = await ctx.db
    .selectFrom("users")
    .select(["id", "role", "full_name"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (person === undefined) return;
  const changes = await change(ctx, { id: person.id, role: person.role as Role }, chosen, ({ inPortal }) => ({
    inPortal,
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

/** Whether all mails of a link are off already. */
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
  const wishes = await wishesOf(db, { id: person.id, role });
  return chosen.every((topic) => !(wishes.get(topic) ?? defaultOf(role, topic)).byMail);
}

interface Somebody {
  id: number;
  role: Role;
}

async function wishesOf(db: Ctx["db"], { id }: Somebody): Promise<Map<string, Wish>> {
  const rows = await db
    .selectFrom("notification_preferences")
    .select(["topic", "in_portal", "by_mail"])
    .where("user_id", "=", id)
    .execute();
  return new Map(rows.map((row) => [row.topic, { inPortal: row.in_portal, byMail: row.by_mail }]));
}

/**
 * Keeps only what departs from the default of the role, and takes back what still waits to be mailed of what is mailed no
 * longer. Gives what is another now.
 */
async function change(ctx: Ctx, { id, role }: Somebody, chosen: TopicName[], wish: (now: Wish) => Wish) {
  const { db } = ctx;
  // Two changes of one person follow one another, and each keeps what the other chose.
  await sql`select from users where id = ${id} for no key update`.execute(db);
  const wishes = await wishesOf(db, { id, role });
  const changes: ReturnType<typeof changesBetween> = [];
  for (const topic of chosen) {
    const usual = defaultOf(role, topic);
    const before = wishes.get(topic) ?? usual;
    const after = wish(before);
    changes.push(...changesBetween(before, after, ["inPortal", "byMail"]));
    if (after.inPortal === usual.inPortal && after.byMail === usual.byMail)
      await db
        .deleteFrom("notification_preferences")
        .where("user_id", "=", id)
        .where("topic", "=", topic)
        .execute();
    else
      await db
        .insertInto("notification_preferences")
        .values({ user_id: id, topic, in_portal: after.inPortal, by_mail: after.byMail })
        .onConflict((conflict) =>
          conflict
            .columns(["user_id", "topic"])
            .doUpdateSet({ in_portal: after.inPortal, by_mail: after.byMail }),
        )
        .execute();
    if (!after.byMail)
      await db
        .updateTable("notifications")
        .set({ by_mail: false })
        .where("user_id", "=", id)
        .where("by_mail", "=", true)
        .where("kind", "in", kindsOf(topic))
        .execute();
  }
  return changes;
}

const kindsOf = (topic: TopicName): string[] =>
  Object.entries(kinds)
    .filter(([, kind]) => kind.topic === topic)
    .map(([name]) => name);
