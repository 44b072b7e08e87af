import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect } from "./journey.ts";

export interface Mailbox {
  /** The value for `SMTP_URL`. */
  url: string;
  /** Waits for the next mail with this subject to `address`; returns each mail once. */
  next(address: string, subject: string): Promise<Email>;
  close(): Promise<void>;
}

/** A mail server for one journey, which keeps what the portal sends. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          mails.push(mail);
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async next(address, subject) {
      const find = () =>
        mails.findIndex((mail) => mail.to?.[0]?.address === address && mail.subject === subject);
      await expect.poll(find, { message: `"${subject}" to ${address}`, timeout: 30_000 }).not.toBe(-1);
      return mails.splice(find(), 1)[0] as Email;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The six digits of a mail. */
export const codeIn = (mail: Email): string => /^\s*(\d{6})\s*$/m.exec(mail.text ?? "")?.[1] ?? "";
/** The path of its link. */
export const linkIn = (mail: Email): string => /https?:\/\/\S+/.exec(mail.text ?? "")?.[0] ?? "";
