import { get } from "node:http";
import type { LiveEvent } from "#shared/live-event.ts";

/** A browser's event stream. */
export interface EventStream {
  status: number;
  events: LiveEvent[];
  /** Resolves with the first matching event, whether already received or still to come. */
  received(fits: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  ended: Promise<void>;
  close(): void;
}

export function openEventStream(address: string, cookie: string): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const request = get(`${address}/api/events`, { headers: { cookie } }, (response) => {
      const events: LiveEvent[] = [];
      const waiting: { fits: (event: LiveEvent) => boolean; resolve: (event: LiveEvent) => void }[] = [];
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          if (!block.startsWith("data: ")) continue;
          const event = JSON.parse(block.slice("data: ".length)) as LiveEvent;
          events.push(event);
          for (const waiter of waiting.filter(({ fits }) => fits(event))) waiter.resolve(event);
        }
      });
      resolve({
        status: response.statusCode ?? 0,
        events,
        received: (fits) =>
          new Promise((found) => {
            const event = events.find(fits);
            if (event === undefined) waiting.push({ fits, resolve: found });
            else found(event);
          }),
        ended: new Promise((done) => response.once("close", done)),
        close: () => request.destroy(),
      });
    });
    request.on("error", reject);
  });
}
