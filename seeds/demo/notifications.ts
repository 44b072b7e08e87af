import { leaseEndReminders } from "#domains/leases/server/lifecycle/remind-of-end.ts";
import type { NotificationContent } from "#domains/notifications/kinds.ts";
import { rentReminderType } from "#domains/payments/server/remind-of-rent.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { sendRemindersInTransaction } from "#server/jobs/remind.ts";
import type { DemoContents, DemoWorkOrderContents } from "./contents.ts";
import { listSentReminders, type SentReminder } from "./expiration-reminders.ts";
import { people } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import { properties, units } from "./properties-and-leases.ts";
import { hoursAfter, hoursBefore, instantAgo } from "./time.ts";
import type { Entry } from "./work-order-rows.ts";

const historyDays = 30;
const unreadHours = 30;

type DemoNotification = NotificationContent & {
  at: Date;
  userId: number;
  propertyId: number | null;
  workOrderId: number | null;
  documentId?: number | null;
  link?: string | null;
};

/** Adds recent notifications, with the recipients the work order use cases would choose. */
export async function fillNotifications(
  ctx: Ctx,
  { orders, documents }: Pick<DemoContents, "orders" | "documents">,
): Promise<void> {
  const { db, now } = ctx;
  await sendReminders(ctx);
  const notifications = [
    ...(await takeWrittenNotifications(db)),
    ...orders.flatMap(listNotifications),
    ...accessRequestNotifications(now),
    ...listSentReminders(documents, now).flatMap(expirationNotifications),
  ]
    .filter(({ at }) => at > hoursBefore(now, historyDays * 24))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  await db
    .insertInto("notifications")
    .values(
      notifications.map(({ at, userId, kind, details, propertyId, workOrderId, documentId, link }) => ({
        user_id: userId,
        property_id: propertyId,
        work_order_id: workOrderId,
        document_id: documentId ?? null,
        kind,
        details: JSON.stringify(details),
        link: link ?? null,
        created_at: at,
        read_at: at > hoursBefore(now, unreadHours) ? null : hoursAfter(at, 1.5),
      })),
    )
    .execute();
}

/**
 * Sends the reminders about unpaid rent and ending leases day by day, as the jobs do. Charges unpaid now were
 * unpaid then.
 */
async function sendReminders(ctx: Ctx): Promise<void> {
  for (let day = historyDays; day >= 0; day -= 1) {
    const then = { ...ctx, now: day === 0 ? ctx.now : instantAgo(ctx.now, `${day}d 08:22`) };
    await sendRemindersInTransaction(then, rentReminderType);
    await sendRemindersInTransaction(then, leaseEndReminders);
  }
}

/**
 * Deletes and returns the notifications that use cases and jobs wrote, to sort them with all others. None is
 * emailed.
 */
async function takeWrittenNotifications(db: Db): Promise<DemoNotification[]> {
  const rows = await db.deleteFrom("notifications").returningAll().execute();
  return rows.map((row) => ({
    at: row.created_at,
    userId: row.user_id,
    ...({ kind: row.kind, details: row.details } as NotificationContent),
    propertyId: row.property_id,
    workOrderId: row.work_order_id,
    documentId: row.document_id,
    link: row.link,
  }));
}

function listNotifications(order: DemoWorkOrderContents): DemoNotification[] {
  let assignee: number | null = null;
  return order.entries.flatMap((entry) => {
    const before = assignee;
    if (entry.actionType === "assigned") assignee = entry.details.to;
    const notice = buildNotification(order, entry);
    if (notice === undefined) return [];
    const recipients =
      entry.actionType === "conflict"
        ? findLandlords(order.propertyId)
        : [
            entry.internal ? null : order.createdBy.id,
            assignee,
            entry.actionType === "assigned" ? before : null,
            ...(entry.actionType === "created"
              ? [...findLandlords(order.propertyId), ...findTechnicians(order)]
              : []),
          ];
    return [...new Set(recipients)]
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

function buildNotification(
  order: DemoWorkOrderContents,
  { by, ...entry }: Entry,
): NotificationContent | undefined {
  const { title, priority } = order.fields;
  const subject = { workOrderId: order.id, title };
  switch (entry.actionType) {
    case "created":
      return priority === "high" || priority === "urgent"
        ? { kind: "work-order.urgent", details: { ...subject, priority } }
        : { kind: "work-order.created", details: subject };
    case "assigned":
      return {
        kind: "work-order.assigned",
        details: { ...subject, assignee: entry.details.assignee ?? null },
      };
    case "status_changed":
      return { kind: "work-order.status", details: { ...subject, status: entry.details.to } };
    case "comment_added":
      return { kind: "work-order.comment", details: { ...subject, by: by.fullName } };
    case "due_changed":
      return {
        kind: "work-order.due",
        details: { ...subject, dueAt: entry.details.to, timeZone: entry.details.timeZone },
      };
    case "planned":
      return {
        kind: "work-order.planned",
        details: { ...subject, plannedOn: entry.details.to.plannedOn },
      };
    case "visit_changed": {
      const { change, from, to, timeZone } = entry.details;
      return {
        kind: "work-order.visit",
        details: { ...subject, by: by.fullName, change, from, to, timeZone },
      };
    }
    case "signature":
      return { kind: "work-order.signed", details: { ...subject, by: entry.details.signedBy } };
    case "files_changed":
      return "added" in entry.details
        ? {
            kind: "work-order.files",
            details: { ...subject, by: by.fullName, count: entry.details.added.length },
          }
        : undefined;
    case "pause_changed":
      return "ended" in entry.details
        ? undefined
        : { kind: "work-order.paused", details: { ...subject, ...entry.details } };
    case "conflict":
      return "current" in entry.details
        ? { kind: "work-order.conflict", details: { ...subject, ...entry.details } }
        : undefined;
    case "edited":
    case "time_changed":
    case "photos_changed":
    case "deleted":
      return undefined;
  }
}

const expirationNotifications = ({
  sentAt,
  content,
  propertyId,
  documentId,
  userIds,
}: SentReminder): DemoNotification[] =>
  userIds.map((userId) => ({
    at: sentAt,
    userId,
    ...content,
    propertyId,
    workOrderId: null,
    documentId,
  }));

const everyone: readonly DemoPerson[] = Object.values(people);
const findLandlords = (propertyId: number) =>
  everyone
    .filter(({ role, properties: propertyIds }) => role === "landlord" && propertyIds?.includes(propertyId))
    .map(({ id }) => id);

/** The property's technicians are notified about a work order unless its requester is pending approval. */
const findTechnicians = ({ propertyId, createdBy }: DemoWorkOrderContents) =>
  createdBy.state === "pending"
    ? []
    : everyone
        .filter(
          ({ role, state, properties: propertyIds, hasAllProperties }) =>
            role === "maintenance" &&
            (state ?? "active") === "active" &&
            (hasAllProperties === true || propertyIds?.includes(propertyId) === true),
        )
        .map(({ id }) => id);

/** Access requests, for the landlords of the unit and the administrators. */
function accessRequestNotifications(now: Date): DemoNotification[] {
  const admins = everyone.filter(({ role }) => role === "admin").map(({ id }) => id);
  return everyone
    .filter(({ state }) => state === "pending")
    .flatMap((person) => {
      const unit = units.find(({ id }) => id === person.requestedUnit);
      const property = properties.find(({ id }) => id === unit?.property);
      const place =
        unit === undefined || property === undefined ? null : `${property.name}, unit ${unit.number}`;
      const approvers = unit === undefined ? admins : [...findLandlords(unit.property), ...admins];
      return approvers.map((userId) => ({
        at: hoursBefore(now, person.registeredDaysAgo * 24),
        userId,
        kind: "approval.requested" as const,
        details: { name: person.fullName, role: person.role, unit: place },
        propertyId: property?.id ?? null,
        workOrderId: null,
        link: "/approvals",
      }));
    });
}
