import { readLogo } from "#domains/settings/contract.ts";
import type { Ctx } from "../http/context.ts";
import { enqueue } from "../jobs/tasks.ts";
import { layMail } from "./mail-layout.ts";

/** The contents of a mail; both bodies are made from it, so that they match. Links lead to PUBLIC_URL only. */
export interface MailContent {
  template: string;
  to: { address: string; userId: number | null; fullName: string };
  subject: string;
  paragraphs: string[];
  /** A one-time code, on a line of its own after the paragraphs; removed from the stored text once the mail is sent. */
  code?: string;
  /** Names with values, such as the lines of a receipt, after the paragraphs. */
  facts?: { name: string; value: string }[];
  /** Notifications, each with the path it links to, after the paragraphs. */
  items?: { text: string; path: string | null }[];
  /** A one-time link is removed from the stored text once the mail is sent. */
  link?: { label: string; path: string; isOneTime?: boolean };
  /**
   * The page that turns off mails of this kind, linked in the footer. Mail programs get the call of the same path below
   * `/api`, which does so at once (RFC 8058).
   */
  unsubscribe?: { path: string; sentence: string };
  /** When it is sent at the earliest; by default at once. */
  inSeconds?: number;
}

const subjectLengthMax = 200;

/**
 * Puts a mail into the outbox in the transaction of `ctx`; a job sends it after the commit. It is signed with the current
 * name and logo of the organization. Returns the id of the mail.
 */
export async function queueMail(ctx: Ctx, content: MailContent): Promise<number> {
  const { template, to, code, facts = [], items = [], link, unsubscribe } = content;
  const { name, logo_key } = await ctx.db
    .selectFrom("organisation")
    .select(["name", "logo_key"])
    .executeTakeFirstOrThrow();
  const addressOf = (path: string) => addressWithin(ctx.config.publicUrl, path);
  const subject = shortened(oneLine(content.subject));
  const url = link === undefined ? null : addressOf(link.path);
  const { text, html } = layMail({
    organisation: oneLine(name),
    logo: logo_key === null ? undefined : addressOf(readLogo.path),
    subject,
    greeting: to.fullName === "" ? "Hi," : `Hi ${oneLine(to.fullName)},`,
    paragraphs: content.paragraphs.map(plain),
    facts: facts.map((fact) => ({ name: oneLine(fact.name), value: oneLine(fact.value) })),
    code,
    items: items.map((item) => ({
      text: oneLine(item.text),
      url: item.path === null ? null : addressOf(item.path),
    })),
    link: link === undefined || url === null ? undefined : { label: link.label, url },
    unsubscribe:
      unsubscribe === undefined
        ? undefined
        : { sentence: unsubscribe.sentence, url: addressOf(unsubscribe.path) },
  });
  const { id } = await ctx.db
    .insertInto("mails")
    .values({
      to_address: to.address,
      to_user_id: to.userId,
      template,
      subject,
      text_body: text,
      html_body: html,
      one_time_link: link?.isOneTime === true ? url : null,
      one_time_code: code ?? null,
      unsubscribe_path: unsubscribe?.path ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await enqueueMail(ctx.db, id, content.inSeconds);
  return id;
}

/** The key of a mail's job, with which the job can be rescheduled. */
export const mailJobKey = (mailId: number): string => `mail-${mailId}`;

export const enqueueMail = (db: Ctx["db"], mailId: number, inSeconds = 0): Promise<void> =>
  enqueue(db, "send-mail", { mailId }, { key: mailJobKey(mailId), inSeconds });

/** @throws Error for a path that leads to another site */
function addressWithin(publicUrl: string, path: string): string {
  const address = new URL(path, publicUrl);
  if (address.origin !== new URL(publicUrl).origin) throw new Error(`A mail may not link to "${path}".`);
  return address.href;
}

/** Removes control characters, bidirectional overrides and invisible characters. */
const plain = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu, "");

/** For a subject or a name: turns line breaks into spaces as well. */
const oneLine = (text: string): string => plain(text.replace(/[\s\u2028\u2029]+/g, " ")).trim();

const shortened = (text: string): string =>
  text.length <= subjectLengthMax
    ? text
    : `${text.slice(0, subjectLengthMax - 1).replace(/[\ud800-\udbff]$/, "")}…`;
