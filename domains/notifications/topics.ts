import { type Role, roles } from "#shared/roles.ts";

interface Topic {
  label: string;
  /** Which notifications the topic covers, in the words of the preferences. */
  about: string;
  /** The roles that get notifications of it. */
  sentTo: readonly Role[];
  /** The roles that get mails and pushes of it by default. In the bell it is on by default for all of `sentTo`. */
  mailedTo: readonly Role[];
}

const staff = ["admin", "landlord"] as const;

/** The topics of notifications, each chosen for the bell, for mails and for pushes (NAV-31), in the order of the preferences. */
export const topics = {
  "urgent-orders": {
    label: "Urgent work orders",
    about: "A new work order of high or urgent priority in your buildings.",
    sentTo: ["admin", "landlord", "maintenance"],
    mailedTo: ["landlord", "maintenance"],
  },
  "new-orders": {
    label: "New work orders",
    about: "Any other new work order in your buildings.",
    sentTo: ["admin", "landlord", "maintenance"],
    mailedTo: [],
  },
  assignments: {
    label: "Assignments",
    about: "A work order was assigned to you or taken from you, or nobody has it any more.",
    sentTo: ["maintenance", "landlord", "admin"],
    mailedTo: ["maintenance"],
  },
  "order-status": {
    label: "Progress of work orders",
    about: "A work order that you reported, work on or watch has moved, or was changed.",
    sentTo: roles,
    mailedTo: ["tenant"],
  },
  visits: {
    label: "Visits",
    about: "A visit for a work order was proposed, agreed or called off.",
    sentTo: roles,
    mailedTo: ["tenant", "maintenance"],
  },
  comments: {
    label: "Comments",
    about:
      "Somebody commented on a work order that you reported, work on or watch, or added photos or files to it.",
    sentTo: roles,
    mailedTo: ["tenant", "maintenance"],
  },
  signatures: {
    label: "Signatures",
    about: "A work order that you reported, work on or watch was signed.",
    sentTo: roles,
    mailedTo: [],
  },
  "payments-received": {
    label: "Payments received",
    about: "A payment came in for one of your buildings. Whoever paid always gets the receipt.",
    sentTo: staff,
    mailedTo: [],
  },
  "rent-due": {
    label: "Rent due and overdue",
    about: "Rent is due soon, or its day has passed and it is not covered.",
    sentTo: ["tenant", "landlord"],
    mailedTo: ["tenant"],
  },
  confirmations: {
    label: "Payment confirmations",
    about: "A payment made by hand waits for your review, or yours was approved or rejected.",
    sentTo: ["tenant", "landlord", "admin"],
    mailedTo: ["tenant", "landlord"],
  },
  "money-back": {
    label: "Refunds and disputes",
    about: "Money was refunded, could not be refunded, or a payment is disputed.",
    sentTo: ["tenant", "landlord", "admin"],
    mailedTo: ["tenant", "landlord", "admin"],
  },
  documents: {
    label: "Documents",
    about: "A document was added for you, or one expires.",
    sentTo: roles,
    mailedTo: roles,
  },
  approvals: {
    label: "Approvals",
    about: "Somebody registered and waits for your approval, or accepted your invitation.",
    sentTo: staff,
    mailedTo: ["landlord", "admin"],
  },
  "lease-dates": {
    label: "Lease dates",
    about: "A tenancy begins, will end soon, or has ended.",
    sentTo: ["tenant", "landlord"],
    mailedTo: ["tenant", "landlord"],
  },
  webhooks: {
    label: "Webhooks",
    about: "A webhook was paused, as nothing could be delivered to it for days.",
    sentTo: ["admin"],
    mailedTo: ["admin"],
  },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;
