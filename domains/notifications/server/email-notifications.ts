import { type RawBuilder, sql } from "kysely";
import { isDatabaseUnavailable } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { unsubscribeLink } from "#server/notifications/unsubscribe-link.ts";
import { shorten } from "#shared/format/shorten.ts";
import { type NotificationContent, type NotificationKind, notificationText } from "../kinds.ts";
import { getLink } from "./bell.ts";

/** The maximum number of people emailed in one transaction. */
const batchSize = 50;
/** Notifications within one minute share an email. Notifications read within that minute aren't emailed. */
const delaySeconds = 60;
/** After an outage, older notifications aren't emailed. They're still in the portal. */
const maxAgeHours = 24;
/** The maximum number of notifications an email lists, newest first. The rest are only counted. */
const maxListedItems = 30;
const maxSubjectLength = 120;
const notificationsPath = "/notifications";

/**
 * Runs once a minute. Sends each person one email with their pending notifications, unless they've read them
 * in the portal. Several instances can run at the same time, and only one of them emails each person. A
 * failed email doesn't delay others. `isVisible` is a condition on `notified` and `access_scopes viewer`,
 * true if the record exists and the recipient can see it.
 */
export async function emailNotifications(services: Services, isVisible: RawBuilder<boolean>): Promise<void> {
  let afterId = 0;
  for (;;) {
    const ids = await findNextPeople(services, afterId);
    const lastId = ids.at(-1);
    if (lastId === undefined) return;
    await emailPeople(services, ids, isVisible);
    afterId = lastId;
  }
}

/** Returns the next people, by id, with a notification older than `delaySeconds`. */
async function findNextPeople({ db, clock }: Services, afterId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from notifications where by_email and user_id > ${afterId}
    group by user_id having min(created_at) <= ${clock()}::timestamptz - make_interval(secs => ${sql.lit(delaySeconds)})
    order by user_id limit ${sql.lit(batchSize)}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Emails the people in one transaction, or in one per person if that fails. An email that fails again is
 * retried in the next minute.
 */
async function emailPeople(
  services: Services,
  ids: readonly number[],
  isVisible: RawBuilder<boolean>,
): Promise<void> {
  try {
    await runAsPortal(services, (ctx) => emailInTransaction(ctx, ids, isVisible));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const [userId] = ids;
    if (ids.length > 1) for (const id of ids) await emailPeople(services, [id], isVisible);
    else services.log.error({ err: error, userId }, "Could not email a person's notifications.");
  }
}

async function emailInTransaction(
  ctx: Ctx,
  ids: readonly number[],
  isVisible: RawBuilder<boolean>,
): Promise<void> {
  // A locked row means another instance is emailing that person.
  const { rows: people } = await sql<Recipient>`
    select id, email, full_name as "fullName", state <> 'disabled' and email_confirmed_at is not null as "canEmail"
    from users where id = any(${[...ids]}::bigint[]) order by id for no key update skip locked`.execute(
    ctx.db,
  );
  const pendingByPerson = await takePendingNotifications(ctx, people, isVisible);
  const { name } = await ctx.db.selectFrom("organization").select("name").executeTakeFirstOrThrow();
  for (const person of people) {
    const personNotifications = pendingByPerson.find(({ userId }) => userId === person.id);
    if (person.canEmail && personNotifications !== undefined)
      await emailPerson(ctx, person, personNotifications, name);
  }
}

interface Recipient {
  id: number;
  email: string;
  fullName: string;
  canEmail: boolean;
}

interface NotificationItem {
  kind: NotificationKind;
  details: unknown;
  link: string | null;
  work_order_id: number | null;
  document_id: number | null;
}

interface PendingNotifications {
  userId: number;
  ids: number[];
  kinds: NotificationKind[];
  /** The newest notifications, oldest first. */
  items: NotificationItem[];
}

/**
 * Marks these people's pending notifications as emailed. Returns those worth emailing: unread, and about a
 * record that still exists and that the person can still see.
 */
async function takePendingNotifications(
  ctx: Ctx,
  people: readonly Recipient[],
  isVisible: RawBuilder<boolean>,
): Promise<PendingNotifications[]> {
  const { rows } = await sql<PendingNotifications>`
    with taken as (
      update notifications set by_email = false where by_email and user_id = any(${people.map(({ id }) => id)}::bigint[])
      returning id, user_id, kind, details, link, work_order_id, document_id, created_at, read_at
    ), worth_emailing as (
      select notified.*, row_number() over (partition by notified.user_id order by notified.id desc) as recency
      from taken notified join access_scopes viewer on viewer.user_id = notified.user_id
      where notified.read_at is null and notified.created_at > ${ctx.now}::timestamptz - make_interval(hours => ${sql.lit(maxAgeHours)})
        and ${isVisible}
    )
    select user_id as "userId", array_agg(id) as ids, array_agg(distinct kind) as kinds,
      json_agg(json_build_object('kind', kind, 'details', details, 'link', link, 'work_order_id', work_order_id, 'document_id', document_id) order by id)
        filter (where recency <= ${sql.lit(maxListedItems)}) as items
    from worth_emailing group by user_id`.execute(ctx.db);
  return rows;
}

async function emailPerson(
  ctx: Ctx,
  person: Recipient,
  { ids, kinds, items }: PendingNotifications,
  organizationName: string,
) {
  const [firstItem] = items;
  if (firstItem === undefined) return;
  const isSingle = ids.length === 1;
  const path = getLink(firstItem);
  const hiddenCount = ids.length - items.length;
  const emailId = await queueEmail(ctx, {
    template: "notifications",
    to: { address: person.email, userId: person.id, fullName: person.fullName },
    subject: isSingle
      ? shorten(getText(firstItem), maxSubjectLength)
      : `${ids.length} updates from ${organizationName}`,
    paragraphs: [isSingle ? getText(firstItem) : "Here's what's new in the portal:"],
    ...(isSingle
      ? {}
      : { items: [...items.map(toListItem), ...(hiddenCount > 0 ? [createMoreItem(hiddenCount)] : [])] }),
    link:
      isSingle && path !== null
        ? { label: "Open in the portal", path }
        : { label: "See all notifications", path: notificationsPath },
    ...unsubscribeLink(ctx, person.id, kinds),
  });
  await sql`update notifications set email_id = ${emailId} where id = any(${ids}::bigint[])`.execute(ctx.db);
}

const getText = (item: NotificationItem) => notificationText(item as NotificationContent);
const toListItem = (item: NotificationItem) => ({ text: getText(item), path: getLink(item) });
const createMoreItem = (count: number) => ({ text: `And ${count} more`, path: notificationsPath });
