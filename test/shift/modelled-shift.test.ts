import { expect, test } from "vitest";
import { changeKinds } from "#domains/work-orders/web/unsent/change-kinds.ts";
import type { KindOfChange } from "#web/outbox/kinds.ts";
import { workDay } from "./day.ts";
import { faultsOf } from "./faults.ts";
import { ModelledServer } from "./modelled-server.ts";
import { shiftSeeds } from "./seeds.ts";
import { World } from "./world.ts";

/*
 * Whole shifts on simulated time. Real are the phones' outbox with its clock, the requests it makes, and the rule by which the
 * server decides a step of work (work-rule.ts). A model are the rest of the server, and the network, disk, lock and clock of
 * the phones, so that they fail when the seed says so. Smaller shifts against the portal and its database are in
 * portal-shift.test.ts. SHIFT_SEED=7 runs the shift of seed 7 alone.
 */

/** 5,000 by `npm run torture`. */
const seeds = shiftSeeds(Number(process.env["TORTURE_RUNS"] ?? 20) / 2);

const means = { photo: { name: "photo.jpg", blob: new Blob(["photo"]) }, stroke: "data:", propertyId: 1 };

/** The answers of the model are not the whole of an order, so that only the page of a hotel is none. */
const kinds: Readonly<Record<string, KindOfChange>> = Object.fromEntries(
  Object.entries(changeKinds).map(([name, kind]) => [name, { ...kind, read: (answer) => answer }]),
);

test("after any shift nothing is lost, nothing doubled, every clash shown and all devices are equal", async () => {
  const total = { pressed: 0, clashes: 0, refused: 0 };
  for (const seed of seeds) {
    const world = new World(Date.UTC(2026, 4, 4, 8), seed);
    const server = new ModelledServer(() => world.nowMs, 60);
    const day = await workDay({ world, server, kinds, means, actions: 400 });
    expect(await faultsOf(day), `SHIFT_SEED=${seed}`).toEqual([]);
    total.pressed += day.pressed.length;
    total.clashes += (await server.kept()).clashes.length;
    total.refused += day.phones.flatMap(({ tabs }) => tabs[0]?.outbox.state().changes ?? []).length;
  }
  // The shifts must have been troubled at all.
  expect(total.pressed).toBeGreaterThan(200 * seeds.length);
  expect(total.clashes).toBeGreaterThan(seeds.length);
  expect(total.refused).toBeGreaterThanOrEqual(seeds.length);
}, 7_200_000);
