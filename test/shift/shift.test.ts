import { expect, test } from "vitest";
import { penStroke, tinyImage } from "#test/files/images.ts";
import { PortalServer } from "./portal-server.ts";
import { findProblems } from "./problems.ts";
import { simulateShift } from "./shift.ts";
import { Simulation } from "./simulation.ts";

/*
 * Whole shifts in simulated time: the phones' offline queues, the portal with its database, and a network,
 * storage, and clocks that fail as determined by the seed. During the shift, devices read lists directly from
 * the database because they do so hundreds of times. At the end they use the API. `SHIFT_SEED=7` runs only
 * the shift with seed 7.
 */

/** `npm run torture` runs 100. */
const seeds = process.env["SHIFT_SEED"]
  ? [Number(process.env["SHIFT_SEED"])]
  : Array.from({ length: Number(process.env["TORTURE_RUNS"] ?? 100) / 100 }, (_, at) => at + 1);

test("a shift with offline technicians loses nothing, duplicates nothing, and shows every conflict", async () => {
  const image = new Blob([new Uint8Array(await tinyImage())], { type: "image/png" });
  const photo = { name: "photo.png", blob: image };
  const stroke = await penStroke();
  const startMs = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  for (const seed of seeds) {
    const simulation = new Simulation(startMs, seed);
    const server = await PortalServer.start(() => simulation.nowMs, 20);
    try {
      const fixtures = { photo, stroke, propertyId: server.propertyId };
      const shift = await simulateShift({ simulation, server, fixtures, actionCount: 130 });
      expect(await findProblems(shift), `SHIFT_SEED=${seed}`).toEqual([]);
      expect(await server.findBrokenWorkOrders(), `SHIFT_SEED=${seed}`).toEqual([]);
    } finally {
      await server.close();
    }
  }
}, 7_200_000);
