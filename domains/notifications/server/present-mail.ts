import { type Selectable, sql } from "kysely";
import type { MailsTable } from "#server/db/tables.ts";
import type { Mail } from "../outbox-contract.ts";

/** A mail without its texts. */
export type MailRow = Pick<
  Selectable<MailsTable>,
  | "id"
  | "to_address"
  | "subject"
  | "template"
  | "state"
  | "created_at"
  | "sent_at"
  | "tries"
  | "next_try_at"
  | "last_error"
  | "is_cut"
>;

/** Columns of `mails m`. */
export const mailColumns = sql`m.id, m.to_address, m.subject, m.template, m.state, m.created_at, m.sent_at, m.tries,
  m.next_try_at, m.last_error, m.is_cut`;

export const presentMail = (mail: MailRow): Mail => ({
  id: mail.id,
  to: mail.to_address,
  subject: mail.subject,
  template: mail.template,
  state: mail.state as Mail["state"],
  createdAt: mail.created_at.toISOString(),
  sentAt: mail.sent_at?.toISOString() ?? null,
  tries: mail.tries,
  nextTryAt: mail.next_try_at?.toISOString() ?? null,
  lastError: mail.last_error,
  isCut: mail.is_cut,
});
