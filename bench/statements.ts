import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import pino from "pino";
import { postCharges } from "#domains/ledger/server/post-charges.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, openPool, openSearchDatabase } from "#server/db/database.ts";
import { openFiles } from "#server/integrations/open-files.ts";
import { openLiveBus } from "#server/live/bus.ts";
import { pushToNobody } from "#test/push-receiver.ts";
import { median } from "./figures.ts";
import { type Asked, expectSuccess, type Line, openLine } from "./load.ts";
import { type Person, people, sessionCookie } from "./seed.ts";
import type { Setting } from "./setting.ts";

const rounds = 5;

interface Statement {
  text: string;
  values: unknown[];
}

/** The portal in this process, which records the statements of a request. */
interface Recorder {
  /** Without the statement of the session; undefined if the person may not make the request. */
  statementsOf(person: Person, path: string): Promise<{ statements: Statement[]; next?: string } | undefined>;
  stop(): Promise<void>;
}

async function openRecorder(databaseUrl: string): Promise<Recorder> {
  const log = pino({ level: "silent" });
  const connection = { connectionString: databaseUrl };
  const dataDir = await mkdtemp(path.join(tmpdir(), "portal-bench-recorder-"));
  const config = readConfig({ DEMO: "0", DATA_DIR: dataDir });
  const pool = openPool(connection, log);
  const searchDb = openSearchDatabase(connection, log);
  const live = openLiveBus(connection, log);
  const app = await buildApp({
    config,
    db: openDatabase(pool),
    searchDb,
    files: await openFiles(config, log),
    live,
    postCharges,
    push: pushToNobody(),
    secretKey: Buffer.alloc(32, 1),
    log,
    clock: () => new Date(),
    cards: null,
  });
  const recorded = recordQueries();
  return {
    async statementsOf(person, url) {
      recorded.statements.length = 0;
      const response = await app.inject({ url, headers: { cookie: sessionCookie(people[person]) } });
      if (response.statusCode === 403) return undefined;
      if (response.statusCode !== 200) throw new Error(`${url} returned ${response.body}`);
      const next = /<([^>]+)>/.exec(String(response.headers.link ?? ""))?.[1];
      const statements = recorded.statements.filter(
        ({ text }) => /^\s*(select|with)\b/i.test(text) && !/\bfrom sessions\b/.test(text),
      );
      return { statements, ...(next === undefined ? {} : { next }) };
    },
    async stop() {
      recorded.stop();
      await app.close();
      await live.close();
      await pool.end();
      await searchDb.destroy();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function recordQueries(): { statements: Statement[]; stop(): void } {
  const statements: Statement[] = [];
  const client = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
  const { query } = client;
  client.query = function (this: unknown, ...given: unknown[]) {
    const [first, values] = given;
    const { text, values: own } = (typeof first === "string" ? { text: first } : first) as Partial<Statement>;
    if (text !== undefined) statements.push({ text, values: own ?? (Array.isArray(values) ? values : []) });
    return query.apply(this, given);
  };
  return {
    statements,
    stop() {
      client.query = query;
    },
  };
}

/** The time of a portal response and of the same statements run by the floor, in milliseconds. */
interface Compared {
  person: Person;
  path: string;
  portal: number;
  floor: number;
}

/**
 * Requests each path from the portal as each person, and in turn runs those of its statements that `choose` selects on the
 * floor. With `next` the following page is measured as well.
 */
export async function compareWithStatements(
  setting: Setting,
  paths: readonly string[],
  {
    next = false,
    choose = (statements) => statements,
  }: { next?: boolean; choose?: (statements: Statement[]) => Statement[] },
): Promise<Compared[]> {
  const [portal, floor] = [await setting.portal(), await setting.floor()];
  const recorder = await openRecorder(await setting.databaseUrl());
  const compared: Compared[] = [];
  try {
    for (const person of Object.keys(people) as Person[])
      for (const first of paths) {
        const recorded = await recorder.statementsOf(person, first);
        const asked = [first, ...(next && recorded?.next !== undefined ? [recorded.next] : [])];
        for (const path of asked) {
          const statements = choose(
            (path === first ? recorded : await recorder.statementsOf(person, path))?.statements ?? [],
          );
          if (statements.length > 0) compared.push(await compare(person, path, statements));
        }
      }
  } finally {
    await recorder.stop();
  }
  return compared;

  async function compare(person: Person, path: string, statements: Statement[]): Promise<Compared> {
    const lines = { portal: await openLine(portal.origin), floor: await openLine(floor.origin) };
    const { body } = await timed(lines.floor, { method: "POST", path: "/statements", body: statements });
    const requests = {
      portal: { path, cookie: sessionCookie(people[person]) },
      floor: { path: `/statements/${body}` },
    };
    const taken = { portal: [] as number[], floor: [] as number[] };
    for (let round = 0; round <= rounds; round += 1)
      for (const side of ["floor", "portal"] as const) {
        const { milliseconds } = await timed(lines[side], requests[side]);
        if (round > 0) taken[side].push(milliseconds);
      }
    for (const line of Object.values(lines)) line.close();
    return { person, path, portal: median(taken.portal), floor: median(taken.floor) };
  }
}

const timed = async (line: Line, request: Asked) => expectSuccess(await line.ask(request));

export const ratioOf = ({ portal, floor }: Compared): number => portal / floor;

export const worstOf = (compared: readonly Compared[]): Compared =>
  compared.reduce((worst, one) => (ratioOf(one) > ratioOf(worst) ? one : worst));

/** The ten with the highest ratios, as a table. */
export function worstTable(compared: readonly Compared[]): string {
  const worst = compared.toSorted((a, b) => ratioOf(b) - ratioOf(a)).slice(0, 10);
  return [
    "The ten worst:",
    "",
    "| Who | What | Portal, ms | Statements alone, ms | Ratio |",
    "|---|---|---|---|---|",
    ...worst.map(
      (one) =>
        `| ${one.person} | \`${one.path}\` | ${one.portal.toFixed(1)} | ${one.floor.toFixed(1)} | ${ratioOf(one).toFixed(2)} |`,
    ),
  ].join("\n");
}
