import { readLogo } from "#domains/settings/contract.ts";
import { withoutInvisible } from "#shared/http/fields.ts";
import type { Ctx } from "../../http/context.ts";
import { enqueue } from "../../jobs/tasks.ts";
import { formatEmail } from "./email-layout.ts";

/**
 * The contents of an email. Both bodies are generated from it, so that they match. Links lead to PUBLIC_URL
 * only.
 */
export interface EmailContent {
  template: string;
  to: { address: string; userId: number | null; fullName: string };
  subject: string;
  paragraphs: string[];
  /**
   * A one-time code, on its own line after the paragraphs. Removed from the stored text once the email has
   * been sent.
   */
  code?: string;
  /** Names with values after the paragraphs, such as the lines of a receipt. A total has a line above it. */
  details?: { name: string; value: string; isTotal?: boolean }[];
  /** Notifications after the paragraphs, each with the path it links to. */
  items?: { text: string; path: string | null }[];
  /** A one-time link is removed from the stored text once the email has been sent. */
  link?: { label: string; path: string; isOneTime?: boolean };
  /**
   * The page that turns off this kind of email, linked in the footer. The endpoint with the same path below
   * `/api` lets email programs turn it off right away (RFC 8058).
   */
  unsubscribe?: { path: string; sentence: string };
  /** Removed from the outbox once the email has been sent. */
  attachments?: readonly { fileName: string; mediaType: string; content: Buffer }[];
  /** The delay before it can be sent. None by default. */
  delaySeconds?: number;
}

/**
 * Whether people can read their emails. In demo mode they can even without a mail server, because the outbox
 * page shows all emails.
 */
export const sendsEmails = ({ config }: Pick<Ctx, "config">): boolean =>
  config.smtpUrl !== undefined || config.demo;

const maxSubjectLength = 200;
const portalLogoPath = "/icons/192.png";

/**
 * Adds an email to the outbox in the transaction of `ctx` and returns its id. A job sends it after the
 * commit. The email shows the organization's current name, and its logo or else the portal's.
 */
export async function queueEmail(ctx: Ctx, content: EmailContent): Promise<number> {
  const { template, to, code, details = [], items = [], link, unsubscribe, attachments = [] } = content;
  const { name, logo_key } = await ctx.db
    .selectFrom("organization")
    .select(["name", "logo_key"])
    .executeTakeFirstOrThrow();
  const toUrl = (path: string) => toPortalUrl(ctx.config.publicUrl, path);
  const subject = shortenSubject(toOneLine(content.subject));
  const url = link === undefined ? null : toUrl(link.path);
  const { text, html } = formatEmail({
    organization: toOneLine(name),
    logo: toUrl(logo_key === null ? portalLogoPath : readLogo.path),
    subject,
    greeting: to.fullName === "" ? "Hi," : `Hi ${toOneLine(to.fullName)},`,
    paragraphs: content.paragraphs.map(removeInvisibleCharacters),
    details: details.map((detail) => ({
      ...detail,
      name: toOneLine(detail.name),
      value: toOneLine(detail.value),
    })),
    code,
    items: items.map((item) => ({
      text: toOneLine(item.text),
      url: item.path === null ? null : toUrl(item.path),
    })),
    link: link === undefined || url === null ? undefined : { label: link.label, url },
    unsubscribe:
      unsubscribe === undefined
        ? undefined
        : { sentence: unsubscribe.sentence, url: toUrl(unsubscribe.path) },
  });
  const { id } = await ctx.db
    .insertInto("emails")
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
  if (attachments.length > 0)
    await ctx.db
      .insertInto("email_attachments")
      .values(
        attachments.map(({ fileName, mediaType, content: file }, position) => ({
          email_id: id,
          position,
          file_name: fileName,
          media_type: mediaType,
          content: file,
        })),
      )
      .execute();
  await enqueueEmail(ctx.db, id, content.delaySeconds);
  return id;
}

/** Returns the key of an email's job, which is needed to reschedule it. */
export const emailJobKey = (emailId: number): string => `email-${emailId}`;

export const enqueueEmail = (db: Ctx["db"], emailId: number, inSeconds = 0): Promise<void> =>
  enqueue(db, "send-email", { emailId }, { key: emailJobKey(emailId), delaySeconds: inSeconds });

/**
 * Returns the absolute URL.
 * @throws Error for a path that leads to another site
 */
function toPortalUrl(publicUrl: string, path: string): string {
  const url = new URL(path, publicUrl);
  if (url.origin !== new URL(publicUrl).origin) throw new Error(`An email can't link to "${path}".`);
  return url.href;
}

/** Removes control characters, bidirectional overrides, and other invisible characters. */
const removeInvisibleCharacters = (text: string): string =>
  withoutInvisible(text.replace(/[^\P{Cc}\t\n]|[\u2028\u2029]/gu, ""));

/** Also turns line breaks into spaces, for a subject or a name. */
const toOneLine = (text: string): string =>
  removeInvisibleCharacters(text.replace(/[\s\u2028\u2029]+/g, " ")).trim();

const shortenSubject = (text: string): string =>
  text.length <= maxSubjectLength
    ? text
    : `${text.slice(0, maxSubjectLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
