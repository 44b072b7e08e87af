/**
 * The events webhooks can subscribe to. Each is named after the log entry that records it: work order events
 * are in the activity logs, all others in the audit log (docs/decisions/021).
 */
export const webhookEvents = {
  "work-order.created": "A work order was created",
  "work-order.status-changed": "A work order's status changed",
  "work-order.pause-changed": "Work on a work order was paused or resumed",
  "work-order.assigned": "A work order was assigned or unassigned",
  "work-order.due-changed": "A work order's due date changed",
  "work-order.visit-changed": "A visit was proposed, confirmed, or cancelled",
  "work-order.planned": "A work order was planned for a date, or its estimate changed",
  "work-order.time-changed": "A time entry was added, edited, or removed",
  "work-order.conflict": "An offline update conflicted with another, or a conflict was resolved",
  "work-order.comment-added": "A comment was added to a work order",
  "work-order.photos-changed": "Photos were added to or removed from a work order",
  "work-order.files-changed": "Files were added to or removed from a work order",
  "work-order.signature": "A work order was signed",
  "work-order.edited": "A work order was edited",
  "work-order.deleted": "A work order was deleted",
  "ledger.payment-received": "An online payment was received",
  "ledger.payment-recorded": "A manual payment was recorded",
  "payment.confirmation-sent": "A manual payment was reported",
  "payment.confirmation-approved": "A manual payment was approved",
  "payment.confirmation-rejected": "A manual payment was rejected",
  "payment.confirmation-withdrawn": "A reported payment was withdrawn",
  "payment.refunded": "A payment was refunded",
  "payment.dispute-changed": "A payment is disputed",
  "reconciliation.issued": "The statements of a reconciliation were issued",
  "reconciliation.questioned": "A tenant questioned a statement of operating expenses",
  "document.uploaded": "A document was uploaded",
  "document.edited": "A document was edited",
  "document.version-added": "A document has a new version",
  "document.trashed": "A document was moved to the trash",
  "lease.created": "A lease was created",
  "lease.activated": "A lease was activated",
  "lease.started": "A lease started",
  "lease.amended": "The terms of a lease were amended",
  "lease.ended": "A lease ended",
  "account.registered": "Someone registered",
  "person.approved": "A person was approved",
  "person.declined": "A person was declined",
  "person.disabled": "A person was disabled",
  "property.created": "A property was added",
  "property.edited": "A property was updated",
  "unit.created": "A unit was added",
  "unit.edited": "A unit was updated",
  "import.done": "A file was imported (individual rows don't send events)",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[];

/** Sent to any webhook by `Send test`. */
export const testEvent = "webhook.test";

/** The delays after each failed attempt, in seconds: eight attempts within 21 hours. */
export const retryDelaysSeconds = [30, 300, 1_800, 7_200, 14_400, 21_600, 28_800] as const;
export const maxAttempts = retryDelaysSeconds.length + 1;
/** A webhook is paused after this many days without a successful delivery. */
export const maxFailingDays = 3;
export const retentionDays = 30;
