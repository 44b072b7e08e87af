import { escapeHtml } from "#shared/escape-html.ts";
import type { Ctx } from "../http/context.ts";
import { enqueue } from "../jobs/tasks.ts";

/** A mail in plain words: paragraphs, and perhaps one link. Both bodies are made from it, so that they say the same. */
export interface MailContent {
  template: string;
  to: { address: string; userId: number | null; fullName: string };
  subject: string;
  paragraphs: string[];
  /** Names with what they say, such as the lines of a receipt, after the paragraphs. */
  facts?: { name: string; value: string }[];
  /** A one-time link is taken out of the kept text once the mail is sent. */
  link?: { label: string; path: string; isOneTime?: boolean };
}

/**
 * Puts a mail into the outbox in the transaction of `ctx`; a job sends it after the commit. The organization signs it
 * by its name of that moment. Links lead to PUBLIC_URL only. Gives the mail.
 */
export async function queueMail(
  ctx: Ctx,
  { template, to, subject, paragraphs, facts = [], link }: MailContent,
): Promise<number> {
  const { name: signature } = await ctx.db
    .selectFrom("organisation")
    .select("name")
    .executeTakeFirstOrThrow();
  const url = link === undefined ? undefined : new URL(link.path, ctx.config.publicUrl).href;
  const lines = [
    `Hello ${to.fullName},`,
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(({ name, value }) => `${name}: ${value}`).join("\n")]),
    ...(link === undefined ? [] : [`${link.label}: ${url}`]),
    signature,
  ];
  const html = [
    `<p>Hello ${escapeHtml(to.fullName)},</p>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(facts.length === 0 ? [] : [`<table cellpadding="6">${facts.map(rowOf).join("")}</table>`]),
    ...(link === undefined || url === undefined
      ? []
      : [`<p><a href="${escapeHtml(url)}">${escapeHtml(link.label)}</a></p><p>${escapeHtml(url)}</p>`]),
    `<p>${escapeHtml(signature)}</p>`,
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

const rowOf = ({ name, value }: { name: string; value: string }): string =>
  `<tr><td>${escapeHtml(name)}</td><td align="right">${escapeHtml(value)}</td></tr>`;
