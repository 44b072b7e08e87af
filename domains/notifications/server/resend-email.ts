import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { emailJobKey, enqueueEmail } from "#server/integrations/email/outbox.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { OutboxEmail } from "../outbox-contract.ts";
import { type EmailRow, emailColumns, toOutboxEmail } from "./email-row.ts";

/**
 * Resends an undelivered email right away, with as many attempts as a new one. With `again`, resends a sent
 * email as a new one with the same text.
 * @throws AppError not_found; conflict without a mail server, if the email is being sent or has since been
 * sent, and if its one-time link, code, or attachments were removed
 */
export async function resendEmail(ctx: SignedInCtx, id: number, { again = false }): Promise<OutboxEmail> {
  assertMailServer(ctx);
  const { rows } =
    await sql<EmailRow>`select ${emailColumns} from emails m where m.id = ${id} for update`.execute(ctx.db);
  const [email] = rows;
  if (email === undefined) throw notFound("email");
  if (email.state === "queued") throw conflict("This email is already being sent.");
  if (email.state === "sent" && !again) throw conflict("This email has since been sent.");
  if (email.secrets_removed)
    throw conflict(
      "This email's one-time link or code was removed when it was sent. Have the recipient request a new one.",
    );
  await assertAttachmentsKept(ctx, id);
  const resentEmails =
    email.state === "sent"
      ? await copyEmail(ctx, id)
      : await requeueEmails(ctx, [id], email.state === "retrying");
  await audit(ctx, {
    action: "outbox.email-resent",
    subjectType: "email",
    subjectId: String(id),
    details: { to: email.to_address, subject: email.subject },
  });
  const [resentEmail] = resentEmails;
  if (resentEmail === undefined) throw notFound("email");
  return toOutboxEmail(resentEmail);
}

/** @throws AppError conflict if the email's attachments were removed when it was sent */
async function assertAttachmentsKept({ db }: Ctx, id: number): Promise<void> {
  const removed = await db
    .selectFrom("email_attachments")
    .select("position")
    .where("email_id", "=", id)
    .where("content", "is", null)
    .executeTakeFirst();
  if (removed !== undefined)
    throw conflict(
      "This email's attachments were removed when it was sent. The report can be opened under Saved Reports.",
    );
}

/** The maximum number of emails queued again in one transaction. */
const batchSize = 5_000;

/**
 * Resends the oldest failed emails.
 * @throws AppError conflict without a mail server
 */
export async function resendFailedEmails(ctx: SignedInCtx): Promise<{ count: number }> {
  assertMailServer(ctx);
  const { rows } = await sql<{ id: number }>`
    select id from emails where state = 'failed' order by created_at, id limit ${sql.lit(batchSize)} for update skip locked`.execute(
    ctx.db,
  );
  await requeueEmails(
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

function assertMailServer({ config }: Ctx): void {
  if (config.smtpUrl === undefined)
    throw conflict("No mail server is set up. Set SMTP_URL on the server first.");
}

/**
 * Runs the queued jobs now, with a full set of attempts, and adds jobs where there are none. A running job
 * is rescheduled only if its email `isRetried`. If a failed email's job is still running, it sends nothing
 * else. Expects the emails to be locked.
 */
async function requeueEmails({ db }: Ctx, ids: readonly number[], isRetried: boolean): Promise<EmailRow[]> {
  const { rows } = await sql<EmailRow>`
    update emails m set state = 'queued', next_attempt_at = null where m.id = any(${[...ids]}::bigint[]) returning ${emailColumns}`.execute(
    db,
  );
  const { rows: jobs } = await sql<{ id: string; key: string }>`
    select id, key from graphile_worker.jobs
    where key = any(${ids.map(emailJobKey)}::text[]) and (${isRetried} or locked_at is null)`.execute(db);
  await sql`select graphile_worker.reschedule_jobs(${jobs.map((job) => job.id)}::bigint[], run_at => now(), attempts => 0)`.execute(
    db,
  );
  const keysWithJob = new Set(jobs.map(({ key }) => key));
  for (const id of ids) if (!keysWithJob.has(emailJobKey(id))) await enqueueEmail(db, id);
  return rows;
}

async function copyEmail({ db }: Ctx, id: number): Promise<EmailRow[]> {
  const { rows } = await sql<EmailRow>`
    insert into emails as m (to_address, to_user_id, template, subject, text_body, html_body, unsubscribe_path)
    select to_address, to_user_id, template, subject, text_body, html_body, unsubscribe_path from emails where id = ${id}
    returning ${emailColumns}`.execute(db);
  for (const copy of rows) await enqueueEmail(db, copy.id);
  return rows;
}
