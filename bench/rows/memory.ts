import { setTimeout as pause } from "node:timers/promises";
import { throughput } from "../load.ts";
import { memoryOf, startPortal } from "../processes.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";

/** The resident memory of a separate portal, fresh and after all kinds of concurrent requests. */
export const memory: Row = {
  name: "memory",
  goal: 9,
  title: "Memory of the Node process",
  async measure(setting) {
    const portal = await startPortal(await setting.databaseUrl());
    try {
      await pause(5_000);
      const idle = memoryOf(portal.process).now;
      const cookie = sessionCookie(people.admin);
      const paths = [
        "/api/work-orders?page=1&pageSize=100",
        "/api/dashboard/stats",
        "/api/work-orders/777",
        "/api/work-orders?q=light",
      ];
      await throughput(portal.origin, {
        connections: 32,
        seconds: 10,
        request: (index) => ({ path: paths[index % paths.length] ?? "/", cookie }),
      });
      const { peak } = memoryOf(portal.process);
      return {
        figures: [
          {
            what: "Idle, five seconds after the start",
            must: "150 MB",
            aim: "110 MB",
            now: `${idle.toFixed(0)} MB`,
            reached: idle <= 150,
          },
          {
            what: "Peak, 32 connections reading",
            must: "300 MB",
            aim: "200 MB",
            now: `${peak.toFixed(0)} MB`,
            reached: peak <= 300,
          },
        ],
      };
    } finally {
      await portal.stop();
    }
  },
};
