import { tmpdir } from "node:os";
import pg from "pg";
import { openBenchDatabase } from "./database.ts";
import type { Figure } from "./figures.ts";
import { type Running, startFloor, startPortal } from "./servers.ts";

/**
 * The environment of the measurements. Each part is created when a row first needs it and removed at the
 * end.
 */
export interface Environment {
  /** The number of work orders. The rest of the data scales with it. */
  orders: number;
  /** The URL of the seeded database, unchanged by earlier runs. */
  databaseUrl(): Promise<string>;
  /** A connection to the seeded database. */
  client: () => Promise<pg.Client>;
  portal: () => Promise<Running>;
  floor(): Promise<Running>;
  close(): Promise<void>;
}

export interface Row {
  /** The argument of `npm run bench -- <name>`. */
  name: string;
  /** The goal's number in docs/benchmarks.md. */
  goal: number;
  title: string;
  measure(environment: Environment): Promise<Figure[]>;
}

export function prepareEnvironment(orders: number): Environment {
  const closers: (() => Promise<void>)[] = [];
  const once = <T>(open: () => Promise<T>, close: (opened: T) => Promise<void>): (() => Promise<T>) => {
    let opening: Promise<T> | undefined;
    return () =>
      (opening ??= open().then((opened) => {
        closers.push(() => close(opened));
        return opened;
      }));
  };
  const stop = (running: { stop(): Promise<void> }) => running.stop();
  const database = once(() => openBenchDatabase(orders), stop);
  const databaseUrl = async () => (await database()).url;
  const connect = async () => {
    const client = new pg.Client({ connectionString: await databaseUrl() });
    await client.connect();
    return client;
  };
  return {
    orders,
    databaseUrl,
    client: once(connect, (client) => client.end()),
    portal: once(async () => startPortal(await databaseUrl()), stop),
    floor: once(async () => startFloor(await databaseUrl(), tmpdir()), stop),
    async close() {
      for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error));
    },
  };
}
