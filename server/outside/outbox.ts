import type { Ctx } from "../http/context.ts";
import { enqueue } from "../jobs/tasks.ts";

/** A mail in plain words: paragraphs, and perhaps one link. Both bodies are made from it, so that they say the same. */
export interface MailContent {
  template: string;
  to: { address: string; userId: number | null; fullName: string };
  subject: string;
  paragraphs: string[];
  /** A one-time link is taken out of the kept text once the mail is sent. */
  link?: { label: string; path: string; isOneTime?: boolean };
}

/**
 * Puts a mail into the outbox in the transaction of `ctx`; a job sends it after the commit. The organization signs it
 * by its name of that moment. Links lead to PUBLIC_URL only. Gives the mail.
 */
export async function queueMail(
  ctx: Ctx,
  { template, to, subject, paragraphs, link }: MailContent,
): Promise<number> {
  const { name: signature } = await ctx.db
    .selectFrom("organisation")
    .select("name")
    .executeTakeFirstOrThrow();
  const url = link === undefined ? undefined : new URL(link.path, ctx.config.publicUrl).href;
  const lines = [
    `Hello ${to.fullName},`,
    ...paragraphs,
    ...(link === undefined ? [] : [`${link.label}: ${url}`]),
    signature,
  ];
  const html = [
    `<p>Hello ${escape(to.fullName)},</p>`,
    ...paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`),
    ...(link === undefined || url === undefined
      ? []
      : [`<p><a href="${escape(url)}">${escape(link.label)}</a></p><p>${escape(url)}</p>`]),
    `<p>${escape(signature)}</p>`,
  ].join("\n");
  const { id } = await ctx.db
    .insertInto("mails")
    .values({
      to_address: to.address,
      to_user_id: to.userId,
      template,
      subject: subject.replace(/[\r\n]+/g, " "),
      text_body: lines.join("\n\n"),
      html_body: html,
      one_time_link: link?.isOneTime === true ? (url ?? null) : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await enqueue(ctx.db, "send-mail", { mailId: id });
  return id;
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
