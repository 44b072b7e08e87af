import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase, openPool } from "#server/db/database.ts";
import { startEmbedded } from "#server/db/embedded/start.ts";
import { freePort, startPortal } from "../processes.ts";
import { atLeast, atMost, type Figure, none, type Part } from "./figure.ts";
import { faultsFound } from "./own-portal.ts";
import { halves, missing, preparePlace, startWriting, statuses } from "./writers.ts";

const awaySeconds = 30;
const quiet = { info() {}, warn() {}, error() {} };

/** While people write, the way to the database is cut, refused for half a minute, and open again. */
export const databaseAway: Part = {
  name: "database-away",
  title: "The database is away for 30 seconds",
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), "portal-away-"));
    const embedded = await startEmbedded({ dataDir: folder, log: quiet });
    const { host, port: socketPort, user, database } = embedded.connection;
    const way = await openWay(`${host}/.s.PGSQL.${socketPort}`);
    const portal = await startPortal(`postgres://${user}@127.0.0.1:${way.port}/${database}`);
    const db = openDatabase(openPool(embedded.connection, quiet));
    try {
      const writing = startWriting(portal.origin, await preparePlace(db));
      await pause(5_000);
      await way.cut();
      const before = writing.answered.length;
      writing.slowest = 0;
      await pause(awaySeconds * 1_000);
      const [slowest, stillAnswered] = [writing.slowest, writing.answered.length - before];
      const [alive, ready] = await Promise.all(
        ["/healthz", "/readyz"].map(async (url) => (await fetch(`${portal.origin}${url}`)).status),
      );
      await way.open();
      const openAt = performance.now();
      await pause(10_000);
      await writing.stop();
      const first = writing.answered.find(({ at }) => at > openAt)?.at ?? Number.POSITIVE_INFINITY;
      const figures: Figure[] = [
        atLeast("Writes answered with success", 200, writing.answered.length),
        none("of them while the database was away", stillAnswered),
        none("Answered writes that are missing", (await missing(db, writing.answered)).length),
        none("Halves of a write", await halves(db)),
        none("Faults found by `npm run verify`", await faultsFound(db, portal.dataDir)),
        atMost("Slowest answer meanwhile", 6_000, slowest, " ms"),
        atMost("Until a write succeeds again", 5, (first - openAt) / 1_000, " s"),
        {
          what: "/healthz and /readyz",
          must: "200, 503",
          now: `${alive}, ${ready}`,
          reached: alive === 200 && ready === 503,
        },
        statuses(writing, [201, 503]),
      ];
      return figures;
    } finally {
      await db.destroy();
      await portal.stop();
      await way.cut();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** A port that leads to the socket of a database, and can be closed with everything that goes through it. */
async function openWay(socketPath: string) {
  const port = await freePort();
  const through = new Set<Socket>();
  const server = createServer((socket) => {
    const database = connect(socketPath);
    for (const [from, to] of [
      [socket, database],
      [database, socket],
    ] as const) {
      through.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        through.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const open = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await open();
  return {
    port,
    open,
    async cut() {
      const closed = new Promise((resolve) => void server.close(resolve));
      for (const socket of through) socket.destroy();
      await closed;
    },
  };
}
