import { type Selectable, sql } from "kysely";
import type { EmailsTable } from "#server/db/tables.ts";
import type { OutboxEmail } from "../outbox-contract.ts";

/** An email without its text. */
export type EmailRow = Pick<
  Selectable<EmailsTable>,
  | "id"
  | "to_address"
  | "subject"
  | "template"
  | "state"
  | "created_at"
  | "sent_at"
  | "attempts"
  | "next_attempt_at"
  | "last_error"
  | "secrets_removed"
>;

/** Columns of `emails m`. */
export const emailColumns = sql`m.id, m.to_address, m.subject, m.template, m.state, m.created_at, m.sent_at, m.attempts,
  m.next_attempt_at, m.last_error, m.secrets_removed`;

export const toOutboxEmail = (email: EmailRow): OutboxEmail => ({
  id: email.id,
  to: email.to_address,
  subject: email.subject,
  template: email.template,
  state: email.state,
  createdAt: email.created_at.toISOString(),
  sentAt: email.sent_at?.toISOString() ?? null,
  attempts: email.attempts,
  nextAttemptAt: email.next_attempt_at?.toISOString() ?? null,
  lastError: email.last_error,
  secretsRemoved: email.secrets_removed,
});
