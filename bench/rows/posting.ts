import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { projectRoot } from "#server/project-root.ts";
import { createSeeded, dropDatabase, withClient } from "../database.ts";
import { memoryOf, withoutPortalSettings } from "../processes.ts";
import type { Row } from "../setting.ts";

const databaseName = "bench_posting";
const leases = 100_000;
const linesOfALease = 3;
/** All leases begin on the day for which the first charges are due within 10 days. */
const firstDay = "2027-06-01";
const postingDay = "2027-05-25";

/** 2,500.00 in all, every month. */
export const benchTerms = {
  areaSquareFeet: 1_200,
  dueDay: 1,
  graceDays: 5,
  depositCents: 0,
  lines: (
    [
      ["rent", "Base rent", 230_750],
      ["common-area", "Common areas", 16_750],
      ["utilities", "Utilities", 2_500],
    ] as const
  ).map(([kind, label, monthlyCents], at) => ({
    key: at + 1,
    kind,
    label,
    from: "2000-01-01",
    to: null,
    price: { monthlyCents },
  })),
  escalations: [],
  freeRent: [],
  lateFee: { charge: { basisPoints: 500 }, capCents: null },
};
export const centsOfALease = 250_000;

/** Leases with terms, due to be charged from their first day on. */
export async function addLeases(
  client: pg.Client,
  { count, from }: { count: number; from: string },
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with made as (
       insert into leases (property_id, company_id, state, from_on)
       select 1 + i % 60, 1 + i % 400, 'active', $2::date from generate_series(1, $1::integer) i returning id, property_id
     ), terms as (
       insert into lease_terms (lease_id, property_id, number, from_on, terms)
       select id, property_id, 1, $2::date, $3::jsonb from made
     ), accounts as (
       insert into lease_accounts (lease_id, property_id, next_post_on) select id, property_id, $2::date - 10 from made
     )
     select id::integer as id from made order by id`,
    [count, from, JSON.stringify(benchTerms)],
  );
  return rows.map(({ id }) => id);
}

export function startPosting(databaseUrl: string, day: string): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", "bench/posting-process.ts"], {
    cwd: projectRoot,
    env: { ...withoutPortalSettings(), DATABASE_URL: databaseUrl, POSTING_DAY: day },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

interface Standing {
  done: number;
  entries: number;
  runs: number;
  /** Leases that have other than one charge a line, or owe another amount. */
  wrong: number;
}

async function standingOf(client: pg.Client): Promise<Standing> {
  const { rows } = await client.query<Standing>(
    `select (select coalesce(sum(leases_done), 0)::integer from posting_runs) as done,
       (select count(*)::integer from posting_runs) as runs,
       (select count(*)::integer from ledger_entries) as entries,
       (select count(*)::integer from (
         select a.lease_id from lease_accounts a left join receivables r on r.lease_id = a.lease_id
         group by a.lease_id, a.balance_cents
         having count(r.entry_id) <> ${linesOfALease} or count(distinct r.line_key) <> ${linesOfALease}
           or a.balance_cents <> ${centsOfALease} or sum(r.open_cents) <> ${centsOfALease}) off) as wrong`,
  );
  const standing = rows[0];
  if (standing === undefined) throw new Error("There is always a row.");
  return standing;
}

const doneOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ done: number }>(
    "select coalesce(sum(leases_done), 0)::integer as done from posting_runs",
  );
  return rows[0]?.done ?? 0;
};

/** `npm run verify` on all of it, in a process of its own: how it ended, how long it took, its highest memory in MB. */
async function proveLedger(
  databaseUrl: string,
): Promise<{ isProven: boolean; seconds: number; peak: number }> {
  const startedAt = performance.now();
  const proof = spawn(process.execPath, ["--import", "tsx", "scripts/verify-portal.ts"], {
    cwd: projectRoot,
    env: { ...withoutPortalSettings(), DATABASE_URL: databaseUrl },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const peak = await peakUntilItEnds(proof);
  return { isProven: proof.exitCode === 0, seconds: (performance.now() - startedAt) / 1000, peak };
}

/** The highest memory of a process in MB; resolves when it has ended. */
async function peakUntilItEnds(child: ChildProcess, look = async (_peak: number) => {}): Promise<number> {
  const end = once(child, "exit");
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, memoryOf(child)?.peak ?? 0);
    await look(peak);
    await Promise.race([end, pause(200)]);
  }
  return peak;
}

/** The charges of a month on 100,000 leases: killed in the middle with SIGKILL, and gone on with by another process. */
export const posting: Row = {
  name: "posting",
  title: "Posting 100,000 leases of three charges each, killed in the middle",
  async measure(setting) {
    const server = await setting.databaseServer();
    const url = await createSeeded(server, databaseName, 1_000);
    try {
      return await withClient(url, async (client) => {
        await addLeases(client, { count: leases, from: firstDay });
        await client.query("analyze");
        const first = startPosting(url, postingDay);
        const firstEnd = once(first, "exit");
        const startedAt = performance.now();
        while ((await doneOf(client)) < leases * 0.4) {
          if (first.exitCode !== null) throw new Error("The first process ended by itself.");
          await pause(100);
        }
        first.kill("SIGKILL");
        await firstEnd;
        const killedAfter = (performance.now() - startedAt) / 1000;
        const atKill = await standingOf(client);
        const resumedAt = performance.now();
        const second = startPosting(url, postingDay);
        let early = 0;
        const peak = await peakUntilItEnds(second, async (highest) => {
          if (early === 0 && (await doneOf(client)) > leases * 0.5) early = highest;
        });
        const seconds = killedAfter + (performance.now() - resumedAt) / 1000;
        const end = await standingOf(client);
        const isExact = end.wrong === 0 && end.entries === leases * linesOfALease && end.runs === 1;
        const proof = await proveLedger(url);
        return {
          figures: [
            {
              what: `${leases.toLocaleString("en-US")} leases, ${end.entries.toLocaleString("en-US")} entries, both processes together`,
              must: "",
              aim: "",
              now: `${seconds.toFixed(0)} s, ${Math.round(leases / seconds).toLocaleString("en-US")} leases a second`,
            },
            {
              what: `Killed after ${atKill.done.toLocaleString("en-US")} leases: charged twice, not at all or with another amount in the end`,
              must: "0",
              aim: "0",
              now: `${end.wrong} (${end.entries.toLocaleString("en-US")} entries, ${end.runs} run)`,
              reached: isExact,
            },
            {
              what: "Highest memory of the process (at half of the leases)",
              must: "250 MB",
              aim: "180 MB",
              now: `${peak.toFixed(0)} MB (${early.toFixed(0)} MB)`,
              reached: peak <= 250,
            },
            {
              what: "All of it proven by `npm run verify`: time and highest memory",
              must: "",
              aim: "",
              now: `${proof.seconds.toFixed(0)} s, ${proof.peak.toFixed(0)} MB, ${proof.isProven ? "no fault" : "FAULTS"}`,
            },
          ],
        };
      });
    } finally {
      await dropDatabase(server, databaseName);
    }
  },
};
