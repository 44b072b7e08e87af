import { expect, test } from "vitest";
import { changeKinds } from "#domains/work-orders/web/unsent/change-kinds.ts";
import { penStroke, tinyPicture } from "#test/pictures.ts";
import { workDay } from "./day.ts";
import { faultsOf } from "./faults.ts";
import { PortalServer } from "./portal-server.ts";
import { shiftSeeds } from "./seeds.ts";
import { World } from "./world.ts";

/*
 * The shifts of modelled-shift.test.ts in a third of the building, against the real portal: its calls over HTTP, and its
 * database, which is read in the evening. During the day devices load lists past the calls, as they do so hundreds of times,
 * and through them at the end. SHIFT_SEED=7 runs the shift of seed 7 alone.
 */

/** 100 by `npm run torture`. */
const seeds = shiftSeeds(Number(process.env["TORTURE_RUNS"] ?? 100) / 100);

test("after a shift the portal has lost and doubled nothing, and shows every clash", async () => {
  const picture = new Blob([new Uint8Array(await tinyPicture())], { type: "image/png" });
  const photo = { name: "photo.png", blob: picture };
  const stroke = await penStroke();
  const startMs = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  for (const seed of seeds) {
    const world = new World(startMs, seed);
    const server = await PortalServer.start(() => world.nowMs, 20);
    try {
      const means = { photo, stroke, propertyId: server.propertyId };
      const day = await workDay({ world, server, kinds: changeKinds, means, actions: 130 });
      expect(await faultsOf(day), `SHIFT_SEED=${seed}`).toEqual([]);
      expect(await server.brokenOrders(), `SHIFT_SEED=${seed}`).toEqual([]);
    } finally {
      await server.close();
    }
  }
}, 7_200_000);
