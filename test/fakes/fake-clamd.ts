import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";

/**
 * The text the fake reports as a virus. The usual test virus would alert the virus scanners on developers'
 * machines.
 */
export const testVirus = "A-VIRUS-OF-OUR-TESTS";

/** A fake virus scanner with the part of ClamAV's protocol that the portal uses. */
export interface FakeScanner {
  url: string;
  port: number;
  /**
   * How it behaves. `unresponsive` accepts everything and never responds. `disconnecting` closes connections
   * immediately.
   */
  behavior: "normal" | "unresponsive" | "disconnecting" | "failing" | "limited";
  /** The complete contents received. */
  received: Buffer[];
  close(): Promise<void>;
}

export async function startFakeScanner(port = 0): Promise<FakeScanner> {
  const sockets = new Set<Socket>();
  const standIn: Omit<FakeScanner, "url" | "port" | "close"> = { behavior: "normal", received: [] };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    if (standIn.behavior === "disconnecting") return void socket.destroy();
    let bytes = Buffer.alloc(0);
    socket.on("data", (piece: Buffer) => {
      if (standIn.behavior === "unresponsive") return;
      bytes = Buffer.concat([bytes, piece]);
      if (standIn.behavior === "limited" && bytes.length > 100)
        return void socket.end("INSTREAM size limit exceeded. ERROR\0");
      const content = readContent(bytes);
      if (content === undefined) return;
      standIn.received.push(content);
      if (standIn.behavior === "failing") return void socket.end("stream: Can't allocate memory ERROR\0");
      socket.end(content.includes(testVirus) ? "stream: Tests.Harmless FOUND\0" : "stream: OK\0");
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  return Object.assign(standIn, {
    url: `tcp://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}

/** Returns the joined chunks of an INSTREAM command once the final empty chunk has arrived. */
function readContent(bytes: Buffer): Buffer | undefined {
  const command = "zINSTREAM\0";
  if (bytes.toString("latin1", 0, command.length) !== command) return undefined;
  const chunks: Buffer[] = [];
  let at = command.length;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    if (at + 4 + length > bytes.length) return undefined;
    chunks.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
