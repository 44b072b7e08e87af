import { connect } from "node:net";
import { type Asked, requestText } from "./load.ts";

/** One open event stream. */
export interface Stream {
  /** Resolves with the performance.now() at which the next text with `part` arrives. */
  next(part: string): Promise<number>;
  /** The text received since this was last emptied. */
  received: string[];
  close(): void;
}

/** Resolves when the server has started the stream. */
export function openStream(origin: string, request: Asked): Promise<Stream> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const received: string[] = [];
    const waiting: { part: string; arrived: (at: number) => void }[] = [];
    let isOpen = false;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () =>
      socket.write(requestText(request, host)),
    );
    socket.once("error", reject);
    socket.on("data", (data) => {
      const text = data.toString();
      if (!isOpen) {
        if (!text.startsWith("HTTP/1.1 200")) return reject(new Error(`No stream: ${text.slice(0, 200)}`));
        isOpen = true;
        return resolve({
          next: (part) => new Promise((arrived) => waiting.push({ part, arrived })),
          received,
          close: () => socket.destroy(),
        });
      }
      received.push(text);
      for (const entry of waiting.slice())
        if (text.includes(entry.part)) {
          waiting.splice(waiting.indexOf(entry), 1);
          entry.arrived(performance.now());
        }
    });
  });
}
