import nodemailer from "nodemailer";
import type { Config } from "../config.ts";

export interface Letter {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Null without SMTP_URL: mails are then kept in the outbox. */
  send: ((letter: Letter) => Promise<void>) | null;
  close(): void;
}

export function openMailer({ smtpUrl, mailFrom, publicUrl }: Config): Mailer {
  if (smtpUrl === undefined) return { send: null, close: () => undefined };
  const transport = nodemailer.createTransport(smtpUrl, {
    from: mailFrom,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = new URL(publicUrl).hostname;
  return {
    async send({ id, to, subject, text, html }) {
      // The same id at every try lets a receiving server recognise a mail that came twice.
      await transport.sendMail({ to, subject, text, html, messageId: `<portal-mail-${id}@${host}>` });
    },
    close: () => transport.close(),
  };
}
