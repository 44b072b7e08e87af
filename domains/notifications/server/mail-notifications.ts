import { type RawBuilder, sql } from "kysely";
import { isDatabaseAway } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { queueMail } from "#server/integrations/outbox.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { unsubscribeLink } from "#server/notifications/unsubscribe-link.ts";
import { shorten } from "#shared/format/shorten.ts";
import { type NotificationContent, type NotificationKind, notificationText } from "../kinds.ts";
import { linkOf } from "./bell.ts";

/** How many people are mailed in one transaction. */
const peopleAtOnce = 50;
/** Notifications within one minute share a mail; those read in that minute are not mailed. */
const waitingSeconds = 60;
/** Notifications older than this are not mailed after an outage; they are still in the portal. */
const lateHoursMax = 24;
/** A mail about more notifications lists the newest and says how many more there are. */
const listedMax = 30;
const subjectMax = 120;
const allPath = "/notifications";

/**
 * Once a minute: sends each person one mail with the notifications that are to be mailed and were not read in the portal
 * meanwhile. Several instances may run at once: each person is mailed by one of them. A failed mail does not hold up others.
 * `isVisible` is a condition on `notified` and `access_scopes viewer`: the record is there, and the recipient may see it.
 */
export async function mailNotifications(services: Services, isVisible: RawBuilder<boolean>): Promise<void> {
  let after = 0;
  for (;;) {
    const ids = await nextPeople(services, after);
    const last = ids.at(-1);
    if (last === undefined) return;
    await mailEach(services, ids, isVisible);
    after = last;
  }
}

/** The next people, by id, with a notification that has waited long enough. */
async function nextPeople({ db, clock }: Services, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from notifications where by_mail and user_id > ${after}
    group by user_id having min(created_at) <= ${clock()}::timestamptz - make_interval(secs => ${sql.lit(waitingSeconds)})
    order by user_id limit ${sql.lit(peopleAtOnce)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** In one transaction, or in one per person when that fails; a person whose mail fails again is retried the next minute. */
async function mailEach(
  services: Services,
  ids: readonly number[],
  isVisible: RawBuilder<boolean>,
): Promise<void> {
  try {
    await asPortal(services, (ctx) => mailTogether(ctx, ids, isVisible));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const [userId] = ids;
    if (ids.length > 1) for (const id of ids) await mailEach(services, [id], isVisible);
    else services.log.error({ err: error, userId }, "The notifications of a person could not be mailed.");
  }
}

async function mailTogether(ctx: Ctx, ids: readonly number[], isVisible: RawBuilder<boolean>): Promise<void> {
  // A locked person is being mailed by another instance.
  const { rows: people } = await sql<Recipient>`
    select id, email, full_name as "fullName", state <> 'disabled' and email_confirmed_at is not null as "isMailed"
    from users where id = any(${[...ids]}::bigint[]) order by id for no key update skip locked`.execute(
    ctx.db,
  );
  const taken = await takeWaiting(ctx, people, isVisible);
  const { name } = await ctx.db.selectFrom("organisation").select("name").executeTakeFirstOrThrow();
  for (const person of people) {
    const own = taken.find(({ userId }) => userId === person.id);
    if (person.isMailed && own !== undefined) await mailOne(ctx, person, own, name);
  }
}

interface Recipient {
  id: number;
  email: string;
  fullName: string;
  isMailed: boolean;
}

interface Item {
  kind: NotificationKind;
  particulars: unknown;
  link: string | null;
  work_order_id: number | null;
  document_id: number | null;
}

interface Taken {
  userId: number;
  ids: number[];
  kinds: NotificationKind[];
  /** The newest ones, in the order they came. */
  items: Item[];
}

/**
 * Marks the waiting notifications of these people as mailed and returns those worth a mail: unread, and about a record that
 * still exists and that the person may still see.
 */
async function takeWaiting(
  ctx: Ctx,
  people: readonly Recipient[],
  isVisible: RawBuilder<boolean>,
): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with taken as (
      update notifications set by_mail = false where by_mail and user_id = any(${people.map(({ id }) => id)}::bigint[])
      returning id, user_id, kind, particulars, link, work_order_id, document_id, created_at, read_at
    ), worth_mailing as (
      select notified.*, row_number() over (partition by notified.user_id order by notified.id desc) as place
      from taken notified join access_scopes viewer on viewer.user_id = notified.user_id
      where notified.read_at is null and notified.created_at > ${ctx.now}::timestamptz - make_interval(hours => ${sql.lit(lateHoursMax)})
        and ${isVisible}
    )
    select user_id as "userId", array_agg(id) as ids, array_agg(distinct kind) as kinds,
      json_agg(json_build_object('kind', kind, 'particulars', particulars, 'link', link, 'work_order_id', work_order_id, 'document_id', document_id) order by id)
        filter (where place <= ${sql.lit(listedMax)}) as items
    from worth_mailing group by user_id`.execute(ctx.db);
  return rows;
}

async function mailOne(ctx: Ctx, person: Recipient, { ids, kinds, items }: Taken, organisation: string) {
  const [first] = items;
  if (first === undefined) return;
  const isOne = ids.length === 1;
  const path = linkOf(first);
  const more = ids.length - items.length;
  const mailId = await queueMail(ctx, {
    template: "notifications",
    to: { address: person.email, userId: person.id, fullName: person.fullName },
    subject: isOne ? shorten(textOf(first), subjectMax) : `${ids.length} updates from ${organisation}`,
    paragraphs: [isOne ? textOf(first) : "This is new for you in the portal:"],
    ...(isOne ? {} : { items: [...items.map(itemOf), ...(more > 0 ? [moreItem(more)] : [])] }),
    link:
      isOne && path !== null
        ? { label: "Open in the portal", path }
        : { label: "See all notifications", path: allPath },
    ...unsubscribeLink(ctx, person.id, kinds),
  });
  await sql`update notifications set mail_id = ${mailId} where id = any(${ids}::bigint[])`.execute(ctx.db);
}

const textOf = (item: Item) => notificationText(item as NotificationContent);
const itemOf = (item: Item) => ({ text: textOf(item), path: linkOf(item) });
const moreItem = (count: number) => ({ text: `And ${count} more`, path: allPath });
