import { setTimeout as pause } from "node:timers/promises";
import { type Asked, type Line, openLine, throughput } from "../load.ts";
import { memoryOf } from "../processes.ts";
import { atMost, type Figure, none, type Part } from "./figure.ts";
import { ownPortal } from "./own-portal.ts";
import { type Place, preparePlace } from "./writers.ts";

const seconds = 60;
/** People who wait for an answer at a time; whoever comes beyond that is not counted, as they would be other machines' sockets. */
const waitingMax = 2_000;

/** What people read; a list, an order, the dashboard and a search. */
const reading =
  (place: Place) =>
  (index: number): Asked => ({
    path:
      [
        "/api/work-orders",
        `/api/work-orders/${place.orderId}`,
        "/api/dashboard/stats",
        "/api/work-orders?q=tap",
      ][index % 4] ?? "/",
    cookie: place.landlord,
  });

/** Requests come four times as often as they can be answered, whether or not they are. */
export const overload: Part = {
  name: "overload",
  title: "Four times the capacity for a minute",
  async run() {
    const portal = await ownPortal();
    try {
      const { process: server } = await portal.start();
      const place = await portal.withDb(preparePlace);
      const request = reading(place);
      await throughput(portal.origin, { connections: 16, seconds: 3, request });
      const capacity = await throughput(portal.origin, { connections: 16, seconds: 8, request });
      const load = await offer(portal.origin, { perSecond: capacity * 4, request });
      const { peak } = memoryOf(server);
      const calm = await throughput(portal.origin, { connections: 16, seconds: 5, request });
      const slowest = load.taken.toSorted((a, b) => a - b);
      const statuses = [...load.statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
      const figures: Figure[] = [
        {
          what: "Capacity, 16 connections reading",
          must: "",
          now: `${capacity.toFixed(0)} a second`,
          reached: true,
        },
        {
          what: "Offered for a minute",
          must: "",
          now: `${(load.sent / seconds).toFixed(0)} a second; ${statuses}`,
          reached: true,
        },
        none(
          "Statuses but 200 and 503",
          [...load.statuses.keys()].filter((status) => status !== 200 && status !== 503).length,
        ),
        none("503 without Retry-After", load.withoutRetryAfter),
        atMost("Half of the answers took", 2, (slowest[slowest.length >> 1] ?? 0) / 1000, " s"),
        atMost("Slowest answer", 10, (slowest.at(-1) ?? 0) / 1000, " s"),
        atMost("Memory of the process, at its peak", 512, peak, " MB"),
        {
          what: "Answers a second right after",
          must: "at least three quarters of the capacity",
          now: calm.toFixed(0),
          reached: calm > capacity * 0.75,
        },
      ];
      return figures;
    } finally {
      await portal.end();
    }
  },
};

interface Load {
  sent: number;
  statuses: Map<number, number>;
  withoutRetryAfter: number;
  /** The milliseconds of each answer. */
  taken: number[];
}

async function offer(
  origin: string,
  { perSecond, request }: { perSecond: number; request: (index: number) => Asked },
): Promise<Load> {
  const load: Load = { sent: 0, statuses: new Map(), withoutRetryAfter: 0, taken: [] };
  const idle: Line[] = [];
  let waiting = 0;
  const send = async (): Promise<void> => {
    waiting += 1;
    const index = load.sent++;
    const startedAt = performance.now();
    const count = (status: number) => load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
    const ask = async (line: Line) => {
      const { status, head } = await line.ask(request(index));
      count(status);
      if (status === 503 && !/\r\nretry-after: \d/i.test(head)) load.withoutRetryAfter += 1;
      idle.push(line);
    };
    const open = () => openLine(origin).then(ask);
    const line = idle.pop();
    // The server closes what is idle for some seconds.
    await (line === undefined ? open() : ask(line).catch(open)).catch(() => count(0));
    load.taken.push(performance.now() - startedAt);
    waiting -= 1;
  };
  const beganAt = performance.now();
  let due = 0;
  for (let now = beganAt; now < beganAt + seconds * 1000; now = performance.now()) {
    for (; due < ((now - beganAt) / 1000) * perSecond; due += 1) if (waiting < waitingMax) void send();
    await pause(5);
  }
  while (waiting > 0) await pause(20);
  for (const line of idle) line.close();
  return load;
}
