import { statusLabel } from "#domains/work-orders/status.ts";
import type { Db } from "#server/db/database.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { Contents, DemoOrderContents } from "./contents.ts";
import { remindersOf, type SentReminder } from "./expiry-reminders.ts";
import { people } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import type { Entry } from "./telling.ts";
import { properties, units } from "./tenancies.ts";
import { hoursAfter, hoursBefore } from "./time.ts";

const keptDays = 30;
const unreadHours = 30;

interface Notice {
  at: Date;
  userId: number;
  kind: string;
  text: string;
  propertyId: number | null;
  workOrderId: number | null;
  documentId?: number;
}

/** What people were told of late; who was told and in which words is as the work orders' own verbs do it. */
export async function fillNotifications(
  db: Db,
  { orders, documents }: Pick<Contents, "orders" | "documents">,
  now: Date,
): Promise<void> {
  const notices = [
    ...orders.flatMap(noticesOf),
    ...approvalNotices(now),
    ...remindersOf(documents, now).flatMap(expiryNotices),
  ]
    .filter(({ at }) => at > hoursBefore(now, keptDays * 24))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  await db
    .insertInto("notifications")
    .values(
      notices.map(({ at, userId, kind, text, propertyId, workOrderId, documentId }) => ({
        user_id: userId,
        property_id: propertyId,
        work_order_id: workOrderId,
        document_id: documentId ?? null,
        kind,
        text,
        created_at: at,
        read_at: at > hoursBefore(now, unreadHours) ? null : hoursAfter(at, 1.5),
      })),
    )
    .execute();
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
      ...(entry.type === "created" ? landlordsOf(order.propertyId) : []),
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
  const { title } = order.facts;
  if (type === "created") return { kind: "work-order.created", text: `New work order ${number}: ${title}` };
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

const expiryNotices = ({ sentAt, text, propertyId, documentId, userIds }: SentReminder): Notice[] =>
  userIds.map((userId) => ({
    at: sentAt,
    userId,
    kind: "document.expires",
    text,
    propertyId,
    workOrderId: null,
    documentId,
  }));

const everybody: readonly DemoPerson[] = Object.values(people);
const landlordsOf = (propertyId: number) =>
  everybody
    .filter(({ role, properties: own }) => role === "landlord" && own?.includes(propertyId))
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
      }));
    });
}
