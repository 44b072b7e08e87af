import { get } from "node:http";
import type { LiveEvent } from "#shared/live-event.ts";

/** A browser's event stream: what came so far, and a way to wait for what must come. */
export interface EventStream {
  status: number;
  events: LiveEvent[];
  /** Resolves with the first event that fits, come or to come. */
  heard(fits: (event: LiveEvent) => boolean): Promise<LiveEvent>;
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
          for (const one of waiting.filter(({ fits }) => fits(event))) one.resolve(event);
        }
      });
      resolve({
        status: response.statusCode ?? 0,
        events,
        heard: (fits) =>
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
