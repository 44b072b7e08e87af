/**
 * The events that webhooks may be told of, by the names of the entries that record them anyway: those of work orders are in
 * their activity logs, all others in the audit log (docs/decisions/021).
 */
export const webhookEvents = {
  "work-order.created": "A work order was reported",
  "work-order.status-changed": "A work order moved, e.g. was completed",
  "work-order.pause-changed": "The work on a work order was paused, or goes on",
  "work-order.assigned": "A work order was assigned, or taken back",
  "work-order.due-changed": "The due time of a work order changed",
  "work-order.visit-changed": "A visit was proposed, agreed or called off",
  "work-order.planned": "A work order was planned for a day, or its estimate changed",
  "work-order.time-changed": "Time spent on a work order was added, corrected or removed",
  "work-order.clash": "A change made offline clashed with another one, or somebody chose between them",
  "work-order.comment-added": "Somebody commented on a work order",
  "work-order.photos-changed": "Photos of a work order were added or removed",
  "work-order.files-changed": "Files of a work order were added or removed",
  "work-order.signature": "A work order was signed",
  "work-order.edited": "A work order was edited",
  "work-order.deleted": "A work order was deleted",
  "ledger.payment-received": "An online payment was received",
  "ledger.payment-recorded": "A payment was recorded by hand",
  "payment.confirmation-sent": "A payment by hand was reported",
  "payment.confirmation-approved": "A payment by hand was approved",
  "payment.confirmation-rejected": "A payment by hand was rejected",
  "payment.given-back": "A payment was refunded",
  "payment.dispute-changed": "A payment is disputed",
  "document.uploaded": "A document was uploaded",
  "document.edited": "A document was changed",
  "document.file-added": "A document has a newer file",
  "document.trashed": "A document was put into the trash",
  "lease.created": "A lease was made",
  "lease.activated": "A lease was activated",
  "lease.began": "A lease began",
  "lease.amended": "The terms of a lease were amended",
  "lease.ended": "A lease ended",
  "account.registered": "Somebody registered",
  "person.approved": "A person was approved",
  "person.refused": "A person was refused",
  "person.disabled": "A person was disabled",
  "property.created": "A building was added",
  "property.edited": "A building was changed",
  "unit.created": "A unit was added",
  "unit.edited": "A unit was changed",
  "import.done": "A file was imported; its rows send no events of their own",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[];

/** Sent by `Send test`, to any webhook. */
export const testEvent = "webhook.test";

/** The pauses after each failed try, in seconds: eight tries within 21 hours. */
export const pausesSeconds = [30, 300, 1_800, 7_200, 14_400, 21_600, 28_800] as const;
export const triesMax = pausesSeconds.length + 1;
/** After so many days without a success a webhook is paused. */
export const failingDaysMax = 3;
export const keptDays = 30;
