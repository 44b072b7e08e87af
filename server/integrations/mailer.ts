import { Transform } from "node:stream";
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
  /**
   * Null without SMTP_URL, in which case emails are stored in the outbox. `recordSent` records the email as
   * sent once the mail server has accepted it, and no other email is completed until it has finished. This
   * way a killed process leaves no more than one email that was sent but not recorded.
   */
  send: ((email: OutgoingEmail, recordSent: () => Promise<void>) => Promise<void>) | null;
  close(): void;
}

/** A mail server slower than this counts as unreachable. */
const connectMsMax = 10_000;
const greetingMsMax = 10_000;
const silentMsMax = 30_000;
/** The limit for one attempt, regardless of the mail server. */
export const attemptMsMax = 90_000;

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
  const takeTurn = createTurnstile();
  const host = new URL(publicUrl).hostname;
  transport.use("stream", (message, done) => {
    const { beforeLastByte } = message.data as { beforeLastByte?: () => Promise<void> };
    if (beforeLastByte !== undefined)
      message.message.processFunc((email) => email.pipe(waitAtEnd(beforeLastByte)));
    done();
  });
  return {
    async send({ id, to, subject, text, html, unsubscribePath }, recordSent) {
      const turn = takeTurn();
      try {
        const email = {
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
          beforeLastByte: () => turn.enter(),
        };
        await transport.sendMail(email);
        await recordSent();
      } finally {
        turn.leave();
      }
    },
    close: () => transport.close(),
  };
}

/** One-click unsubscribe for email programs (RFC 8058). */
const unsubscribeHeaders = (publicUrl: string, path: string) => ({
  "List-Unsubscribe": `<${new URL(`/api${path}`, publicUrl).href}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/**
 * Passes its input through, but ends only when `canEnd` resolves. Only then does the mail server accept the
 * email.
 */
const waitAtEnd = (canEnd: () => Promise<void>): Transform =>
  new Transform({
    // Buffers nothing, so that the end comes after everything has been sent.
    readableHighWaterMark: 1,
    transform: (piece, _encoding, done) => done(null, piece),
    flush: (done) => void canEnd().then(() => done(), done),
  });

interface Turn {
  /** Waits until every earlier turn has left. */
  enter(): Promise<void>;
  leave(): void;
}

function createTurnstile(): () => Turn {
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
