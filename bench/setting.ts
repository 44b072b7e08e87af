import { createSeeded, dropDatabase, openServer, type Server } from "./database.ts";
import { type Running, startFloor, startPortal } from "./processes.ts";

/** What the rows measure on. Each part is made when a row first asks for it, and taken away at the end. */
export interface Setting {
  databaseServer(): Promise<Server>;
  /** The portal with 1,000 orders. */
  small(): Promise<Running>;
  /** The portal with 1,000,000 orders. */
  large(): Promise<Running>;
  /** The floor on the database with 1,000,000 orders. */
  floor(): Promise<Running>;
  smallUrl(): Promise<string>;
  largeUrl(): Promise<string>;
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
  /** What `npm run bench <name>` takes. */
  name: string;
  title: string;
  /** Measured only when named. */
  isOptional?: boolean;
  measure(setting: Setting): Promise<{ figures: Figure[]; details?: string }>;
}

export function prepareSetting(): Setting {
  const closers: (() => Promise<void>)[] = [];
  const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => (made ??= make());
  };
  const server = once(async () => {
    const opened = await openServer();
    closers.push(() => opened.stop());
    return opened;
  });
  const seeded = (name: string, orders: number) =>
    once(async () => {
      const on = await server();
      closers.push(() => dropDatabase(on, name));
      return createSeeded(on, name, orders);
    });
  const running = (start: () => Promise<Running>) =>
    once(async () => {
      const started = await start();
      closers.push(() => started.stop());
      return started;
    });
  const smallUrl = seeded("bench_small", 1_000);
  const largeUrl = seeded("bench_large", 1_000_000);
  return {
    databaseServer: server,
    smallUrl,
    largeUrl,
    small: running(async () => startPortal(await smallUrl())),
    large: running(async () => startPortal(await largeUrl())),
    floor: running(async () => startFloor(await largeUrl())),
    async close() {
      for (const close of closers.reverse()) await close().catch((error: unknown) => console.error(error));
    },
  };
}
