import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import {
  findServerProcesses,
  findWatchdogProcesses,
  getMainProcess,
  makeFolder,
  type PortalProcess,
  runPortal,
  timeoutMs,
} from "./portal-process.fixture.ts";
import { startEmbedded } from "./start.ts";
import { waitUntil } from "./wait.ts";

/** One round per kind of kill. For more rounds and other moments: TORTURE_ROUNDS=100 TORTURE_SEED=7. */
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
    killAll(findWatchdogProcesses(dataDir));
    await portal.kill();
  },
  "the main server process of a running portal": async (portal) => {
    const before = portal.lines.length;
    killAll([getMainProcess(dataDir)]);
    // The portal restarts the server and keeps writing.
    expect(await waitUntil(() => portal.lines.length > before + 200, { timeoutMs })).toBe(true);
    await portal.stop();
  },
  "one connection's process of a running portal": async (portal) => {
    const before = portal.lines.length;
    killAll(findServerProcesses(dataDir).slice(-1));
    expect(await waitUntil(() => portal.lines.length > before + 200, { timeoutMs })).toBe(true);
    await portal.kill();
  },
  "all processes at the same time": async (portal) => {
    killAll([...findWatchdogProcesses(dataDir), portal.pid, ...findServerProcesses(dataDir)]);
    await portal.kill();
  },
};

test.each(
  Array.from({ length: rounds }, (_, round) => [round + 1, Object.keys(deaths)[round % 5] ?? ""] as const),
)("round %i: no acknowledged write is lost after killing %s", async (_round, death) => {
  const portal = runPortal({ dataDir, task: "write" });
  onTestFinished(() => portal.kill());
  const writesBefore = 20 + Math.floor(random() * 500);
  await portal.line("ready");
  expect(await waitUntil(() => portal.lines.length > writesBefore, { timeoutMs })).toBe(true);
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

/** Returns the data a new portal finds: single rows, complete transactions, and incomplete ones. */
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
      // It has ended because another process died.
    }
  }
}

/** Returns a generator of numbers from 0 to 1 that is the same for the same seed. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
