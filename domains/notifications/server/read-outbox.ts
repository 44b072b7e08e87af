import type { Selectable } from "kysely";
import type { MailsTable } from "#server/db/tables.ts";
import type { Ctx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import type { listMails, readMail } from "../contract.ts";

const shownMax = 100;
type Mail = Pick<
  Selectable<MailsTable>,
  "id" | "to_address" | "subject" | "template" | "state" | "created_at" | "sent_at" | "last_error"
>;

const present = (mail: Mail): AnswerOf<typeof listMails>[number] => ({
  id: mail.id,
  to: mail.to_address,
  subject: mail.subject,
  template: mail.template,
  state: mail.state as AnswerOf<typeof listMails>[number]["state"],
  createdAt: mail.created_at.toISOString(),
  sentAt: mail.sent_at?.toISOString() ?? null,
  lastError: mail.last_error,
});

/** The newest mails, for the admin. */
export async function newestMails({ db }: Ctx): Promise<AnswerOf<typeof listMails>> {
  const mails = await db
    .selectFrom("mails")
    .select(["id", "to_address", "subject", "template", "state", "created_at", "sent_at", "last_error"])
    .orderBy("id", "desc")
    .limit(shownMax)
    .execute();
  return mails.map(present);
}

/** @throws AppError not_found */
export async function findMail({ db }: Ctx, id: number): Promise<AnswerOf<typeof readMail>> {
  const mail = await db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
  if (mail === undefined) throw notFound("mail");
  return { ...present(mail), text: mail.text_body };
}
