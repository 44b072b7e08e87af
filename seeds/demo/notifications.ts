import { leaseEnds } from "#domains/leases/server/remind-of-end.ts";
import { notificationText } from "#domains/notifications/kinds.ts";
import { dueRent } from "#domains/payments/server/remind-of-rent.ts";
import { statusLabel } from "#domains/work-orders/status.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { remindWithin } from "#server/jobs/remind.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { Contents, DemoOrderContents } from "./contents.ts";
import { remindersOf, type SentReminder } from "./expiry-reminders.ts";
import { people } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import type { Entry } from "./telling.ts";
import { properties, units } from "./tenancies.ts";
import { hoursAfter, hoursBefore, instantAgo } from "./time.ts";

const keptDays = 30;
const unreadHours = 30;

interface Notice {
  at: Date;
  userId: number;
  kind: string;
  text: string;
  propertyId: number | null;
  workOrderId: number | null;
  documentId?: number | null;
  link?: string | null;
}

/** What people were told of late; who was told and in which words is as the work orders' own verbs do it. */
export async function fillNotifications(
  ctx: Ctx,
  { orders, documents }: Pick<Contents, "orders" | "documents">,
): Promise<void> {
  const { db, now } = ctx;
  await remindOfLate(ctx);
  const notices = [
    ...(await takeToldByVerbs(db)),
    ...orders.flatMap(noticesOf),
    ...approvalNotices(now),
    ...remindersOf(documents, now).flatMap(expiryNotices),
  ]
    .filter(({ at }) => at > hoursBefore(now, keptDays * 24))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  await db
    .insertInto("notifications")
    .values(
      notices.map(({ at, userId, kind, text, propertyId, workOrderId, documentId, link }) => ({
        user_id: userId,
        property_id: propertyId,
        work_order_id: workOrderId,
        document_id: documentId ?? null,
        kind,
        text,
        link: link ?? null,
        created_at: at,
        read_at: at > hoursBefore(now, unreadHours) ? null : hoursAfter(at, 1.5),
      })),
    )
    .execute();
}

/** Rent that is not paid and leases that end, day by day, as the jobs do it: what is open now was open then. */
async function remindOfLate(ctx: Ctx): Promise<void> {
  for (let day = keptDays; day >= 0; day -= 1) {
    const then = { ...ctx, now: day === 0 ? ctx.now : instantAgo(ctx.now, `${day}d 08:22`) };
    await remindWithin(then, dueRent);
    await remindWithin(then, leaseEnds);
  }
}

/** What the verbs and jobs told that made the rest of the data, to be put into one order with all else; nothing of it is mailed. */
async function takeToldByVerbs(db: Db): Promise<Notice[]> {
  const rows = await db.deleteFrom("notifications").returningAll().execute();
  return rows.map((row) => ({
    at: row.created_at,
    userId: row.user_id,
    kind: row.kind,
    text: row.text,
    propertyId: row.property_id,
    workOrderId: row.work_order_id,
    documentId: row.document_id,
    link: row.link,
  }));
}

function noticesOf(order: DemoOrderContents): Notice[] {
  let assignee: number | null = null;
  return order.entries.flatMap((entry) => {
    const before = assignee;
    if (entry.type === "assigned") assignee = (entry.details["to"] as number | null) ?? null;
    const notice = noticeOf(order, entry);
    if (notice === undefined) return [];
    const concerned = [
      entry.internal ? null : order.createdBy.id,
      assignee,
      entry.type === "assigned" ? before : null,
      ...(entry.type === "created" ? [...landlordsOf(order.propertyId), ...techniciansOf(order)] : []),
    ];
    return [...new Set(concerned)]
      .filter((id): id is number => id !== null && id !== entry.by.id)
      .map((userId) => ({
        ...notice,
        at: entry.at,
        userId,
        propertyId: order.propertyId,
        workOrderId: order.id,
      }));
  });
}

function noticeOf(order: DemoOrderContents, { type, by, details, message }: Entry) {
  const number = workOrderNumber(order.id);
  const { title, priority } = order.facts;
  if (type === "created")
    return priority === "high" || priority === "urgent"
      ? {
          kind: "work-order.urgent",
          text: `New ${priority === "high" ? "high-priority" : "urgent"} work order ${number}: ${title}`,
        }
      : { kind: "work-order.created", text: `New work order ${number}: ${title}` };
  if (type === "assigned")
    return {
      kind: "work-order.assigned",
      text:
        details["to"] === null
          ? `${number} is not assigned any more: ${title}`
          : `${number} is a${message.slice(1)}: ${title}`,
    };
  if (type === "status_changed")
    return {
      kind: "work-order.status",
      text: `${number} is now ${statusLabel(String(details["to"]))}: ${title}`,
    };
  if (type === "comment_added")
    return { kind: "work-order.comment", text: `${by.fullName} commented on ${number}: ${title}` };
  if (type === "signature")
    return {
      kind: "work-order.signed",
      text: `${message.replace(/^Signed by (.+?)( on the device .+)?$/, "$1")} signed ${number}: ${title}`,
    };
  return undefined;
}

const expiryNotices = ({ sentAt, content, propertyId, documentId, userIds }: SentReminder): Notice[] =>
  userIds.map((userId) => ({
    at: sentAt,
    userId,
    kind: content.kind,
    text: notificationText(content),
    propertyId,
    workOrderId: null,
    documentId,
  }));

const everybody: readonly DemoPerson[] = Object.values(people);
const landlordsOf = (propertyId: number) =>
  everybody
    .filter(({ role, properties: own }) => role === "landlord" && own?.includes(propertyId))
    .map(({ id }) => id);

/** Those who work in the building hear of an order unless its reporter waits for approval. */
const techniciansOf = ({ propertyId, createdBy }: DemoOrderContents) =>
  createdBy.state === "pending"
    ? []
    : everybody
        .filter(
          ({ role, state, properties: own, allBuildings }) =>
            role === "maintenance" &&
            (state ?? "active") === "active" &&
            (allBuildings === true || own?.includes(propertyId) === true),
        )
        .map(({ id }) => id);

/** Approvals that wait, for the landlords of the unit and the admins. */
function approvalNotices(now: Date): Notice[] {
  const admins = everybody.filter(({ role }) => role === "admin").map(({ id }) => id);
  return everybody
    .filter(({ state }) => state === "pending")
    .flatMap((person) => {
      const unit = units.find(({ id }) => id === person.claimedUnit);
      const property = properties.find(({ id }) => id === unit?.property);
      const place =
        unit === undefined || property === undefined
          ? "the maintenance staff"
          : `${property.name}, unit ${unit.number}`;
      const told = unit === undefined ? admins : [...landlordsOf(unit.property), ...admins];
      return told.map((userId) => ({
        at: hoursBefore(now, person.registeredDaysAgo * 24),
        userId,
        kind: "approval.waiting",
        text: `${person.fullName} asks to join ${place}`,
        propertyId: property?.id ?? null,
        workOrderId: null,
        link: "/approvals",
      }));
    });
}
