import type { Services } from "../http/context.ts";
import type { Mailer } from "../outside/mailer.ts";
import type { Tasks } from "./tasks.ts";

/**
 * Hands one mail of the outbox to the mail server. Throws when that fails, so that the job is tried again later with
 * growing pauses; the outbox shows the last reason. Without a mail server the mail is kept for the admin to read.
 */
export async function sendMail(
  { db, log, clock }: Services,
  mailer: Mailer,
  { mailId }: Tasks["send-mail"],
): Promise<void> {
  const mail = await db.selectFrom("mails").selectAll().where("id", "=", mailId).executeTakeFirst();
  if (mail === undefined || mail.state === "sent" || mail.state === "kept") return;
  if (mailer.send === null) {
    await db.updateTable("mails").set({ state: "kept" }).where("id", "=", mailId).execute();
    log.info(
      { mailId, template: mail.template },
      `No SMTP_URL is set: the mail "${mail.subject}" is kept at /outbox`,
    );
    return;
  }
  try {
    await mailer.send({
      id: mail.id,
      to: mail.to_address,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
    });
  } catch (error) {
    await db
      .updateTable("mails")
      .set({ tries: mail.tries + 1, last_error: (error as Error).message.slice(0, 500), state: "failed" })
      .where("id", "=", mailId)
      .execute();
    throw error;
  }
  await db
    .updateTable("mails")
    .set({
      state: "sent",
      tries: mail.tries + 1,
      sent_at: clock(),
      last_error: null,
      ...withoutLink(mail),
    })
    .where("id", "=", mailId)
    .execute();
}

/** The link is in the mailbox now, and nobody who reads the outbox needs it any more. */
function withoutLink(mail: { one_time_link: string | null; text_body: string; html_body: string }) {
  const { one_time_link: link } = mail;
  if (link === null) return {};
  const removed = "(link removed)";
  return {
    one_time_link: null,
    text_body: mail.text_body.replaceAll(link, removed),
    html_body: mail.html_body.replaceAll(` href="${link}"`, "").replaceAll(link, removed),
  };
}
