import { setTimeout as pause } from "node:timers/promises";
import { throughput } from "../load.ts";
import { memoryOf, startPortal } from "../processes.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";

/** Row 9: resident memory of the portal's own process, fresh and after all kinds of requests at once. */
export const memory: Row = {
  name: "memory",
  title: "Memory of the Node process",
  async measure(setting) {
    const portal = await startPortal(await setting.largeUrl());
    try {
      await pause(5_000);
      const idle = memoryOf(portal.process)?.now;
      const cookie = sessionCookie(people.admin);
      const paths = [
        "/api/work-orders?page=1&pageSize=100",
        "/api/dashboard/stats",
        "/api/work-orders/77777",
        "/api/work-orders?q=light",
      ];
      await throughput(portal.origin, {
        connections: 64,
        seconds: 10,
        request: (index) => ({ path: paths[index % paths.length] ?? "/", cookie }),
      });
      const peak = memoryOf(portal.process)?.peak;
      if (idle === undefined || peak === undefined)
        return {
          figures: [
            { what: "Idle / peak", must: "130 / 250 MB", aim: "85 / 150 MB", now: "not told by this system" },
          ],
        };
      return {
        figures: [
          {
            what: "Idle, five seconds after the start",
            must: "130 MB",
            aim: "85 MB",
            now: `${idle.toFixed(0)} MB`,
            reached: idle <= 130,
          },
          {
            what: "Peak, 64 connections reading",
            must: "250 MB",
            aim: "150 MB",
            now: `${peak.toFixed(0)} MB`,
            reached: peak <= 250,
          },
        ],
      };
    } finally {
      await portal.stop();
    }
  },
};
