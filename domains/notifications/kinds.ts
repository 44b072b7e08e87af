import { formatOverdueSince } from "#domains/ledger/describe.ts";
import { getDisputeStateLabel } from "#domains/payments/disputes.ts";
import { appendMethod, type PaymentMethod, paymentMethodNames } from "#domains/payments/methods.ts";
import { statusLabel } from "#domains/work-orders/status.ts";
import type { TimeEntryChange } from "#domains/work-orders/time-entries.ts";
import {
  type ConflictSides,
  describeConflict,
  describePause,
  describeRequestedWork,
  formatTimeSpan,
  type PauseReason,
  type RequestedWork,
} from "#domains/work-orders/work.ts";
import { countDays, type Day } from "#shared/calendar.ts";
import { formatCalendarDay, formatPlanned, formatPlannedDay, formatVisit } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatPlace, type LeasePlace } from "#shared/format/place.ts";
import { shorten } from "#shared/format/shorten.ts";
import { formatDays, formatDaysLeft } from "./days-left.ts";
import { leaseKinds } from "./lease-kinds.ts";
import { recoveryKinds } from "./recovery-kinds.ts";
import type { TopicName } from "./topics.ts";

interface WorkOrderDetails {
  workOrderId: number;
  title: string;
}

/** `assignedTo` is the person or team a dispatch rule assigned the work order to. */
interface NewWorkOrderDetails extends WorkOrderDetails {
  assignedTo?: string;
}

interface DocumentDetails extends LeasePlace {
  documentId: number;
  title: string;
}

interface RentDetails extends LeasePlace {
  cents: number;
}

interface OverdueDetails extends RentDetails {
  since: Day;
  days: number;
}

interface KindDefinition {
  /** `account`: notifications about the recipient's own account, which can't be turned off. */
  topic: TopicName | "account";
  /** The caller of `notify` sends its own email if one is needed. */
  sendsOwnEmail?: true;
  /** Composes the notification's text from its stored details. It names nothing its recipients can't see. */
  text: (details: never) => string;
}

/** The notification kinds, with their details and texts. */
export const kinds = {
  "work-order.urgent": {
    topic: "urgent-orders",
    text: ({ priority, ...order }: NewWorkOrderDetails & { priority: "high" | "urgent" }) =>
      `New ${priority === "high" ? "high-priority" : "urgent"} work order ${describeNewWorkOrder(order)}`,
  },
  "work-order.created": {
    topic: "new-orders",
    text: (order: NewWorkOrderDetails) => `New work order ${describeNewWorkOrder(order)}`,
  },
  "work-order.assigned": {
    topic: "assignments",
    text: (
      details:
        | (WorkOrderDetails & { assignee: string | null; reason?: string })
        | { count: number; reason: string },
    ) => {
      if ("count" in details)
        return `${details.count} work orders are now unassigned because ${details.reason}`;
      const { workOrderId, title, assignee, reason } = details;
      const assignmentText = assignee === null ? "now unassigned" : `assigned to ${assignee}`;
      return reason === undefined
        ? `${workOrderNumber(workOrderId)} is ${assignmentText}: ${title}`
        : `${workOrderNumber(workOrderId)} is ${assignmentText} because ${reason}: ${title}`;
    },
  },
  "work-order.status": {
    topic: "order-status",
    text: ({ workOrderId, title, status }: WorkOrderDetails & { status: string }) =>
      `${workOrderNumber(workOrderId)} is now ${statusLabel(status)}: ${title}`,
  },
  "work-order.paused": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      timeZone,
      ...pause
    }: WorkOrderDetails & { reason: PauseReason; until: string | null; timeZone: string }) =>
      `${workOrderNumber(workOrderId)} is paused, ${describePause(pause, timeZone)}: ${title}`,
  },
  "work-order.conflict": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      timeZone,
      ...sides
    }: WorkOrderDetails & ConflictSides & { timeZone: string }) =>
      `Conflicting updates on ${workOrderNumber(workOrderId)}: ${describeConflict(sides, timeZone)} Choose which to keep: ${title}`,
  },
  "work-order.conflict-resolved": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      by,
      madeBy,
      requested,
      outcome,
      timeZone,
    }: WorkOrderDetails & {
      by: string;
      madeBy: string;
      requested: RequestedWork;
      outcome: "used" | "left";
      timeZone: string;
    }) =>
      outcome === "used"
        ? `${by} resolved the conflict on ${workOrderNumber(workOrderId)} in favor of ${madeBy}, who ${describeRequestedWork(requested, timeZone)}: ${title}`
        : `${by} resolved the conflict on ${workOrderNumber(workOrderId)} and left it unchanged, even though ${madeBy} ${describeRequestedWork(requested, timeZone)}: ${title}`,
  },
  "work-order.time": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      by,
      from,
      to,
      note,
      timeZone,
    }: WorkOrderDetails & TimeEntryChange & { by: string }) => {
      const entry = `your time entry on ${workOrderNumber(workOrderId)}`;
      const changeText =
        to === null
          ? `removed ${entry}, ${formatTimeSpan(from, timeZone)}`
          : `edited ${entry} from ${formatTimeSpan(from, timeZone)} to ${formatTimeSpan(to, timeZone)}`;
      return `${by} ${changeText}${note === undefined ? "" : ` (${note})`}: ${title}`;
    },
  },
  "work-order.due": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      dueAt,
      timeZone,
    }: WorkOrderDetails & { dueAt: string | null; timeZone: string }) =>
      dueAt === null
        ? `${workOrderNumber(workOrderId)} no longer has a due date: ${title}`
        : `${workOrderNumber(workOrderId)} is due ${formatPlanned(dueAt, timeZone)}: ${title}`,
  },
  "work-order.planned": {
    topic: "assignments",
    text: ({ workOrderId, title, plannedOn }: WorkOrderDetails & { plannedOn: Day | null }) =>
      plannedOn === null
        ? `${workOrderNumber(workOrderId)} is no longer planned for a date: ${title}`
        : `${workOrderNumber(workOrderId)} is planned for you on ${formatPlannedDay(plannedOn)}: ${title}`,
  },
  "work-order.visit": {
    topic: "visits",
    text: ({
      by,
      change,
      from,
      to,
      timeZone,
      ...order
    }: WorkOrderDetails & {
      by: string;
      change: "proposed" | "set" | "confirmed" | "cancelled";
      from: string;
      to: string;
      timeZone: string;
    }) =>
      `${by} ${visitChanges[change]} ${formatVisit({ from, to }, timeZone)} for ${formatNumberAndTitle(order)}`,
  },
  "work-order.edited": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      by,
      fields,
      status,
    }: WorkOrderDetails & { by: string; fields: readonly string[]; status?: string }) =>
      status === undefined
        ? `${by} changed the ${fieldList.format(fields)} of ${workOrderNumber(workOrderId)}: ${title}`
        : `${by} changed the ${fieldList.format(fields)} of ${workOrderNumber(workOrderId)}, which is now ${statusLabel(status)}: ${title}`,
  },
  "work-order.watching": {
    topic: "order-status",
    text: ({ by, ...order }: WorkOrderDetails & { by: string }) =>
      `${by} added you as a watcher on ${formatNumberAndTitle(order)}`,
  },
  "work-order.comment": {
    topic: "comments",
    text: ({ by, ...order }: WorkOrderDetails & { by: string }) =>
      `${by} commented on ${formatNumberAndTitle(order)}`,
  },
  "work-order.photos": {
    topic: "comments",
    text: ({ by, count, ...order }: WorkOrderDetails & { by: string; count: number }) =>
      `${by} added ${count === 1 ? "a photo" : `${count} photos`} to ${formatNumberAndTitle(order)}`,
  },
  "work-order.files": {
    topic: "comments",
    text: ({ by, count, ...order }: WorkOrderDetails & { by: string; count: number }) =>
      `${by} added ${count === 1 ? "a file" : `${count} files`} to ${formatNumberAndTitle(order)}`,
  },
  "work-order.signed": {
    topic: "signatures",
    text: ({ by, ...order }: WorkOrderDetails & { by: string }) =>
      `${by} signed ${formatNumberAndTitle(order)}`,
  },
  "payment.received": {
    topic: "payments-received",
    text: ({ method, cents, company, ...place }: RentDetails & { method: PaymentMethod; company: string }) =>
      `${appendMethod("Payment", method)} of ${formatMoney(cents)} from ${company}, ${formatPlace(place)}`,
  },
  "payment.due": {
    topic: "rent-due",
    text: ({ cents, dueOn, isToday, ...place }: RentDetails & { dueOn: Day; isToday: boolean }) =>
      `${formatMoney(cents)} is due ${isToday ? "today" : `on ${formatCalendarDay(dueOn)}`} for ${formatPlace(place)}`,
  },
  "payment.overdue": {
    topic: "rent-due",
    text: (
      details: (OverdueDetails & { company?: string }) | { building: string; leases: number; cents: number },
    ) => {
      const amount = formatMoney(details.cents);
      if ("leases" in details)
        return `${details.leases} leases at ${details.building} are overdue, totaling ${amount}`;
      const { since, days } = details;
      const overdueText = `has been overdue since ${formatOverdueSince(since)} (${formatDays(days)})`;
      return details.company === undefined
        ? `${amount} for ${formatPlace(details)} ${overdueText}`
        : `${details.company}, ${formatPlace(details)}: ${amount} ${overdueText}`;
    },
  },
  "payment.reminder": {
    topic: "rent-due",
    sendsOwnEmail: true,
    text: ({ by, cents, ...place }: RentDetails & { by: string }) =>
      `${by} sent a payment reminder: ${formatMoney(cents)} for ${formatPlace(place)} is overdue`,
  },
  "payment.to-review": {
    topic: "confirmations",
    text: ({ payer, company, cents, method }: ManualPaymentDetails & { payer: string; company: string }) =>
      `${payer} (${company}) reported a payment of ${formatMoney(cents)} by ${paymentMethodNames[method]}`,
  },
  "payment.approved": {
    topic: "confirmations",
    text: ({
      cents,
      method,
      entered,
    }: ManualPaymentDetails & { entered?: { cents: number; onDay: Day; reason: string } }) =>
      entered === undefined
        ? `Your payment of ${formatMoney(cents)} by ${paymentMethodNames[method]} was approved`
        : `Your payment of ${formatMoney(cents)} was posted as ${formatMoney(entered.cents)} dated ${formatCalendarDay(entered.onDay)}: ${entered.reason}`,
  },
  "payment.rejected": {
    topic: "confirmations",
    sendsOwnEmail: true,
    text: ({ cents, method, reason }: ManualPaymentDetails & { reason: string }) =>
      `Your payment of ${formatMoney(cents)} by ${paymentMethodNames[method]} was rejected: ${reason}`,
  },
  "payment.withdrawn": {
    topic: "confirmations",
    text: ({ cents, by }: { cents: number; by: string }) =>
      `${by} withdrew your report of ${formatMoney(cents)}`,
  },
  "payment.debit-failed": {
    topic: "money-back",
    text: ({ cents, company, problem, ...place }: RentDetails & { problem: string; company?: string }) =>
      `${company === undefined ? "Your" : `${company}:`} bank payment of ${formatMoney(cents)} for ${formatPlace(place)} didn't go through, and nothing was credited. ${problem}`,
  },
  "payment.refunded": {
    topic: "money-back",
    text: ({ cents, receiptNumber }: { cents: number; receiptNumber: number | null }) =>
      `${formatMoney(cents)} of your ${receiptNumber === null ? "credit was paid out" : `payment ${receiptNumber} was refunded`}.`,
  },
  "payment.refund-failed": {
    topic: "money-back",
    text: ({ cents, receiptNumber, problem }: RefundDetails & { problem: string }) =>
      `Refunding ${formatMoney(cents)} of payment ${receiptNumber} failed: ${problem}`,
  },
  "payment.disputed": {
    topic: "money-back",
    text: ({ cents, receiptNumber, state }: RefundDetails & { state: string }) =>
      `Dispute over payment ${receiptNumber} for ${formatMoney(cents)}: ${getDisputeStateLabel(state)}`,
  },
  ...recoveryKinds,
  "document.added": {
    topic: "documents",
    text: ({ what, title, ...place }: DocumentDetails & { what: "added" | "shown" | "new-file" }) =>
      ({
        added: `“${title}” was added to ${formatPlace(place)}`,
        shown: `“${title}” (${formatPlace(place)}) was shared with you`,
        "new-file": `“${title}” (${formatPlace(place)}) has a new version`,
      })[what],
  },
  "document.expires": {
    topic: "documents",
    sendsOwnEmail: true,
    text: ({ title, expiresOn, today, ...place }: DocumentDetails & { expiresOn: Day; today: Day }) =>
      `“${title}” (${formatPlace(place)}) ${expiresOn < today ? "expired" : "expires"} on ${formatCalendarDay(
        expiresOn,
      )} (${formatDaysLeft(countDays(today, expiresOn) - 1)})`,
  },
  "document.virus-found": {
    topic: "documents",
    text: ({ title, file }: { documentId: number; title: string; file: string }) =>
      `A virus was found in “${file}” (“${title}”), and the file was removed.`,
  },
  "approval.requested": {
    topic: "approvals",
    text: ({ name, role, unit }: { name: string; role: string; unit: string | null }) => {
      if (role === "maintenance") return `${name} requested to join as maintenance staff`;
      return unit === null
        ? `${name} requested to join as a tenant (no unit selected)`
        : `${name} requested access to ${unit}`;
    },
  },
  "invitation.accepted": {
    topic: "approvals",
    text: ({ name }: { name: string }) => `${name} accepted your invitation`,
  },
  "approval.approved": {
    topic: "account",
    sendsOwnEmail: true,
    text: ({ place }: { place: string | null }) =>
      place === null ? "Your account has been approved" : `Your account has been approved for ${place}`,
  },
  "approval.declined": {
    topic: "account",
    sendsOwnEmail: true,
    text: ({ reason }: { reason: string }) => `Your registration was not approved: ${reason}`,
  },
  "person.properties": {
    topic: "account",
    text: (_: Record<never, never>) => "An administrator changed which properties you can see",
  },
  "export.ended": {
    topic: "account",
    text: ({ failed }: { failed: boolean }) =>
      failed ? "Your data export failed. You can start a new one" : "Your data export is ready to download",
  },
  ...leaseKinds,
  "report.access-lost": {
    topic: "reports",
    text: ({ name, person }: { name: string; person: string }) =>
      `${person} can no longer open “${name},” so it isn't sent to them`,
  },
  "webhook.paused": {
    topic: "webhooks",
    text: ({ host, days }: { host: string; days: number }) =>
      `The webhook to ${host} was paused after ${formatDays(days)} of failed deliveries`,
  },
} as const satisfies Record<string, KindDefinition>;

export type NotificationKind = keyof typeof kinds;

/** The stored contents of a notification: its kind and the details of that kind. */
export type NotificationContent = {
  [K in NotificationKind]: { kind: K; details: Parameters<(typeof kinds)[K]["text"]>[0] };
}[NotificationKind];

/** Reasons and titles can be long, and the bell menu shows one line. */
const maxTextLength = 300;

export function notificationText({ kind, details }: NotificationContent): string {
  const { text }: { text: (details: never) => string } = kinds[kind];
  return shorten(text(details as never), maxTextLength);
}

interface ManualPaymentDetails {
  cents: number;
  method: PaymentMethod;
}

interface RefundDetails {
  cents: number;
  receiptNumber: number;
}

const fieldList = new Intl.ListFormat("en-US");
const visitChanges = {
  proposed: "proposed a visit",
  set: "scheduled a visit",
  confirmed: "confirmed the visit",
  cancelled: "cancelled the visit",
} as const;

const formatNumberAndTitle = ({ workOrderId, title }: WorkOrderDetails): string =>
  `${workOrderNumber(workOrderId)}: ${title}`;

const describeNewWorkOrder = ({ assignedTo, ...order }: NewWorkOrderDetails): string =>
  `${formatNumberAndTitle(order)}${assignedTo === undefined ? "" : `, assigned to ${assignedTo}`}`;

const formatMoney = (cents: number): string => formatCents(toCents(cents));
