import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import {
  mainProcessOf,
  makeFolder,
  type PortalProcess,
  patienceMs,
  runPortal,
  serverProcesses,
  watchersOf,
} from "./portal-process.fixture.ts";
import { startEmbedded } from "./start.ts";
import { becomesTrue } from "./wait.ts";

/** One of each kind; for more rounds and other moments: TORTURE_ROUNDS=100 TORTURE_SEED=7. */
const rounds = Number(process.env.TORTURE_ROUNDS ?? 5);
const seed = Number(process.env.TORTURE_SEED ?? 20_261_121);

const { folder, remove } = makeFolder();
const dataDir = join(folder, "data");
const acknowledged = { single: new Set<string>(), pair: new Set<string>() };
const random = randomFrom(seed);

afterAll(remove);

/** The processes killed in a round. Each choice leaves the data folder in a different state. */
const deaths: Record<string, (portal: PortalProcess) => Promise<void>> = {
  "the portal": (portal) => portal.kill(),
  "the portal and its watchdog": async (portal) => {
    killAll(watchersOf(dataDir));
    await portal.kill();
  },
  "the main server process, under a running portal": async (portal) => {
    const before = portal.lines.length;
    killAll([mainProcessOf(dataDir)]);
    // The portal restarts the server and keeps writing.
    expect(await becomesTrue(() => portal.lines.length > before + 200, { forMs: patienceMs })).toBe(true);
    await portal.stop();
  },
  "one connection's process, under a running portal": async (portal) => {
    const before = portal.lines.length;
    killAll(serverProcesses(dataDir).slice(-1));
    expect(await becomesTrue(() => portal.lines.length > before + 200, { forMs: patienceMs })).toBe(true);
    await portal.kill();
  },
  "every process at once": async (portal) => {
    killAll([...watchersOf(dataDir), portal.pid, ...serverProcesses(dataDir)]);
    await portal.kill();
  },
};

test.each(
  Array.from({ length: rounds }, (_, round) => [round + 1, Object.keys(deaths)[round % 5] ?? ""] as const),
)("round %i: no acknowledged write is lost; killed: %s", async (_round, death) => {
  const portal = runPortal({ dataDir, task: "write" });
  onTestFinished(() => portal.kill());
  const writesBefore = 20 + Math.floor(random() * 500);
  await portal.line("ready");
  expect(await becomesTrue(() => portal.lines.length > writesBefore, { forMs: patienceMs })).toBe(true);
  await deaths[death]?.(portal);
  for (const line of portal.lines) {
    const [kind, id] = line.split(" ");
    if (id && (kind === "single" || kind === "pair")) acknowledged[kind].add(id);
  }
  const stored = await readBack();
  expect(missing(acknowledged.single, stored.single)).toEqual([]);
  expect(missing(acknowledged.pair, stored.pair)).toEqual([]);
  expect([...stored.halves]).toEqual([]);
});

/** The data a new portal finds: single rows, complete transactions and incomplete ones. */
async function readBack() {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const database = await startEmbedded({ dataDir, log });
  const client = new pg.Client(database.connection);
  await client.connect();
  const ids = async (sql: string) =>
    new Set((await client.query<{ id: string }>(sql)).rows.map((row) => row.id));
  const stored = {
    single: await ids("SELECT id FROM singles"),
    pair: await ids("SELECT id FROM pairs GROUP BY id HAVING count(*) = 2"),
    halves: await ids("SELECT id FROM pairs GROUP BY id HAVING count(*) <> 2"),
  };
  await client.end();
  await database.stop();
  return stored;
}

function missing(wanted: Set<string>, found: Set<string>): string[] {
  return [...wanted].filter((id) => !found.has(id));
}

function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended meanwhile because another process died.
    }
  }
}

/** Random numbers from 0 to 1, the same for the same seed. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
