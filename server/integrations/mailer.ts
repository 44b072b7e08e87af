import { Transform } from "node:stream";
import nodemailer from "nodemailer";
import type { Config } from "../config.ts";

export interface Letter {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  unsubscribePath: string | null;
}

export interface Mailer {
  /**
   * Null without SMTP_URL: mails are then kept in the outbox. `writeDown` records the mail as sent once the mail server has
   * accepted it, and no other mail is completed until it has finished. So a killed process leaves at most one mail that was
   * sent and not recorded.
   */
  send: ((letter: Letter, writeDown: () => Promise<void>) => Promise<void>) | null;
  close(): void;
}

/** A mail server that is slower than this counts as unreachable. */
const connectMsMax = 10_000;
const greetingMsMax = 10_000;
const silentMsMax = 30_000;
/** No try takes longer, whatever the mail server does. */
export const tryMsMax = 90_000;

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
  const gate = oneAtATime();
  const host = new URL(publicUrl).hostname;
  transport.use("stream", (mail, done) => {
    const { beforeLastByte } = mail.data as { beforeLastByte?: () => Promise<void> };
    if (beforeLastByte !== undefined)
      mail.message.processFunc((letter) => letter.pipe(waitingAtItsEnd(beforeLastByte)));
    done();
  });
  return {
    async send({ id, to, subject, text, html, unsubscribePath }, writeDown) {
      const pass = gate();
      try {
        const letter = {
          to: { name: "", address: to },
          subject,
          text,
          html,
          // The same id for every try lets a receiving server recognise a duplicate.
          messageId: `<portal-mail-${id}@${host}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(unsubscribePath === null ? {} : unsubscribing(publicUrl, unsubscribePath)),
          },
          signal: AbortSignal.timeout(tryMsMax),
          beforeLastByte: () => pass.enter(),
        };
        await transport.sendMail(letter);
        await writeDown();
      } finally {
        pass.leave();
      }
    },
    close: () => transport.close(),
  };
}

/** One-click unsubscribe for mail programs (RFC 8058). */
const unsubscribing = (publicUrl: string, path: string) => ({
  "List-Unsubscribe": `<${new URL(`/api${path}`, publicUrl).href}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Passes its input through, but ends only when `mayEnd` resolves: the mail server accepts the mail only then. */
const waitingAtItsEnd = (mayEnd: () => Promise<void>): Transform =>
  new Transform({
    // Buffers nothing, so that the end comes after everything was sent.
    readableHighWaterMark: 1,
    transform: (piece, _encoding, done) => done(null, piece),
    flush: (done) => void mayEnd().then(() => done(), done),
  });

interface Pass {
  /** Waits until every earlier pass has left. */
  enter(): Promise<void>;
  leave(): void;
}

function oneAtATime(): () => Pass {
  let last = Promise.resolve();
  return () => {
    let isOver = false;
    let free = (): void => undefined;
    return {
      async enter() {
        const before = last;
        last = new Promise((resolve) => {
          free = resolve;
        });
        await before;
        if (isOver) free();
      },
      leave() {
        isOver = true;
        free();
      },
    };
  };
}
