import { disputeStateInWords } from "#domains/payments/disputes.ts";
import { type PaymentMethod, paymentMethodLabels, paymentWords } from "#domains/payments/methods.ts";
import { statusLabel } from "#domains/work-orders/status.ts";
import {
  type AskedWork,
  askedText,
  type FoundWork,
  foundText,
  type PauseReason,
  spanText,
  waitingText,
} from "#domains/work-orders/work.ts";
import type { Span } from "#domains/work-orders/work-times.ts";
import { type Day, daysFromTo } from "#shared/calendar.ts";
import { formatCalendarDay, formatPlanned, formatPlannedDay, formatVisit } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { type LeasePlace, placeInSentence, placeInWords } from "#shared/format/place.ts";
import { shorten } from "#shared/format/shorten.ts";
import type { TopicName } from "./topics.ts";

interface WorkOrder {
  workOrderId: number;
  title: string;
}

/** `givenTo`: whom a rule assigned it to. */
interface New extends WorkOrder {
  givenTo?: string;
}

interface Document extends LeasePlace {
  documentId: number;
  title: string;
}

interface Rent extends LeasePlace {
  cents: number;
}

interface Overdue extends Rent {
  since: Day;
  days: number;
}

interface Kind {
  /** `account`: notifications about the recipient's own account, which cannot be turned off. */
  topic: TopicName | "account";
  /** The code that notifies writes its own mail where one is needed. */
  hasOwnMail?: true;
  /** The sentence, composed from the stored particulars. It names nothing its recipients may not see. */
  text: (particulars: never) => string;
}

/** Every kind of notification, with its particulars and their wording. */
export const kinds = {
  "work-order.urgent": {
    topic: "urgent-orders",
    text: ({ priority, ...order }: New & { priority: "high" | "urgent" }) =>
      `New ${priority === "high" ? "high-priority" : "urgent"} work order ${numberAndTitle(order)}${givenTo(order)}`,
  },
  "work-order.created": {
    topic: "new-orders",
    text: (order: New) => `New work order ${numberAndTitle(order)}${givenTo(order)}`,
  },
  "work-order.assigned": {
    topic: "assignments",
    text: (
      particulars:
        | (WorkOrder & { assignee: string | null; reason?: string })
        | { count: number; reason: string },
    ) => {
      if ("count" in particulars)
        return `${particulars.count} work orders are not assigned any more, as ${particulars.reason}`;
      const { workOrderId, title, assignee, reason } = particulars;
      const what = assignee === null ? "not assigned any more" : `assigned to ${assignee}`;
      return `${workOrderNumber(workOrderId)} is ${what}${reason === undefined ? "" : `, as ${reason}`}: ${title}`;
    },
  },
  "work-order.status": {
    topic: "order-status",
    text: ({ workOrderId, title, status }: WorkOrder & { status: string }) =>
      `${workOrderNumber(workOrderId)} is now ${statusLabel(status)}: ${title}`,
  },
  "work-order.paused": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      timeZone,
      ...pause
    }: WorkOrder & { reason: PauseReason; until: string | null; timeZone: string }) =>
      `${workOrderNumber(workOrderId)} is paused, ${waitingText(pause, timeZone)}: ${title}`,
  },
  "work-order.clash": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      by,
      asked,
      found,
      timeZone,
    }: WorkOrder & { by: string; asked: AskedWork; found: FoundWork; timeZone: string }) =>
      `Please choose for ${workOrderNumber(workOrderId)}: ${by} ${askedText(asked, timeZone)}, but ${foundText(found, timeZone)}: ${title}`,
  },
  "work-order.clash-settled": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      by,
      of,
      asked,
      chosen,
      timeZone,
    }: WorkOrder & {
      by: string;
      of: string;
      asked: AskedWork;
      chosen: "used" | "left";
      timeZone: string;
    }) =>
      `${by} chose for ${workOrderNumber(workOrderId)}: ${chosen === "used" ? "" : "it stays as it is, though "}${of} ${askedText(asked, timeZone)}: ${title}`,
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
    }: WorkOrder & { by: string; from: Span; to: Span | null; note?: string; timeZone: string }) => {
      const what = `your time on ${workOrderNumber(workOrderId)}`;
      const changed =
        to === null
          ? `removed ${what}, ${spanText(from, timeZone)}`
          : `corrected ${what} from ${spanText(from, timeZone)} to ${spanText(to, timeZone)}`;
      return `${by} ${changed}${note === undefined ? "" : ` (${note})`}: ${title}`;
    },
  },
  "work-order.due": {
    topic: "order-status",
    text: ({ workOrderId, title, dueAt, timeZone }: WorkOrder & { dueAt: string | null; timeZone: string }) =>
      `${workOrderNumber(workOrderId)} is ${dueAt === null ? "not due at a certain time any more" : `due ${formatPlanned(dueAt, timeZone)}`}: ${title}`,
  },
  "work-order.planned": {
    topic: "assignments",
    text: ({ workOrderId, title, plannedOn }: WorkOrder & { plannedOn: Day | null }) =>
      `${workOrderNumber(workOrderId)} is ${plannedOn === null ? "not planned for a certain day any more" : `planned for you on ${formatPlannedDay(plannedOn)}`}: ${title}`,
  },
  "work-order.visit": {
    topic: "visits",
    text: ({
      by,
      did,
      from,
      to,
      timeZone,
      ...order
    }: WorkOrder & {
      by: string;
      did: "proposed" | "set" | "agreed" | "called_off";
      from: string;
      to: string;
      timeZone: string;
    }) => `${by} ${visitChanges[did]} ${formatVisit({ from, to }, timeZone)}, for ${numberAndTitle(order)}`,
  },
  "work-order.edited": {
    topic: "order-status",
    text: ({
      workOrderId,
      title,
      by,
      fields,
      status,
    }: WorkOrder & { by: string; fields: readonly string[]; status?: string }) =>
      `${by} changed the ${fields.join(", ")} of ${workOrderNumber(workOrderId)}${
        status === undefined ? "" : `; it is now ${statusLabel(status)}`
      }: ${title}`,
  },
  "work-order.watching": {
    topic: "order-status",
    text: ({ by, ...order }: WorkOrder & { by: string }) =>
      `${by} added you to those who watch ${numberAndTitle(order)}`,
  },
  "work-order.comment": {
    topic: "comments",
    text: ({ by, ...order }: WorkOrder & { by: string }) => `${by} commented on ${numberAndTitle(order)}`,
  },
  "work-order.photos": {
    topic: "comments",
    text: ({ by, count, ...order }: WorkOrder & { by: string; count: number }) =>
      `${by} added ${count === 1 ? "a photo" : `${count} photos`} to ${numberAndTitle(order)}`,
  },
  "work-order.files": {
    topic: "comments",
    text: ({ by, count, ...order }: WorkOrder & { by: string; count: number }) =>
      `${by} added ${count === 1 ? "a file" : `${count} files`} to ${numberAndTitle(order)}`,
  },
  "work-order.signed": {
    topic: "signatures",
    text: ({ by, ...order }: WorkOrder & { by: string }) => `${by} signed ${numberAndTitle(order)}`,
  },
  "payment.received": {
    topic: "payments-received",
    text: ({ method, cents, company, ...place }: Rent & { method: PaymentMethod; company: string }) =>
      `${paymentWords[method]} of ${money(cents)} from ${company}, ${placeInWords(place)}`,
  },
  "payment.due": {
    topic: "rent-due",
    text: ({ cents, dueOn, isToday, ...place }: Rent & { dueOn: Day; isToday: boolean }) =>
      `${money(cents)} for ${placeInWords(place)}, is due ${isToday ? "today" : `on ${formatCalendarDay(dueOn)}`}`,
  },
  "payment.overdue": {
    topic: "rent-due",
    text: (
      particulars:
        | Overdue
        | (Overdue & { company: string })
        | { building: string; leases: number; cents: number },
    ) => {
      const amount = money(particulars.cents);
      if ("leases" in particulars)
        return `${particulars.leases} leases at ${particulars.building} are overdue with ${amount} in all`;
      const { since, days } = particulars;
      const overdue = `has been overdue since ${formatCalendarDay(since)} (${inDays(days)})`;
      return "company" in particulars
        ? `${particulars.company}, ${placeInWords(particulars)}: ${amount} ${overdue}`
        : `${amount} for ${placeInWords(particulars)}, ${overdue}`;
    },
  },
  "payment.to-review": {
    topic: "confirmations",
    text: ({ payer, company, cents, method }: Paid & { payer: string; company: string }) =>
      `${payer} of ${company} confirmed a payment of ${money(cents)} by ${paymentMethodLabels[method]}`,
  },
  "payment.approved": {
    topic: "confirmations",
    text: ({ cents, method, entered }: Paid & { entered?: { cents: number; onDay: Day; reason: string } }) =>
      entered === undefined
        ? `Your payment of ${money(cents)} by ${paymentMethodLabels[method]} was confirmed`
        : `Your payment of ${money(cents)} was entered as ${money(entered.cents)} on ${formatCalendarDay(entered.onDay)}: ${entered.reason}`,
  },
  "payment.rejected": {
    topic: "confirmations",
    hasOwnMail: true,
    text: ({ cents, method, reason }: Paid & { reason: string }) =>
      `Your payment of ${money(cents)} by ${paymentMethodLabels[method]} was not confirmed: ${reason}`,
  },
  "payment.given-back": {
    topic: "money-back",
    text: ({ cents, receiptNumber }: Receipt) =>
      `${money(cents)} of your payment ${receiptNumber} was refunded.`,
  },
  "payment.refund-failed": {
    topic: "money-back",
    text: ({ cents, receiptNumber, problem }: Receipt & { problem: string }) =>
      `${money(cents)} of payment ${receiptNumber} could not be refunded: ${problem}`,
  },
  "payment.disputed": {
    topic: "money-back",
    text: ({ cents, receiptNumber, state }: Receipt & { state: string }) =>
      `Payment ${receiptNumber} of ${money(cents)} is contested by the payer's bank: ${disputeStateInWords(state)}.`,
  },
  "document.added": {
    topic: "documents",
    text: ({ what, title, ...place }: Document & { what: "added" | "shown" | "new-file" }) =>
      ({
        added: `"${title}" was added for ${placeInWords(place)}`,
        shown: `"${title}" of ${placeInSentence(place)} can be read by you now`,
        "new-file": `"${title}" of ${placeInSentence(place)} has a new file`,
      })[what],
  },
  "document.expires": {
    topic: "documents",
    hasOwnMail: true,
    text: ({ title, expiresOn, today, ...place }: Document & { expiresOn: Day; today: Day }) =>
      `"${title}" of ${placeInSentence(place)} ${expiresOn < today ? "was" : "is"} valid until ${formatCalendarDay(
        expiresOn,
      )} (${daysLeft(daysFromTo(today, expiresOn) - 1)}).`,
  },
  "document.found-infected": {
    topic: "documents",
    text: ({ title, file }: { documentId: number; title: string; file: string }) =>
      `A virus was found in the file "${file}" of "${title}", so it was removed.`,
  },
  "approval.waiting": {
    topic: "approvals",
    text: ({ name, role, unit }: { name: string; role: string; unit: string | null }) => {
      if (role === "maintenance") return `${name} asks to join the maintenance staff`;
      return unit === null
        ? `${name} asks to join as a tenant, without naming a unit`
        : `${name} asks to join ${unit}`;
    },
  },
  "invitation.accepted": {
    topic: "approvals",
    text: ({ name }: { name: string }) => `${name} accepted your invitation`,
  },
  "approval.approved": {
    topic: "account",
    hasOwnMail: true,
    text: ({ place }: { place: string | null }) =>
      `Your account has been approved${place === null ? "" : ` for ${place}`}`,
  },
  "approval.refused": {
    topic: "account",
    hasOwnMail: true,
    text: ({ reason }: { reason: string }) => `Your registration was not approved: ${reason}`,
  },
  "person.buildings": {
    topic: "account",
    text: (_: Record<never, never>) => "An administrator changed the buildings you see",
  },
  "lease.begun": {
    topic: "lease-dates",
    text: (particulars: (LeasePlace & { from: Day | null }) | (LeasePlace & { company: string })) => {
      if ("company" in particulars)
        return `The lease of ${particulars.company} at ${placeInWords(particulars)} has begun`;
      const when = particulars.from === null ? "" : ` from ${formatCalendarDay(particulars.from)} on`;
      return `You belong to the tenancy at ${placeInWords(particulars)}${when}`;
    },
  },
  "lease.ends-soon": {
    topic: "lease-dates",
    text: ({
      company,
      lastDay,
      days,
      ...place
    }: LeasePlace & { company?: string; lastDay: Day; days: number }) => {
      const whose = company === undefined ? "Your tenancy" : `The lease of ${company}`;
      const comma = place.units.length === 0 ? "" : ",";
      return `${whose} at ${placeInWords(place)}${comma} ends on ${formatCalendarDay(lastDay)} (${daysLeft(days)})`;
    },
  },
  "lease.ended": {
    topic: "lease-dates",
    text: (particulars: (LeasePlace & { lastDay: Day | null }) | (LeasePlace & { company: string })) => {
      const place = placeInWords(particulars);
      if ("company" in particulars) return `The lease of ${particulars.company} at ${place} has ended`;
      return particulars.lastDay === null
        ? `Your tenancy at ${place} has ended. What you reported stays readable`
        : `Your tenancy at ${place} ends on ${formatCalendarDay(particulars.lastDay)}`;
    },
  },
  "webhook.paused": {
    topic: "webhooks",
    text: ({ host, days }: { host: string; days: number }) =>
      `The webhook to ${host} was paused, as nothing could be delivered for ${inDays(days)}`,
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof kinds;

/** What a notification stores: its kind and the particulars of that kind. */
export type NotificationContent = {
  [K in NotificationKind]: { kind: K; particulars: Parameters<(typeof kinds)[K]["text"]>[0] };
}[NotificationKind];

/** Reasons and titles can be long, and the bell shows one line. */
const textMax = 300;

export function notificationText({ kind, particulars }: NotificationContent): string {
  const { text }: { text: (particulars: never) => string } = kinds[kind];
  return shorten(text(particulars as never), textMax);
}

interface Paid {
  cents: number;
  method: PaymentMethod;
}

interface Receipt {
  cents: number;
  receiptNumber: number;
}

const visitChanges = {
  proposed: "proposes a visit",
  set: "set a visit",
  agreed: "agreed to the visit",
  called_off: "called off the visit",
} as const;

const numberAndTitle = ({ workOrderId, title }: WorkOrder): string =>
  `${workOrderNumber(workOrderId)}: ${title}`;

const givenTo = ({ givenTo: name }: New): string => (name === undefined ? "" : `, given to ${name}`);

const money = (cents: number): string => formatCents(toCents(cents));

const inDays = (count: number): string => `${count} ${count === 1 ? "day" : "days"}`;

function daysLeft(days: number): string {
  if (days === 0) return "today is the last day";
  return days > 0 ? `${inDays(days)} left` : `${inDays(-days)} ago`;
}
