import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { leakingTap } from "#test/leaking-tap.ts";
import { openLine } from "../load.ts";
import { type Figure, none, type Part } from "./figure.ts";
import { ownPortal } from "./own-portal.ts";
import { preparePlace } from "./writers.ts";

const requests = 50;

/** SIGTERM comes while 50 writes wait for a lock that is held for another second. */
export const stopInFlight: Part = {
  name: "stop",
  title: "SIGTERM with 50 requests in flight",
  async run() {
    const portal = await ownPortal();
    try {
      const { process: server } = await portal.start();
      const place = await portal.withDb(preparePlace);
      const lines = await Promise.all(Array.from({ length: requests }, () => openLine(portal.origin)));
      let answers: Promise<number[]> | undefined;
      const end = once(server, "exit");
      await portal.withDb((db) =>
        db.transaction().execute(async (transaction) => {
          await sql`lock table work_orders in exclusive mode`.execute(transaction);
          answers = Promise.all(
            lines.map((line) =>
              line
                .ask({ method: "POST", path: "/api/work-orders", cookie: place.tenant, body: leakingTap })
                .then(({ status }) => status)
                .catch(() => 0),
            ),
          );
          await pause(500);
          server.kill("SIGTERM");
          await pause(1_000);
        }),
      );
      const statuses = (await answers) ?? [];
      const [code] = (await end) as [number | null];
      const figures: Figure[] = [
        none(`Requests of ${requests} that were cut`, statuses.filter((status) => status === 0).length),
        none(
          "Requests that were refused",
          statuses.filter((status) => status !== 0 && status !== 201).length,
        ),
        { what: "Exit code", must: "0", now: String(code), reached: code === 0 },
      ];
      return figures;
    } finally {
      await portal.end();
    }
  },
};
