import nodemailer from "nodemailer";
import type { Config } from "../../config.ts";

export interface OutgoingEmail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  unsubscribePath: string | null;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

export interface Mailer {
  /** Null without SMTP_URL, in which case emails are stored in the outbox. */
  send: ((email: OutgoingEmail) => Promise<void>) | null;
  close(): void;
}

/** A slower mail server counts as unreachable. */
const maxConnectMs = 10_000;
const maxGreetingMs = 10_000;
const socketTimeoutMs = 30_000;
/** The limit for one attempt, regardless of the mail server. */
const maxAttemptMs = 90_000;

export function openMailer({ smtpUrl, mailFrom, publicUrl }: Config): Mailer {
  if (smtpUrl === undefined) return { send: null, close: () => undefined };
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: maxConnectMs,
      dnsTimeout: maxConnectMs,
      greetingTimeout: maxGreetingMs,
      socketTimeout: socketTimeoutMs,
    },
    { from: mailFrom },
  );
  const host = new URL(publicUrl).hostname;
  return {
    async send({ id, to, subject, text, html, unsubscribePath, attachments }) {
      await transport.sendMail({
        to: { name: "", address: to },
        subject,
        text,
        html,
        attachments,
        // Using the same id for every attempt lets a receiving server recognize a duplicate.
        messageId: `<portal-email-${id}@${host}>`,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribePath === null ? {} : toUnsubscribeHeaders(publicUrl, unsubscribePath)),
        },
        signal: AbortSignal.timeout(maxAttemptMs),
      });
    },
    close: () => transport.close(),
  };
}

/** One-click unsubscribe for email programs (RFC 8058). */
const toUnsubscribeHeaders = (publicUrl: string, path: string) => ({
  "List-Unsubscribe": `<${new URL(`/api${path}`, publicUrl).href}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
