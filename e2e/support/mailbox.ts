import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect } from "./journey.ts";

export interface Mailbox {
  /** The value for `SMTP_URL`. */
  url: string;
  /** Waits for the next email to `address` with this subject. Returns each email once. */
  next(address: string, subject: string): Promise<Email>;
  close(): Promise<void>;
}

/** Starts an email server that stores the portal's emails for one journey. */
export async function startMailbox(): Promise<Mailbox> {
  const emails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        PostalMime.parse(Buffer.concat(parts)).then((email) => {
          emails.push(email);
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async next(address, subject) {
      const findIndex = () =>
        emails.findIndex((email) => email.to?.[0]?.address === address && email.subject === subject);
      await expect.poll(findIndex, { message: `"${subject}" to ${address}`, timeout: 30_000 }).not.toBe(-1);
      return emails.splice(findIndex(), 1)[0] as Email;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns the six-digit code in an email. */
export const findCode = (email: Email): string => /^\s*(\d{6})\s*$/m.exec(email.text ?? "")?.[1] ?? "";
/** Returns the first link in an email. */
export const findLink = (email: Email): string => /https?:\/\/\S+/.exec(email.text ?? "")?.[0] ?? "";
