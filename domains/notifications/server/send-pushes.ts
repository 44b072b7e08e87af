import { type RawBuilder, sql } from "kysely";
import type { Ctx, Services } from "#server/http/context.ts";
import type { PushResult, PushTarget } from "#server/integrations/push/web-push.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { enqueuePushes } from "#server/notifications/enqueue-pushes.ts";
import { shorten } from "#shared/format/shorten.ts";
import { kinds, type NotificationContent, type NotificationKind, notificationText } from "../kinds.ts";
import { getQuietHoursEnd } from "../quiet-hours.ts";
import { topics } from "../topics.ts";
import { getLink } from "./bell.ts";

/**
 * Older notifications aren't pushed. They're still in the portal. Push services hold a push for an offline
 * device just as long.
 */
const maxAgeHours = 24;
/** The delay after each failed attempt. */
const retrySeconds = [30, 120, 600, 1_800];
const maxRetrySeconds = 3_600;
/** The maximum number of notifications a push lists, newest first. The rest are only counted. */
const maxListedItems = 3;
const maxTextLength = 200;

/**
 * Sends a device's queued notifications as one push. Drops notifications that have been read, whose record
 * the person can no longer see, or that are a day old. During quiet hours, only notifications about urgent
 * work orders are sent, and the job runs again when they end. If the process dies after the push service
 * accepted the push, it's sent again, but the device shows it once because of its tag.
 */
export async function sendPushes(
  services: Services,
  { subscriptionId }: Tasks["send-pushes"],
  isVisible: RawBuilder<boolean>,
): Promise<void> {
  const preparedPush = await runAsPortal(services, (ctx) => preparePush(ctx, subscriptionId, isVisible));
  if (preparedPush === null) return;
  const { device, items } = preparedPush;
  const pushResult = await services.push.send(device, {
    text: JSON.stringify(composePush(items)),
    isUrgent: items.some(({ isUrgent }) => isUrgent),
    ttlSeconds: maxAgeHours * 3_600,
  });
  await runAsPortal(services, (ctx) => recordOutcome(ctx, { device, items, pushResult }));
}

interface Device extends PushTarget {
  id: number;
  failures: number;
}

interface NotificationItem {
  id: number;
  kind: NotificationKind;
  details: unknown;
  link: string | null;
  work_order_id: number | null;
  document_id: number | null;
  isUrgent: boolean;
}

/** Returns the device and the notifications to push now, or null if there are none. */
async function preparePush(
  ctx: Ctx,
  subscriptionId: number,
  isVisible: RawBuilder<boolean>,
): Promise<{ device: Device; items: NotificationItem[] } | null> {
  const settings = await findDevice(ctx, subscriptionId);
  if (settings === undefined) return null;
  const { waitUntil, quietFrom, quietTo, timeZone, ...device } = settings;
  if (waitUntil !== null && waitUntil > ctx.now) {
    await enqueuePushes(ctx.db, device.id, countSecondsUntil(waitUntil, ctx.now));
    return null;
  }
  const pendingItems = await takePendingNotifications(ctx, device.id, isVisible);
  const quietEnd =
    quietFrom === null || quietTo === null
      ? null
      : getQuietHoursEnd(ctx.now, { from: quietFrom, to: quietTo }, timeZone);
  const items = quietEnd === null ? pendingItems : pendingItems.filter(({ isUrgent }) => isUrgent);
  if (quietEnd !== null && items.length < pendingItems.length)
    await enqueuePushes(ctx.db, device.id, countSecondsUntil(quietEnd, ctx.now));
  return items.length === 0 ? null : { device, items };
}

interface DeviceSettings extends Device {
  waitUntil: Date | null;
  quietFrom: string | null;
  quietTo: string | null;
  timeZone: string;
}

/** Returns undefined if the device's session has ended. */
async function findDevice({ db, now }: Ctx, id: number): Promise<DeviceSettings | undefined> {
  const { rows } = await sql<DeviceSettings>`
    select d.id, d.endpoint, d.p256dh, d.auth, d.failures, d.wait_until as "waitUntil",
      q.from_time as "quietFrom", q.to_time as "quietTo", coalesce(q.time_zone, o.time_zone) as "timeZone"
    from push_subscriptions d
    join sessions s on s.id_hash = d.session_hash and s.idle_until > ${now} and s.ends_at > ${now}
    join users u on u.id = d.user_id and u.state <> 'disabled'
    left join quiet_hours q on q.user_id = d.user_id
    cross join organization o
    where d.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the queued notifications to push, oldest first. Deletes the others. */
async function takePendingNotifications(
  ctx: Ctx,
  deviceId: number,
  isVisible: RawBuilder<boolean>,
): Promise<NotificationItem[]> {
  const { rows } = await sql<NotificationItem>`
    with sendable as (
      select notified.id, notified.kind, notified.details, notified.link, notified.work_order_id, notified.document_id
      from pending_pushes w join notifications notified on notified.id = w.notification_id
      join access_scopes viewer on viewer.user_id = notified.user_id
      where w.subscription_id = ${deviceId} and notified.read_at is null
        and notified.created_at > ${ctx.now}::timestamptz - make_interval(hours => ${sql.lit(maxAgeHours)}) and ${isVisible}
    ), dropped as (
      delete from pending_pushes where subscription_id = ${deviceId} and notification_id not in (select id from sendable)
    )
    select sendable.*, sendable.kind in ('work-order.urgent', 'work-order.assigned') and exists (
      select from work_orders o where o.id = sendable.work_order_id and (o.priority = 'urgent' or o.status = 'urgent')
    ) as "isUrgent"
    from sendable order by sendable.id`.execute(ctx.db);
  return rows;
}

/** Records the outcome and schedules the next attempt if needed. */
async function recordOutcome(
  ctx: Ctx,
  { device, items, pushResult }: { device: Device; items: NotificationItem[]; pushResult: PushResult },
): Promise<void> {
  const { db, now } = ctx;
  const updateDevice = (change: {
    problem: string | null;
    failures?: number;
    wait_until?: Date | null;
    last_sent_at?: Date;
  }) => db.updateTable("push_subscriptions").set(change).where("id", "=", device.id).execute();
  if (pushResult.outcome === "gone") {
    // The browser might have subscribed again since.
    await db
      .deleteFrom("push_subscriptions")
      .where("id", "=", device.id)
      .where("endpoint", "=", device.endpoint)
      .execute();
    return;
  }
  if (pushResult.outcome === "later") {
    const seconds = Math.min(
      Math.max(pushResult.retryAfterSeconds ?? retrySeconds[device.failures] ?? maxRetrySeconds, 1),
      maxAgeHours * 3_600,
    );
    await updateDevice({
      problem: pushResult.problem,
      failures: device.failures + 1,
      wait_until: new Date(now.getTime() + seconds * 1_000),
    });
    await enqueuePushes(db, device.id, seconds);
    return;
  }
  await updateDevice(
    pushResult.outcome === "sent"
      ? { problem: null, failures: 0, wait_until: null, last_sent_at: now }
      : { problem: pushResult.problem },
  );
  await db
    .deleteFrom("pending_pushes")
    .where("subscription_id", "=", device.id)
    .where(
      "notification_id",
      "in",
      items.map(({ id }) => id),
    )
    .execute();
}

const countSecondsUntil = (instant: Date, now: Date): number =>
  Math.ceil((instant.getTime() - now.getTime()) / 1_000);

/** The notification the service worker shows (web/offline/worker.js). */
interface PushContent {
  title: string;
  body: string;
  /** A path in the portal. */
  link: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
}

function composePush(items: readonly NotificationItem[]): PushContent {
  const [firstItem] = items;
  if (firstItem !== undefined && items.length === 1)
    return {
      title: getTitle(firstItem.kind),
      body: getText(firstItem),
      link: getLink(firstItem) ?? "/notifications",
      tag: `notification-${firstItem.id}`,
    };
  const newestItems = items.slice(-maxListedItems).reverse();
  const hiddenCount = items.length - newestItems.length;
  return {
    title: `${items.length} notifications`,
    body: [...newestItems.map(getText), ...(hiddenCount > 0 ? [`And ${hiddenCount} more`] : [])].join("\n"),
    link: "/notifications",
    tag: "notifications",
  };
}

function getTitle(kind: NotificationKind): string {
  const { topic } = kinds[kind];
  return topic === "account" ? "Your account" : topics[topic].label;
}

const getText = (item: NotificationItem): string =>
  shorten(notificationText(item as unknown as NotificationContent), maxTextLength);
