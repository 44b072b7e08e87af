import pg from "pg";
import { openBenchDatabase } from "./database.ts";
import { type Running, startFloor, startPortal } from "./processes.ts";

/** The environment of the measurements. Each part is created when a row first needs it, and removed at the end. */
export interface Setting {
  /** The number of work orders; the rest of the data scales with it. */
  orders: number;
  /** The address of the seeded database, unchanged by earlier runs. */
  databaseUrl(): Promise<string>;
  /** A connection to it. */
  client(): Promise<pg.Client>;
  portal(): Promise<Running>;
  floor(): Promise<Running>;
  databaseDescription(): Promise<string>;
  close(): Promise<void>;
}

/** One line of the report. */
export interface Figure {
  what: string;
  must: string;
  aim: string;
  now: string;
  /** Whether the must is reached; undefined where there is none. */
  reached?: boolean;
}

export interface Row {
  /** The argument of `npm run bench -- <name>`. */
  name: string;
  /** The number in the table of goals. */
  goal: number;
  title: string;
  measure(setting: Setting): Promise<{ figures: Figure[]; details?: string }>;
}

export function prepareSetting(orders: number): Setting {
  const closers: (() => Promise<void>)[] = [];
  const once = <T>(make: () => Promise<T>, close: (made: T) => Promise<void>): (() => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () =>
      (made ??= make().then((opened) => {
        closers.push(() => close(opened));
        return opened;
      }));
  };
  const stop = (running: { stop(): Promise<void> }) => running.stop();
  const database = once(() => openBenchDatabase(orders), stop);
  const databaseUrl = async () => (await database()).url;
  return {
    orders,
    databaseUrl,
    client: once(
      async () => {
        const client = new pg.Client({ connectionString: await databaseUrl() });
        await client.connect();
        return client;
      },
      (client) => client.end(),
    ),
    portal: once(async () => startPortal(await databaseUrl()), stop),
    floor: once(async () => startFloor(await databaseUrl()), stop),
    databaseDescription: async () => (await database()).description,
    async close() {
      for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error));
    },
  };
}
