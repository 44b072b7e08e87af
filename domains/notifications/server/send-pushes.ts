import { type RawBuilder, sql } from "kysely";
import type { Ctx, Services } from "#server/http/context.ts";
import type { Pushed, PushTarget } from "#server/integrations/web-push.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { enqueuePushes } from "#server/notifications/enqueue-pushes.ts";
import { shorten } from "#shared/format/shorten.ts";
import { kinds, type NotificationContent, type NotificationKind, notificationText } from "../kinds.ts";
import { quietUntil } from "../quiet-hours.ts";
import { topics } from "../topics.ts";
import { linkOf } from "./bell.ts";

/** Older ones are still in the portal; the push services keep them as long for a device that is switched off. */
const hoursMax = 24;
/** After the first, second and so on failed try. */
const pausesSeconds = [30, 120, 600, 1_800];
const pauseSecondsMax = 3_600;
/** One push about more notifications has the newest of them. */
const listedMax = 3;
const sentenceMax = 200;

/**
 * Sends what waits for a device: one push, whether it is about one notification or several. Dropped are those that were read
 * meanwhile, that are about a record the person may not see any more, and that are a day old. During the person's quiet hours
 * only those about urgent work orders are sent, and the job comes back when the hours end. A process that dies after the
 * push was taken sends it again, and the device shows it once, by its tag.
 */
export async function sendPushes(
  services: Services,
  { subscriptionId }: Tasks["send-pushes"],
  isVisible: RawBuilder<boolean>,
): Promise<void> {
  const ready = await asPortal(services, (ctx) => prepare(ctx, subscriptionId, isVisible));
  if (ready === null) return;
  const { device, items } = ready;
  const pushed = await services.push.send(device, {
    text: JSON.stringify(contentOf(items)),
    isUrgent: items.some(({ isUrgent }) => isUrgent),
    keptSeconds: hoursMax * 3_600,
  });
  await asPortal(services, (ctx) => note(ctx, { device, items, pushed }));
}

interface Device extends PushTarget {
  id: number;
  failures: number;
}

interface Item {
  id: number;
  kind: NotificationKind;
  particulars: unknown;
  link: string | null;
  work_order_id: number | null;
  document_id: number | null;
  isUrgent: boolean;
}

/** What is to be sent now; null when that is nothing. */
async function prepare(
  ctx: Ctx,
  subscriptionId: number,
  isVisible: RawBuilder<boolean>,
): Promise<{ device: Device; items: Item[] } | null> {
  const found = await findDevice(ctx, subscriptionId);
  if (found === undefined) return null;
  const { waitUntil, quietFrom, quietTo, timeZone, ...device } = found;
  if (waitUntil !== null && waitUntil > ctx.now) {
    await enqueuePushes(ctx.db, device.id, secondsUntil(waitUntil, ctx.now));
    return null;
  }
  const waiting = await takeWaiting(ctx, device.id, isVisible);
  const quietEnd =
    quietFrom === null || quietTo === null
      ? null
      : quietUntil(ctx.now, { from: quietFrom, to: quietTo }, timeZone);
  const items = quietEnd === null ? waiting : waiting.filter(({ isUrgent }) => isUrgent);
  if (quietEnd !== null && items.length < waiting.length)
    await enqueuePushes(ctx.db, device.id, secondsUntil(quietEnd, ctx.now));
  return items.length === 0 ? null : { device, items };
}

interface FoundDevice extends Device {
  waitUntil: Date | null;
  quietFrom: string | null;
  quietTo: string | null;
  timeZone: string;
}

/** Undefined when its session is over. */
async function findDevice({ db, now }: Ctx, id: number): Promise<FoundDevice | undefined> {
  const { rows } = await sql<FoundDevice>`
    select d.id, d.endpoint, d.p256dh, d.auth, d.failures, d.wait_until as "waitUntil",
      q.from_time as "quietFrom", q.to_time as "quietTo", coalesce(q.time_zone, o.time_zone) as "timeZone"
    from push_subscriptions d
    join sessions s on s.id_hash = d.session_hash and s.idle_until > ${now} and s.ends_at > ${now}
    join users u on u.id = d.user_id and u.state <> 'disabled'
    left join quiet_hours q on q.user_id = d.user_id
    cross join organisation o
    where d.id = ${id}`.execute(db);
  return rows[0];
}

/** The waiting notifications that are worth a push, oldest first; the others are dropped. */
async function takeWaiting(ctx: Ctx, deviceId: number, isVisible: RawBuilder<boolean>): Promise<Item[]> {
  const { rows } = await sql<Item>`
    with worth as (
      select notified.id, notified.kind, notified.particulars, notified.link, notified.work_order_id, notified.document_id
      from waiting_pushes w join notifications notified on notified.id = w.notification_id
      join access_scopes viewer on viewer.user_id = notified.user_id
      where w.subscription_id = ${deviceId} and notified.read_at is null
        and notified.created_at > ${ctx.now}::timestamptz - make_interval(hours => ${sql.lit(hoursMax)}) and ${isVisible}
    ), dropped as (
      delete from waiting_pushes where subscription_id = ${deviceId} and notification_id not in (select id from worth)
    )
    select worth.*, worth.kind in ('work-order.urgent', 'work-order.assigned') and exists (
      select from work_orders o where o.id = worth.work_order_id and (o.priority = 'urgent' or o.status = 'urgent')
    ) as "isUrgent"
    from worth order by worth.id`.execute(ctx.db);
  return rows;
}

/** Writes how it ended, and what follows. */
async function note(
  ctx: Ctx,
  { device, items, pushed }: { device: Device; items: Item[]; pushed: Pushed },
): Promise<void> {
  const { db, now } = ctx;
  const update = (change: {
    problem: string | null;
    failures?: number;
    wait_until?: Date | null;
    last_sent_at?: Date;
  }) => db.updateTable("push_subscriptions").set(change).where("id", "=", device.id).execute();
  if (pushed.outcome === "gone") {
    // The browser may have subscribed anew since.
    await db
      .deleteFrom("push_subscriptions")
      .where("id", "=", device.id)
      .where("endpoint", "=", device.endpoint)
      .execute();
    return;
  }
  if (pushed.outcome === "later") {
    const seconds = Math.min(
      Math.max(pushed.afterSeconds ?? pausesSeconds[device.failures] ?? pauseSecondsMax, 1),
      hoursMax * 3_600,
    );
    await update({
      problem: pushed.problem,
      failures: device.failures + 1,
      wait_until: new Date(now.getTime() + seconds * 1_000),
    });
    await enqueuePushes(db, device.id, seconds);
    return;
  }
  await update(
    pushed.outcome === "sent"
      ? { problem: null, failures: 0, wait_until: null, last_sent_at: now }
      : { problem: pushed.problem },
  );
  await db
    .deleteFrom("waiting_pushes")
    .where("subscription_id", "=", device.id)
    .where(
      "notification_id",
      "in",
      items.map(({ id }) => id),
    )
    .execute();
}

const secondsUntil = (then: Date, now: Date): number => Math.ceil((then.getTime() - now.getTime()) / 1_000);

/** What the service worker shows: web/offline/worker.js. */
interface PushContent {
  title: string;
  body: string;
  /** A path within the portal. */
  link: string;
  /** A later notification with the same tag replaces the earlier one. */
  tag: string;
}

function contentOf(items: readonly Item[]): PushContent {
  const [only] = items;
  if (only !== undefined && items.length === 1)
    return {
      title: titleOf(only.kind),
      body: textOf(only),
      link: linkOf(only) ?? "/notifications",
      tag: `notification-${only.id}`,
    };
  const newest = items.slice(-listedMax).reverse();
  const more = items.length - newest.length;
  return {
    title: `${items.length} notifications`,
    body: [...newest.map(textOf), ...(more > 0 ? [`And ${more} more`] : [])].join("\n"),
    link: "/notifications",
    tag: "notifications",
  };
}

function titleOf(kind: NotificationKind): string {
  const { topic } = kinds[kind];
  return topic === "account" ? "Your account" : topics[topic].label;
}

const textOf = (item: Item): string =>
  shorten(notificationText(item as unknown as NotificationContent), sentenceMax);
