import nodemailer from "nodemailer";
import type { Config } from "../config.ts";

export interface OutgoingEmail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  unsubscribePath: string | null;
}

export interface Mailer {
  /** Null without SMTP_URL, in which case emails are stored in the outbox. */
  send: ((email: OutgoingEmail) => Promise<void>) | null;
  close(): void;
}

/** A mail server slower than this counts as unreachable. */
const connectMsMax = 10_000;
const greetingMsMax = 10_000;
const silentMsMax = 30_000;
/** The limit for one attempt, regardless of the mail server. */
const attemptMsMax = 90_000;

export function openMailer({ smtpUrl, mailFrom, publicUrl }: Config): Mailer {
  if (smtpUrl === undefined) return { send: null, close: () => undefined };
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: connectMsMax,
      dnsTimeout: connectMsMax,
      greetingTimeout: greetingMsMax,
      socketTimeout: silentMsMax,
    },
    { from: mailFrom },
  );
  const host = new URL(publicUrl).hostname;
  return {
    async send({ id, to, subject, text, html, unsubscribePath }) {
      await transport.sendMail({
        to: { name: "", address: to },
        subject,
        text,
        html,
        // Using the same id for every attempt lets a receiving server recognize a duplicate.
        messageId: `<portal-email-${id}@${host}>`,
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(unsubscribePath === null ? {} : unsubscribeHeaders(publicUrl, unsubscribePath)),
        },
        signal: AbortSignal.timeout(attemptMsMax),
      });
    },
    close: () => transport.close(),
  };
}

/** One-click unsubscribe for email programs (RFC 8058). */
const unsubscribeHeaders = (publicUrl: string, path: string) => ({
  "List-Unsubscribe": `<${new URL(`/api${path}`, publicUrl).href}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
