import type { Selectable, Updateable } from "kysely";
import type { EmailsTable } from "../db/tables.ts";
import type { Services } from "../http/context.ts";
import type { Mailer, OutgoingEmail } from "../integrations/email/mailer.ts";
import { removeSecrets } from "../integrations/email/remove-secrets.ts";
import type { Tasks } from "./tasks.ts";

type Email = Selectable<EmailsTable>;

/** The number of this attempt, from 1. */
interface Attempt {
  number: number;
  isLast: boolean;
}

/**
 * Sends one email from the outbox to the mail server. Throws if that fails, so that the job is retried with
 * backoff. The outbox shows the reason and the time of the next attempt. The email fails after the last
 * attempt, or if the server rejects the mailbox or the email permanently. Without a mail server the email is
 * stored for the admin to read.
 */
export async function sendEmail(
  services: Services,
  mailer: Mailer,
  { emailId, ...attempt }: Tasks["send-email"] & Attempt,
): Promise<void> {
  const { db, log, clock } = services;
  const email = await db.selectFrom("emails").selectAll().where("id", "=", emailId).executeTakeFirst();
  if (email === undefined || (email.state !== "queued" && email.state !== "retrying")) return;
  if (mailer.send === null) {
    await update(services, email, { state: "stored", next_attempt_at: null });
    log.info(
      { emailId, template: email.template },
      `SMTP_URL isn't set. Email “${email.subject}” is stored at /outbox`,
    );
    return;
  }
  const attempts = email.attempts + 1;
  try {
    await mailer.send({
      id: email.id,
      to: email.to_address,
      subject: email.subject,
      text: email.text_body,
      html: email.html_body,
      unsubscribePath: email.unsubscribe_path,
      attachments: await readAttachments(services, email),
    });
    await update(services, email, {
      state: "sent",
      attempts,
      sent_at: clock(),
      last_error: null,
      next_attempt_at: null,
      ...removeSentSecrets(email),
    });
    await db
      .updateTable("email_attachments")
      .set({ content: null })
      .where("email_id", "=", email.id)
      .execute();
  } catch (error) {
    const isFinal = attempt.isLast || isPermanent(error);
    await update(services, email, {
      state: isFinal ? "failed" : "retrying",
      attempts,
      last_error: (error as Error).message.slice(0, 500),
      next_attempt_at: isFinal ? null : new Date(clock().getTime() + getBackoffMs(attempt.number)),
    });
    if (!isFinal) throw error;
    log.warn({ emailId, template: email.template }, `Giving up on an email: ${(error as Error).message}`);
  }
}

const update = async ({ db }: Services, { id }: Email, change: Updateable<EmailsTable>): Promise<void> =>
  void (await db.updateTable("emails").set(change).where("id", "=", id).execute());

async function readAttachments({ db }: Services, { id }: Email): Promise<OutgoingEmail["attachments"]> {
  const rows = await db
    .selectFrom("email_attachments")
    .select(["file_name", "media_type", "content"])
    .where("email_id", "=", id)
    .orderBy("position")
    .execute();
  return rows.flatMap(({ file_name: filename, media_type: contentType, content }) =>
    content === null ? [] : [{ filename, contentType, content }],
  );
}

/** The backoff of the job queue: seconds at first, six hours from the tenth attempt on. */
const getBackoffMs = (attempts: number): number => Math.exp(Math.min(attempts, 10)) * 1000;

/**
 * Whether the server rejects the mailbox or the email permanently. A rejection of the portal's password or
 * sender address doesn't count because the operator can fix it.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && responseCode < 600 && (command === "RCPT TO" || command === "DATA");
}

/** Removes the link and code, which are in the mailbox now. Readers of the outbox must not see them. */
const removeSentSecrets = (email: Email) =>
  email.one_time_link === null && email.one_time_code === null
    ? {}
    : { ...removeSecrets(email), one_time_link: null, one_time_code: null, secrets_removed: true };
