import { leaseEnds } from "#domains/leases/server/remind-of-end.ts";
import type { NotificationContent } from "#domains/notifications/kinds.ts";
import { dueRent } from "#domains/payments/server/remind-of-rent.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { remindWithin } from "#server/jobs/remind.ts";
import type { Contents, DemoOrderContents } from "./contents.ts";
import { remindersOf, type SentReminder } from "./expiry-reminders.ts";
import type { Entry } from "./order-rows.ts";
import { people } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import { properties, units } from "./tenancies.ts";
import { hoursAfter, hoursBefore, instantAgo } from "./time.ts";

const keptDays = 30;
const unreadHours = 30;

type Notice = NotificationContent & {
  at: Date;
  userId: number;
  propertyId: number | null;
  workOrderId: number | null;
  documentId?: number | null;
  link?: string | null;
};

/** Recent notifications, with the recipients that the verbs of work orders would choose. */
export async function fillNotifications(
  ctx: Ctx,
  { orders, documents }: Pick<Contents, "orders" | "documents">,
): Promise<void> {
  const { db, now } = ctx;
  await remindOfLate(ctx);
  const notices = [
    ...(await takeNoticesOfVerbs(db)),
    ...orders.flatMap(noticesOf),
    ...approvalNotices(now),
    ...remindersOf(documents, now).flatMap(expiryNotices),
  ]
    .filter(({ at }) => at > hoursBefore(now, keptDays * 24))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  await db
    .insertInto("notifications")
    .values(
      notices.map(({ at, userId, kind, particulars, propertyId, workOrderId, documentId, link }) => ({
        user_id: userId,
        property_id: propertyId,
        work_order_id: workOrderId,
        document_id: documentId ?? null,
        kind,
        particulars: JSON.stringify(particulars),
        link: link ?? null,
        created_at: at,
        read_at: at > hoursBefore(now, unreadHours) ? null : hoursAfter(at, 1.5),
      })),
    )
    .execute();
}

/** Sends the reminders of unpaid rent and ending leases day by day, as the jobs do: charges open now were open then. */
async function remindOfLate(ctx: Ctx): Promise<void> {
  for (let day = keptDays; day >= 0; day -= 1) {
    const then = { ...ctx, now: day === 0 ? ctx.now : instantAgo(ctx.now, `${day}d 08:22`) };
    await remindWithin(then, dueRent);
    await remindWithin(then, leaseEnds);
  }
}

/** Removes and returns the notifications that the verbs and jobs wrote, to sort them with all others. None is mailed. */
async function takeNoticesOfVerbs(db: Db): Promise<Notice[]> {
  const rows = await db.deleteFrom("notifications").returningAll().execute();
  return rows.map((row) => ({
    at: row.created_at,
    userId: row.user_id,
    ...({ kind: row.kind, particulars: row.particulars } as NotificationContent),
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
    if (entry.actionType === "assigned") assignee = entry.particulars.to;
    const notice = noticeOf(order, entry);
    if (notice === undefined) return [];
    const concerned =
      entry.actionType === "clash"
        ? landlordsOf(order.propertyId)
        : [
            entry.internal ? null : order.createdBy.id,
            assignee,
            entry.actionType === "assigned" ? before : null,
            ...(entry.actionType === "created"
              ? [...landlordsOf(order.propertyId), ...techniciansOf(order)]
              : []),
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

function noticeOf(order: DemoOrderContents, { by, ...entry }: Entry): NotificationContent | undefined {
  const { title, priority } = order.facts;
  const subject = { workOrderId: order.id, title };
  switch (entry.actionType) {
    case "created":
      return priority === "high" || priority === "urgent"
        ? { kind: "work-order.urgent", particulars: { ...subject, priority } }
        : { kind: "work-order.created", particulars: subject };
    case "assigned":
      return {
        kind: "work-order.assigned",
        particulars: { ...subject, assignee: entry.particulars.assignee ?? null },
      };
    case "status_changed":
      return { kind: "work-order.status", particulars: { ...subject, status: entry.particulars.to } };
    case "comment_added":
      return { kind: "work-order.comment", particulars: { ...subject, by: by.fullName } };
    case "due_changed":
      return {
        kind: "work-order.due",
        particulars: { ...subject, dueAt: entry.particulars.to, timeZone: entry.particulars.timeZone },
      };
    case "planned":
      return {
        kind: "work-order.planned",
        particulars: { ...subject, plannedOn: entry.particulars.to.plannedOn },
      };
    case "visit_changed": {
      const { did, from, to, timeZone } = entry.particulars;
      return {
        kind: "work-order.visit",
        particulars: { ...subject, by: by.fullName, did, from, to, timeZone },
      };
    }
    case "signature":
      return { kind: "work-order.signed", particulars: { ...subject, by: entry.particulars.signedBy } };
    case "files_changed":
      return "added" in entry.particulars
        ? {
            kind: "work-order.files",
            particulars: { ...subject, by: by.fullName, count: entry.particulars.added.length },
          }
        : undefined;
    case "pause_changed":
      return "ended" in entry.particulars
        ? undefined
        : { kind: "work-order.paused", particulars: { ...subject, ...entry.particulars } };
    case "clash":
      return "found" in entry.particulars
        ? { kind: "work-order.clash", particulars: { ...subject, by: by.fullName, ...entry.particulars } }
        : undefined;
    case "edited":
    case "time_changed":
    case "photos_changed":
    case "deleted":
      return undefined;
  }
}

const expiryNotices = ({ sentAt, content, propertyId, documentId, userIds }: SentReminder): Notice[] =>
  userIds.map((userId) => ({
    at: sentAt,
    userId,
    ...content,
    propertyId,
    workOrderId: null,
    documentId,
  }));

const everybody: readonly DemoPerson[] = Object.values(people);
const landlordsOf = (propertyId: number) =>
  everybody
    .filter(({ role, properties: own }) => role === "landlord" && own?.includes(propertyId))
    .map(({ id }) => id);

/** Technicians of the building are notified of an order unless its reporter is pending. */
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

/** Pending approvals, for the landlords of the unit and the admins. */
function approvalNotices(now: Date): Notice[] {
  const admins = everybody.filter(({ role }) => role === "admin").map(({ id }) => id);
  return everybody
    .filter(({ state }) => state === "pending")
    .flatMap((person) => {
      const unit = units.find(({ id }) => id === person.claimedUnit);
      const property = properties.find(({ id }) => id === unit?.property);
      const place =
        unit === undefined || property === undefined ? null : `${property.name}, unit ${unit.number}`;
      const approvers = unit === undefined ? admins : [...landlordsOf(unit.property), ...admins];
      return approvers.map((userId) => ({
        at: hoursBefore(now, person.registeredDaysAgo * 24),
        userId,
        kind: "approval.waiting" as const,
        particulars: { name: person.fullName, role: person.role, unit: place },
        propertyId: property?.id ?? null,
        workOrderId: null,
        link: "/approvals",
      }));
    });
}
