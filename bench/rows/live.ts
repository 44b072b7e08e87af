import { setTimeout as pause } from "node:timers/promises";
import { type EventStream, openEventStream } from "#test/event-stream.ts";
import type { Row } from "../environment.ts";
import { compareTimes, none, percentile } from "../figures.ts";
import { sendOk } from "../load.ts";
import { addClones, type Person, people, sessionCookie, sharedProperty, toCookie } from "../seed.ts";

const streamCount = 1_000;
/** The number of streams that a person who isn't approved yet can hold. */
const streamsPerPerson = 3;
const changesPerRound = 15;
/** The people who can receive events of a work order in the shared building that belongs to no lease. */
const recipients: readonly Person[] = ["admin", "landlord", "bigLandlord", "maintenance", "caretaker"];
const statuses = ["in_progress", "scheduled", "completed", "open"];

/**
 * The time from the request of a change to its event on every stream that can receive it and on no other.
 */
export const live: Row = {
  name: "live",
  goal: 6,
  title: "One change to 1,000 streams of mixed roles, against bare event streams",
  async measure(environment) {
    const [portal, floor] = [await environment.portal(), await environment.floor()];
    const client = await environment.client();
    const persons = Object.keys(people) as Person[];
    const cloneCount = Math.ceil(streamCount / persons.length / streamsPerPerson);
    const clones = new Map<Person, string[]>();
    for (const person of persons) clones.set(person, await addClones(client, person, cloneCount));
    const roleAt = (index: number): Person => persons[index % persons.length] ?? "admin";
    const { rows } = await client.query<{ id: number }>(
      "select id::integer from work_orders where property_id = $1 and lease_id is null and status <> 'in_progress' order by id desc limit 200",
      [sharedProperty],
    );
    const half = rows.length >> 1;
    const streams = {
      portal: await openStreams(portal.origin, (index) => {
        const names = clones.get(roleAt(index)) ?? [];
        return toCookie(names[Math.floor(index / persons.length) % cloneCount] ?? "");
      }),
      bare: await openStreams(floor.origin, () => ""),
    };
    const allowed = streams.portal.filter((_, index) => recipients.includes(roleAt(index)));
    const others = streams.portal.filter((_, index) => !recipients.includes(roleAt(index)));
    const receivers = { portal: allowed, bare: streams.bare.slice(0, allowed.length) };
    let changes = 0;
    const p99 = (side: "portal" | "bare") => async () => {
      const times: number[] = [];
      for (let change = 0; change < changesPerRound; change += 1) {
        const turn = changes++;
        const id = rows[(side === "portal" ? 0 : half) + (turn % half)]?.id ?? 0;
        const path =
          side === "portal" ? `/api/work-orders/${id}/status` : `/announce/${id}?streams=${allowed.length}`;
        const arrivals = receivers[side].map(async (stream) => {
          await stream.received((event) => "id" in event && event.id === id);
          return performance.now();
        });
        const startedAt = performance.now();
        await sendOk((side === "portal" ? portal : floor).origin, {
          method: "PATCH",
          path,
          cookie: sessionCookie("admin"),
          body: { status: statuses[Math.floor(turn / half) % statuses.length] },
        });
        for (const at of await Promise.all(arrivals)) times.push(at - startedAt);
      }
      return percentile(times, 0.99);
    };
    const figure = await compareTimes(
      `p99 of ${allowed.length} streams that can receive it`,
      { bare: p99("bare"), portal: p99("portal") },
      { must: 2.5, aim: 1.5 },
    );
    await pause(500);
    const leaks = others.filter(({ events }) => events.some(({ kind }) => kind.startsWith("work-order.")));
    for (const stream of [...streams.portal, ...streams.bare]) stream.close();
    return [figure, none(`Streams of ${others.length} that can't receive it, but did`, leaks.length)];
  },
};

async function openStreams(origin: string, toCookieAt: (index: number) => string): Promise<EventStream[]> {
  const streams: EventStream[] = [];
  while (streams.length < streamCount) {
    const from = streams.length;
    const batch = Array.from({ length: 50 }, (_, index) => openEventStream(origin, toCookieAt(from + index)));
    streams.push(...(await Promise.all(batch)));
  }
  if (streams.some(({ status }) => status !== 200)) throw new Error(`${origin} did not open every stream.`);
  return streams;
}
