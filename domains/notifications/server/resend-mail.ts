import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { enqueueMail, mailJobKey } from "#server/integrations/outbox.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { Mail } from "../outbox-contract.ts";
import { type MailRow, mailColumns, presentMail } from "./present-mail.ts";

/**
 * Sends an undelivered mail again at once, with as many attempts as a new mail has. A sent mail goes out as a new mail with
 * the same words, when `again` asks for it.
 * @throws AppError not_found; conflict without a mail server, for a mail that is on its way or was sent meanwhile, and for
 * a mail whose one-time link or code was removed
 */
export async function resendMail(ctx: SignedInCtx, id: number, { again = false }): Promise<Mail> {
  refuseWithoutServer(ctx);
  const { rows } =
    await sql<MailRow>`select ${mailColumns} from mails m where m.id = ${id} for update`.execute(ctx.db);
  const [mail] = rows;
  if (mail === undefined) throw notFound("mail");
  if (mail.state === "queued") throw conflict("This mail is already on its way.");
  if (mail.state === "sent" && !again) throw conflict("This mail was sent meanwhile.");
  if (mail.is_cut)
    throw conflict(
      "The one-time link or code of this mail was taken out when it was sent. Please have a new one sent instead.",
    );
  const resent =
    mail.state === "sent" ? await copyOf(ctx, id) : await tryAgain(ctx, [id], mail.state === "retrying");
  await audit(ctx, {
    action: "outbox.mail-resent",
    subjectType: "mail",
    subjectId: String(id),
    details: { to: mail.to_address, subject: mail.subject },
  });
  const [first] = resent;
  if (first === undefined) throw notFound("mail");
  return presentMail(first);
}

/** How many mails go back into the queue in one transaction. */
const atOnce = 5_000;

/** Sends the oldest failed mails again. @throws AppError conflict without a mail server */
export async function resendFailedMails(ctx: SignedInCtx): Promise<{ count: number }> {
  refuseWithoutServer(ctx);
  const { rows } = await sql<{ id: number }>`
    select id from mails where state = 'failed' order by created_at, id limit ${sql.lit(atOnce)} for update skip locked`.execute(
    ctx.db,
  );
  await tryAgain(
    ctx,
    rows.map(({ id }) => id),
    false,
  );
  if (rows.length > 0)
    await audit(ctx, {
      action: "outbox.failed-resent",
      subjectType: "list",
      subjectId: "outbox",
      details: { count: rows.length },
    });
  return { count: rows.length };
}

function refuseWithoutServer({ config }: Ctx): void {
  if (config.smtpUrl === undefined)
    throw conflict(
      "No mail server is set up, so nothing can be sent. Please give the server SMTP_URL first.",
    );
}

/**
 * Runs the waiting job at once, with a fresh count of attempts; without a waiting job a new one is added. A running job of a
 * mail that still `isTried` goes on; the job of a failed mail only has to end, and sends nothing more. The mails are locked.
 */
async function tryAgain({ db }: Ctx, ids: readonly number[], isTried: boolean): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    update mails m set state = 'queued', next_try_at = null where m.id = any(${[...ids]}::bigint[]) returning ${mailColumns}`.execute(
    db,
  );
  const { rows: jobs } = await sql<{ id: string; key: string }>`
    select id, key from graphile_worker.jobs
    where key = any(${ids.map(mailJobKey)}::text[]) and (${isTried} or locked_at is null)`.execute(db);
  await sql`select graphile_worker.reschedule_jobs(${jobs.map((job) => job.id)}::bigint[], run_at => now(), attempts => 0)`.execute(
    db,
  );
  const withJob = new Set(jobs.map(({ key }) => key));
  for (const id of ids) if (!withJob.has(mailJobKey(id))) await enqueueMail(db, id);
  return rows;
}

async function copyOf({ db }: Ctx, id: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    insert into mails as m (to_address, to_user_id, template, subject, text_body, html_body, unsubscribe_path)
    select to_address, to_user_id, template, subject, text_body, html_body, unsubscribe_path from mails where id = ${id}
    returning ${mailColumns}`.execute(db);
  for (const copy of rows) await enqueueMail(db, copy.id);
  return rows;
}
