import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** `away`: hangs up; `silent`: receives the mail and never responds; the others refuse it, each in its own way. */
export type MailServerBehavior =
  | "well"
  | "away"
  | "silent"
  | "busy"
  | "mailbox unknown"
  | "too long"
  | "sender unknown";

export interface FakeMailServer {
  url: string;
  behavior: MailServerBehavior;
  /** The accepted emails, complete and in order. */
  received: string[];
  close(): Promise<void>;
}

const refusals = {
  busy: [451, "Too much to do, try again later"],
  "mailbox unknown": [550, "No such mailbox here"],
  "too long": [552, "This mail is too long"],
  "sender unknown": [550, "Who are you"],
} as const;

const refusal = (mood: keyof typeof refusals) =>
  Object.assign(new Error(refusals[mood][1]), { responseCode: refusals[mood][0] });

/** A mail server on its own port, whose mood a test may change. */
export async function startFakeMailServer(): Promise<FakeMailServer> {
  const letters: string[] = [];
  const open = new Set<Socket>();
  const refuse = (moods: readonly MailServerBehavior[], done: (error?: Error | null) => void): void => {
    const { behavior: mood } = ours;
    if (moods.includes(mood) && mood in refusals) done(refusal(mood as keyof typeof refusals));
    else done();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onConnect(_session: SMTPServerSession, done) {
      if (ours.behavior === "away") done(new Error("Nobody is here"));
      else done();
    },
    onMailFrom: (_address, _session, done) => refuse(["sender unknown"], done),
    onRcptTo: (_address, _session, done) => refuse(["mailbox unknown"], done),
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (ours.behavior === "silent") return;
        refuse(["busy", "too long"], (error) => {
          if (error == null) letters.push(Buffer.concat(parts).toString());
          done(error);
        });
      });
    },
  });
  server.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ours: FakeMailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    behavior: "well",
    received: letters,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
  return ours;
}
