import { setTimeout as pause } from "node:timers/promises";
import { inTurn, percentile } from "../figures.ts";
import { type Asked, expectSuccess, openLine } from "../load.ts";
import { clonesOf, type Person, people, sessionCookie, sharedProperty } from "../seed.ts";
import type { Row } from "../setting.ts";
import { openStream, type Stream } from "../streams.ts";

const streamCount = 1_000;
/** The limit is 20, and 3 for a person who is not approved yet. */
const streamsOfOnePerson = 3;
const movesARound = 15;
/** The people who may receive events of an order in the shared building that belongs to no lease. */
const mayReceive: readonly Person[] = ["admin", "landlord", "bigLandlord", "maintenance", "caretaker"];
const statuses = ["in_progress", "scheduled", "completed", "open"];

/** The time from the request of a move to its event on every stream that may receive it, and on no other. */
export const live: Row = {
  name: "live",
  goal: 6,
  title: "One move to 1,000 streams of mixed roles, against bare event streams",
  async measure(setting) {
    const [portal, floor] = [await setting.portal(), await setting.floor()];
    const everybody = Object.keys(people) as Person[];
    const roleOf = (index: number): Person => everybody[index % everybody.length] ?? "admin";
    const each = Math.ceil(streamCount / everybody.length / streamsOfOnePerson);
    const cookies = {} as Record<Person, string[]>;
    const client = await setting.client();
    for (const person of everybody) cookies[person] = await clonesOf(client, person, each);
    const { rows } = await client.query<{ id: number }>(
      "select id::int from work_orders where property_id = $1 and lease_id is null and status <> 'in_progress' order by id desc limit 200",
      [sharedProperty],
    );
    const ids = rows.map(({ id }) => id);
    const sides = {
      portal: await openStreams(portal.origin, (index) => ({
        path: "/api/events",
        cookie: sessionCookie(cookies[roleOf(index)][Math.floor(index / everybody.length) % each] ?? ""),
      })),
      floor: await openStreams(floor.origin, () => ({ path: "/events" })),
    };
    const told = sides.portal.filter((_, index) => mayReceive.includes(roleOf(index)));
    const others = sides.portal.filter((_, index) => !mayReceive.includes(roleOf(index)));
    const receivers = { portal: told, floor: sides.floor.slice(0, told.length) };
    await pause(500);
    for (const stream of others) stream.received.length = 0;
    let moves = 0;
    const p99 = async (side: "portal" | "floor") => {
      const line = await openLine((side === "portal" ? portal : floor).origin);
      const taken: number[] = [];
      for (let move = 0; move < movesARound; move += 1) {
        const half = ids.length / 2;
        const turn = moves++;
        const id = ids[(side === "portal" ? 0 : half) + (turn % half)] ?? 0;
        const request: Asked = {
          method: "PATCH",
          path:
            side === "portal" ? `/api/work-orders/${id}/status` : `/announce/${id}?streams=${told.length}`,
          cookie: sessionCookie(people.admin),
          body: { status: statuses[Math.floor(turn / half) % statuses.length] },
        };
        const waiting = receivers[side].map((stream) => stream.next(`"id":${id}`));
        const startedAt = performance.now();
        expectSuccess(await line.ask(request));
        for (const at of await Promise.all(waiting)) taken.push(at - startedAt);
      }
      line.close();
      return percentile(taken, 0.99);
    };
    const milliseconds = await inTurn(3, { floor: () => p99("floor"), portal: () => p99("portal") });
    await pause(500);
    const leaked = others.filter(({ received }) =>
      received.some((text) => text.includes('"work-order.')),
    ).length;
    for (const stream of [...sides.portal, ...sides.floor]) stream.close();
    const ratio = milliseconds.portal / milliseconds.floor;
    return {
      figures: [
        {
          what: `p99 of ${told.length} streams that may receive it, against as many bare ones`,
          must: "2.5",
          aim: "1.5",
          now: `${ratio.toFixed(2)} (${milliseconds.portal.toFixed(1)} / ${milliseconds.floor.toFixed(1)} ms)`,
          reached: ratio <= 2.5,
        },
        {
          what: `Of ${others.length} streams that may not receive it, those that did`,
          must: "0",
          aim: "0",
          now: String(leaked),
          reached: leaked === 0,
        },
      ],
    };
  },
};

async function openStreams(origin: string, request: (index: number) => Asked): Promise<Stream[]> {
  const streams: Stream[] = [];
  while (streams.length < streamCount) {
    const from = streams.length;
    const some = Array.from({ length: 50 }, (_, index) => openStream(origin, request(from + index)));
    streams.push(...(await Promise.all(some)));
  }
  return streams;
}
