import type pg from "pg";
import pino from "pino";
import { postDue } from "#domains/ledger/server/post-due.ts";
import { openDatabase, openPool } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { addDays, addMonths, type Day, monthEnd } from "#shared/calendar.ts";
import { inTurn } from "../figures.ts";
import { throughput } from "../load.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Row, Setting } from "../setting.ts";

const rounds = 3;
const linesOfALease = 3;
const postedDaysAhead = 10;
/** The number of leases the portal charges in one transaction. */
const leasesAtOnce = 200;

/** The portal charges half of the leases, month by month; the same rows are then written by bare statements for the other half. */
export const monthEndRow: Row = {
  name: "month-end",
  goal: 15,
  title: "Month end: charges and statements of 10,000 leases against the same rows bare",
  async measure(setting) {
    const [client, databaseUrl] = [await setting.client(), await setting.databaseUrl()];
    const { leases, lastMonth } = await standingOf(client);
    const half = leases / 2;
    const firstMonth = addMonths(lastMonth, 1);
    await client.query("update lease_accounts set next_post_on = $1 where lease_id <= $2", [
      addDays(firstMonth, -postedDaysAhead),
      half,
    ]);
    let [posted, written] = [0, 0];
    const seconds = await inTurn(
      rounds,
      {
        portal: () => secondsOf(post(databaseUrl, addMonths(firstMonth, posted++))),
        bare: () => secondsOf(writeBare(client, addMonths(firstMonth, written++), half)),
      },
      { warmsUp: false },
    );
    await refuseWrong(client, { half, firstMonth });
    const charges = seconds.portal / seconds.bare;
    const days = `from=${firstMonth}&to=${monthEnd(addMonths(firstMonth, rounds))}`;
    const perSecond = await statementsASecond(setting, half, days);
    const made = perSecond.floor / perSecond.portal;
    const forAll = (each: number) => `${(half / each).toFixed(1)} s`;
    return {
      figures: [
        {
          what: `Charges of ${half.toLocaleString("en-US")} leases, ${linesOfALease} each, posted`,
          must: "6",
          aim: "3",
          now: `${charges.toFixed(2)} (${seconds.portal.toFixed(1)} / ${seconds.bare.toFixed(1)} s)`,
          reached: charges <= 6,
        },
        {
          what: `Statements of ${half.toLocaleString("en-US")} tenants, 4 connections, against the same rows read bare`,
          must: "6",
          aim: "3",
          now: `${made.toFixed(2)} (${forAll(perSecond.portal)} / ${forAll(perSecond.floor)})`,
          reached: made <= 6,
        },
      ],
    };
  },
};

async function standingOf(client: pg.Client): Promise<{ leases: number; lastMonth: Day }> {
  const { rows } = await client.query<{ leases: number; lastMonth: Day }>(
    `select (select count(*)::integer from leases) as leases, (select max(month)::text from receivables) as "lastMonth"`,
  );
  const [standing] = rows;
  if (standing === undefined) throw new Error("The query returned no row.");
  return standing;
}

async function secondsOf(work: Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work;
  return (performance.now() - startedAt) / 1000;
}

/** Posts as the hourly job does, on the first day on which the charges of the month are due for posting. */
async function post(databaseUrl: string, month: Day): Promise<void> {
  const log = pino({ level: "warn" });
  const db = openDatabase(openPool({ connectionString: databaseUrl }, log));
  const now = new Date(`${addDays(month, -postedDaysAhead)}T20:00:00Z`);
  // The job needs no other service.
  await postDue({ db, log, clock: () => now } as unknown as Services);
  await db.destroy();
}

/** Copies the rows that the portal posted on each lease to the lease whose id is larger by half of all leases. */
async function writeBare(client: pg.Client, month: Day, half: number): Promise<void> {
  for (let from = 1; from <= half; from += leasesAtOnce)
    await client.query(bareCharges, [month, from, from + leasesAtOnce - 1, half]);
}

const bareCharges = `
  with given as materialized (
    select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, r.entry_id as as_id, l.id as lease_id, l.property_id
    from receivables r join leases l on l.id = r.lease_id + $4::bigint
    where r.month = $1 and r.lease_id between $2 and least($3, $4)
  ), entries as (
    insert into ledger_entries (id, property_id, lease_id, kind, on_day, description)
    select given.id, given.property_id, given.lease_id, e.kind, e.on_day, e.description
    from given join ledger_entries e on e.id = given.as_id
  ), postings as (
    insert into ledger_postings (entry_id, position, property_id, lease_id, account, amount_cents)
    select given.id, p.position, given.property_id, given.lease_id, p.account, p.amount_cents
    from given join ledger_postings p on p.entry_id = given.as_id
  ), accounts as (
    update lease_accounts a set next_post_on = null where a.lease_id in (select lease_id from given)
  )
  insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as, charge_kind,
    terms_number, line_key, month, from_on, to_on, revision)
  select given.id, given.property_id, given.lease_id, r.on_day, r.due_on, r.amount_cents, r.amount_cents, r.counts_as, r.charge_kind,
    r.terms_number, r.line_key, r.month, r.from_on, r.to_on, r.revision
  from given join receivables r on r.entry_id = given.as_id`;

/** @throws Error unless both halves have every charge exactly once */
async function refuseWrong(
  client: pg.Client,
  { half, firstMonth }: { half: number; firstMonth: Day },
): Promise<void> {
  const { rows } = await client.query<{ posted: number; written: number }>(
    `select count(*) filter (where lease_id <= $1)::integer as posted, count(*) filter (where lease_id > $1)::integer as written
     from receivables where month >= $2`,
    [half, firstMonth],
  );
  const expected = half * linesOfALease * rounds;
  if (rows[0]?.posted !== expected || rows[0]?.written !== expected)
    throw new Error(`Of ${expected} charges ${rows[0]?.posted} were posted and ${rows[0]?.written} written.`);
}

async function statementsASecond(
  setting: Setting,
  leases: number,
  days: string,
): Promise<Record<"portal" | "floor", number>> {
  const [portal, floor] = [await setting.portal(), await setting.floor()];
  const cookie = sessionCookie(people.admin);
  const side = (origin: string, pathOf: (lease: number) => string) => () =>
    throughput(origin, {
      connections: 4,
      seconds: 3,
      request: (index) => ({ path: `${pathOf(1 + ((index * 7919) % leases))}?${days}`, cookie }),
    });
  return inTurn(rounds, {
    floor: side(floor.origin, (lease) => `/statement/${lease}`),
    portal: side(portal.origin, (lease) => `/api/leases/${lease}/statement`),
  });
}
