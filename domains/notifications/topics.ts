import { type Role, roles } from "#shared/roles.ts";

interface Topic {
  label: string;
  /** What the topic covers, as shown in the preferences. */
  about: string;
  /** The roles that get notifications about the topic. */
  sentTo: readonly Role[];
  /**
   * The roles that get emails and pushes about the topic by default. The bell menu is on by default for all
   * of `sentTo`.
   */
  emailedTo: readonly Role[];
}

const staffRoles = ["admin", "landlord"] as const;

/**
 * The notification topics, in the order of the preferences. People choose bell menu, email, and push for each
 * topic (NAV-31).
 */
export const topics = {
  "urgent-orders": {
    label: "Urgent work orders",
    about: "A new high-priority or urgent work order at your properties.",
    sentTo: ["admin", "landlord", "maintenance"],
    emailedTo: ["landlord", "maintenance"],
  },
  "new-orders": {
    label: "New work orders",
    about: "Any other new work order at your properties.",
    sentTo: ["admin", "landlord", "maintenance"],
    emailedTo: [],
  },
  assignments: {
    label: "Assignments",
    about: "A work order was assigned to you, unassigned from you, or left unassigned.",
    sentTo: ["maintenance", "landlord", "admin"],
    emailedTo: ["maintenance"],
  },
  "order-status": {
    label: "Work order updates",
    about: "A work order you submitted, are assigned to, or watch was updated.",
    sentTo: roles,
    emailedTo: ["tenant"],
  },
  visits: {
    label: "Visits",
    about: "A work order visit was proposed, confirmed, or cancelled.",
    sentTo: roles,
    emailedTo: ["tenant", "maintenance"],
  },
  comments: {
    label: "Comments",
    about:
      "Someone commented on, or added photos or files to, a work order you submitted, are assigned to, or watch.",
    sentTo: roles,
    emailedTo: ["tenant", "maintenance"],
  },
  signatures: {
    label: "Signatures",
    about: "A work order you submitted, are assigned to, or watch was signed.",
    sentTo: roles,
    emailedTo: [],
  },
  "payments-received": {
    label: "Payments received",
    about: "A payment was received at one of your properties. The payer always gets a receipt.",
    sentTo: staffRoles,
    emailedTo: [],
  },
  "rent-due": {
    label: "Rent due and overdue",
    about: "Rent is due soon or overdue.",
    sentTo: ["tenant", "landlord"],
    emailedTo: ["tenant"],
  },
  confirmations: {
    label: "Payment confirmations",
    about: "A manual payment needs your review, or yours was approved, rejected, or withdrawn.",
    sentTo: ["tenant", "landlord", "admin"],
    emailedTo: ["tenant", "landlord"],
  },
  "money-back": {
    label: "Returned payments, refunds, and disputes",
    about: "A bank returned a payment, a payment was refunded, a refund failed, or a payment is disputed.",
    sentTo: ["tenant", "landlord", "admin"],
    emailedTo: ["tenant", "landlord", "admin"],
  },
  documents: {
    label: "Documents",
    about: "A document was shared with you or is expiring.",
    sentTo: roles,
    emailedTo: roles,
  },
  approvals: {
    label: "Approvals",
    about: "Someone registered and needs your approval, or accepted your invitation.",
    sentTo: staffRoles,
    emailedTo: ["landlord", "admin"],
  },
  "lease-dates": {
    label: "Lease dates",
    about: "A lease starts, is ending soon, or has ended.",
    sentTo: ["tenant", "landlord"],
    emailedTo: ["tenant", "landlord"],
  },
  "operating-expenses": {
    label: "Operating expenses",
    about:
      "A share of a year's operating expenses was charged or credited, its monthly estimates change, or a question about it was asked or answered.",
    sentTo: ["tenant", "landlord", "admin"],
    emailedTo: ["tenant", "landlord", "admin"],
  },
  reports: {
    label: "Scheduled reports",
    about: "A report is emailed to you on a schedule, or someone you send one to lost access to it.",
    sentTo: ["landlord", "admin"],
    emailedTo: ["landlord", "admin"],
  },
  webhooks: {
    label: "Webhooks",
    about: "A webhook was paused after days of failed deliveries.",
    sentTo: ["admin"],
    emailedTo: ["admin"],
  },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;
