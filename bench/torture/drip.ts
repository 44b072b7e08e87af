import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { latencies } from "../load.ts";
import { atMost, none, type Part } from "./figure.ts";
import { ownPortal } from "./own-portal.ts";
import { preparePlace } from "./writers.ts";

const sockets = 500;
const seconds = 60;

/** Sockets that send a byte a second: half of them of their headers, half of a body. Meanwhile somebody works. */
export const drip: Part = {
  name: "drip",
  title: "500 dripping sockets",
  async run() {
    const portal = await ownPortal();
    try {
      await portal.start();
      const place = await portal.withDb(preparePlace);
      const { hostname, port, host } = new URL(portal.origin);
      const open = new Set<Socket>();
      for (let number = 0; number < sockets; number += 1) {
        const socket = connect(Number(port), hostname);
        open.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => open.delete(socket));
        socket.resume();
        socket.write(
          number % 2 === 0
            ? `GET / HTTP/1.1\r\nhost: ${host}\r\nx: `
            : `POST /api/login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n`,
        );
      }
      const dripping = setInterval(() => {
        for (const socket of open) socket.write("a");
      }, 1_000);
      let slowest = 0;
      for (let second = 0; second < seconds; second += 1) {
        const taken = await latencies(portal.origin, 10, () => ({
          path: "/api/work-orders",
          cookie: place.landlord,
        }));
        slowest = Math.max(slowest, ...taken);
        await pause(1_000);
      }
      clearInterval(dripping);
      const left = open.size;
      for (const socket of open) socket.destroy();
      return [
        none(`Sockets of ${sockets} that are still open after a minute`, left),
        atMost("Slowest of 600 lists meanwhile", 1_000, slowest, " ms"),
      ];
    } finally {
      await portal.end();
    }
  },
};
