import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/**
 * `offline` closes connections. `unresponsive` receives the email and never responds. The others reject it,
 * each in its own way.
 */
export type MailServerBehavior =
  | "normal"
  | "offline"
  | "unresponsive"
  | "busy"
  | "unknown mailbox"
  | "too large"
  | "unknown sender";

export interface FakeMailServer {
  url: string;
  behavior: MailServerBehavior;
  /** The accepted emails, complete and in order. */
  received: string[];
  close(): Promise<void>;
}

const rejections = {
  busy: [451, "Too much to do, try again later"],
  "unknown mailbox": [550, "No such mailbox here"],
  "too large": [552, "This email is too long"],
  "unknown sender": [550, "Who are you"],
} as const;

const createError = (behavior: keyof typeof rejections) =>
  Object.assign(new Error(rejections[behavior][1]), { responseCode: rejections[behavior][0] });

/** Starts a fake mail server on its own port. Tests can change its behavior. */
export async function startFakeMailServer(): Promise<FakeMailServer> {
  const letters: string[] = [];
  const sockets = new Set<Socket>();
  const rejectIf = (behaviors: readonly MailServerBehavior[], done: (error?: Error | null) => void): void => {
    const { behavior } = fake;
    if (behaviors.includes(behavior) && behavior in rejections)
      done(createError(behavior as keyof typeof rejections));
    else done();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onConnect(_session: SMTPServerSession, done) {
      if (fake.behavior === "offline") done(new Error("Server unavailable"));
      else done();
    },
    onMailFrom: (_address, _session, done) => rejectIf(["unknown sender"], done),
    onRcptTo: (_address, _session, done) => rejectIf(["unknown mailbox"], done),
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (fake.behavior === "unresponsive") return;
        rejectIf(["busy", "too large"], (error) => {
          if (error == null) letters.push(Buffer.concat(parts).toString());
          done(error);
        });
      });
    },
  });
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fake: FakeMailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    behavior: "normal",
    received: letters,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return fake;
}
