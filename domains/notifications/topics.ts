import { type Role, roles } from "#shared/roles.ts";

interface Topic {
  label: string;
  /** What a person is told, as the preferences say it. */
  about: string;
  /** Who ever hears of it. */
  heardBy: readonly Role[];
  /** Who gets mails of it unless they wish otherwise. The bell rings for everybody who hears of it, unless they wish otherwise. */
  mailedTo: readonly Role[];
}

const staff = ["admin", "landlord"] as const;

/** What people can be told of, each chosen for the bell and for the mailbox (NAV-31). In the order of the preferences. */
export const topics = {
  "urgent-orders": {
    label: "Urgent work orders",
    about: "A new work order of high or urgent priority in your buildings.",
    heardBy: ["admin", "landlord", "maintenance"],
    mailedTo: ["landlord", "maintenance"],
  },
  "new-orders": {
    label: "New work orders",
    about: "Any other new work order in your buildings.",
    heardBy: ["admin", "landlord", "maintenance"],
    mailedTo: [],
  },
  assignments: {
    label: "Assignments",
    about: "A work order was assigned to you or taken from you, or nobody has it any more.",
    heardBy: ["maintenance", "landlord", "admin"],
    mailedTo: ["maintenance"],
  },
  "order-status": {
    label: "Progress of work orders",
    about: "A work order that you reported or work on has moved, or was changed.",
    heardBy: roles,
    mailedTo: ["tenant"],
  },
  comments: {
    label: "Comments",
    about: "Somebody commented on a work order that you reported or work on.",
    heardBy: roles,
    mailedTo: ["tenant", "maintenance"],
  },
  signatures: {
    label: "Signatures",
    about: "A work order that you reported or work on was signed.",
    heardBy: roles,
    mailedTo: [],
  },
  "payments-received": {
    label: "Payments received",
    about: "A payment came in for one of your buildings. Whoever paid always gets the receipt.",
    heardBy: staff,
    mailedTo: [],
  },
  "rent-due": {
    label: "Rent due and overdue",
    about: "Rent is due soon, or its day has passed and it is not covered.",
    heardBy: ["tenant", "landlord"],
    mailedTo: ["tenant"],
  },
  confirmations: {
    label: "Payment confirmations",
    about: "A payment made by hand waits for your review, or yours was approved or rejected.",
    heardBy: ["tenant", "landlord", "admin"],
    mailedTo: ["tenant", "landlord"],
  },
  "money-back": {
    label: "Refunds and disputes",
    about: "Money was given back, could not be given back, or a payment is disputed.",
    heardBy: ["tenant", "landlord", "admin"],
    mailedTo: ["tenant", "landlord", "admin"],
  },
  documents: {
    label: "Documents",
    about: "A paper was added for you, or one expires.",
    heardBy: roles,
    mailedTo: roles,
  },
  approvals: {
    label: "Approvals",
    about: "Somebody registered and waits for your approval, or accepted your invitation.",
    heardBy: staff,
    mailedTo: ["landlord", "admin"],
  },
  "lease-dates": {
    label: "Lease dates",
    about: "A tenancy begins, will end soon, or has ended.",
    heardBy: ["tenant", "landlord"],
    mailedTo: ["tenant", "landlord"],
  },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;

/**
 * Every kind of news with its topic. `account`: what concerns one's own account is told always. `hasOwnMail`: whoever tells
 * of it writes a mail of its own where one is wanted, so that none is made from the news.
 */
export const kinds = {
  "work-order.urgent": { topic: "urgent-orders" },
  "work-order.created": { topic: "new-orders" },
  "work-order.assigned": { topic: "assignments" },
  "work-order.status": { topic: "order-status" },
  "work-order.edited": { topic: "order-status" },
  "work-order.comment": { topic: "comments" },
  "work-order.signed": { topic: "signatures" },
  "payment.received": { topic: "payments-received" },
  "payment.due": { topic: "rent-due" },
  "payment.overdue": { topic: "rent-due" },
  "payment.to-review": { topic: "confirmations" },
  "payment.approved": { topic: "confirmations" },
  "payment.rejected": { topic: "confirmations", hasOwnMail: true },
  "payment.given-back": { topic: "money-back" },
  "payment.refund-failed": { topic: "money-back" },
  "payment.disputed": { topic: "money-back" },
  "document.added": { topic: "documents" },
  "document.expires": { topic: "documents", hasOwnMail: true },
  "document.found-infected": { topic: "documents" },
  "approval.waiting": { topic: "approvals" },
  "invitation.accepted": { topic: "approvals" },
  "approval.approved": { topic: "account", hasOwnMail: true },
  "approval.refused": { topic: "account", hasOwnMail: true },
  "person.buildings": { topic: "account" },
  "lease.begun": { topic: "lease-dates" },
  "lease.ends-soon": { topic: "lease-dates" },
  "lease.ended": { topic: "lease-dates" },
} as const satisfies Record<string, { topic: TopicName | "account"; hasOwnMail?: true }>;

export type NewsKind = keyof typeof kinds;
