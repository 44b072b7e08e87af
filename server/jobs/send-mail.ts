import type { Selectable, Updateable } from "kysely";
import type { MailsTable } from "../db/tables.ts";
import type { Services } from "../http/context.ts";
import type { Mailer } from "../integrations/mailer.ts";
import { withoutSecrets } from "../integrations/without-secrets.ts";
import type { Tasks } from "./tasks.ts";

type Mail = Selectable<MailsTable>;

/** The number of this try, from 1. */
interface Try {
  number: number;
  isLast: boolean;
}

/**
 * Sends one mail of the outbox to the mail server. Throws when that fails, so that the job is retried with back-off; the
 * outbox shows the reason and the time of the next try. The mail is given up after the last try, and when the server refuses
 * this mailbox or this mail for good. Without a mail server the mail is kept for the admin to read.
 */
export async function sendMail(
  services: Services,
  mailer: Mailer,
  { mailId, ...tried }: Tasks["send-mail"] & Try,
): Promise<void> {
  const { db, log, clock } = services;
  const mail = await db.selectFrom("mails").selectAll().where("id", "=", mailId).executeTakeFirst();
  if (mail === undefined || (mail.state !== "queued" && mail.state !== "retrying")) return;
  if (mailer.send === null) {
    await write(services, mail, { state: "kept", next_try_at: null });
    log.info(
      { mailId, template: mail.template },
      `No SMTP_URL is set: the mail "${mail.subject}" is kept at /outbox`,
    );
    return;
  }
  const tries = mail.tries + 1;
  try {
    await mailer.send(
      {
        id: mail.id,
        to: mail.to_address,
        subject: mail.subject,
        text: mail.text_body,
        html: mail.html_body,
        unsubscribePath: mail.unsubscribe_path,
      },
      () =>
        write(services, mail, {
          state: "sent",
          tries,
          sent_at: clock(),
          last_error: null,
          next_try_at: null,
          ...cut(mail),
        }),
    );
  } catch (error) {
    const isGivenUp = tried.isLast || isForGood(error);
    await write(services, mail, {
      state: isGivenUp ? "failed" : "retrying",
      tries,
      last_error: (error as Error).message.slice(0, 500),
      next_try_at: isGivenUp ? null : new Date(clock().getTime() + pauseMs(tried.number)),
    });
    if (!isGivenUp) throw error;
    log.warn({ mailId, template: mail.template }, `A mail was given up: ${(error as Error).message}`);
  }
}

const write = async ({ db }: Services, { id }: Mail, change: Updateable<MailsTable>): Promise<void> =>
  void (await db.updateTable("mails").set(change).where("id", "=", id).execute());

/** The back-off of the job queue: seconds at first, six hours from the tenth try on. */
const pauseMs = (tries: number): number => Math.exp(Math.min(tries, 10)) * 1000;

/**
 * Whether the server refuses this mailbox or this mail for good. A refusal of the portal's password or sender address does
 * not count, as the operator can fix it.
 */
function isForGood(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && responseCode < 600 && (command === "RCPT TO" || command === "DATA");
}

/** The link and code are in the mailbox now; readers of the outbox must not see them. */
const cut = (mail: Mail) =>
  mail.one_time_link === null && mail.one_time_code === null
    ? {}
    : { ...withoutSecrets(mail), one_time_link: null, one_time_code: null, is_cut: true };
