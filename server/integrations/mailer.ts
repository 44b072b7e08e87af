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
   * Null without SMTP_URL: mails are then kept in the outbox. `writeDown` runs once the mail server has taken the letter,
   * and no other letter is taken before it has ended: a process that is killed leaves at most one that was sent and not
   * written down.
   */
  send: ((letter: Letter, writeDown: () => Promise<void>) => Promise<void>) | null;
  close(): void;
}

/** A mail server that is slower than this is taken for one that is away. */
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
          // The same id at every try lets a receiving server recognise a mail that came twice.
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

/** For mail programs that end such mails by themselves, with one call (RFC 8058). */
const unsubscribing = (publicUrl: string, path: string) => ({
  "List-Unsubscribe": `<${new URL(`/api${path}`, publicUrl).href}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Passes on what it is given as it is read, and ends when it may: only then does the mail server take the letter. */
const waitingAtItsEnd = (mayEnd: () => Promise<void>): Transform =>
  new Transform({
    // Nothing is passed on in advance, so that the end comes when all of it was sent.
    readableHighWaterMark: 1,
    transform: (piece, _encoding, done) => done(null, piece),
    flush: (done) => void mayEnd().then(() => done(), done),
  });

interface Pass {
  /** Waits until nobody is in. */
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
