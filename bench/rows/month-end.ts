import type pg from "pg";
import pino from "pino";
import { postDueCharges } from "#domains/ledger/server/posting/post-due-charges.ts";
import { openDatabase, openPool } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { addDays, addMonths, type Day, monthEnd as lastDayOf } from "#shared/calendar.ts";
import type { Row } from "../environment.ts";
import { compareTimes, timed } from "../figures.ts";
import { throughput } from "../load.ts";
import { sessionCookie } from "../seed.ts";

const rounds = 3;
const linesPerLease = 3;
const postedDaysAhead = 10;
/** The number of leases that the portal charges in one transaction. */
const batchSize = 200;

/** The portal charges half of the leases, month by month. Bare statements then write the same rows for the other half. */
export const monthEnd: Row = {
  name: "month-end",
  goal: 15,
  title: "Month end: charges and statements of 10,000 leases against the same rows bare",
  async measure(environment) {
    const [client, databaseUrl] = [await environment.client(), await environment.databaseUrl()];
    const { rows } = await client.query<{ leases: number; month: Day }>(
      "select (select count(*)::integer from leases) as leases, max(month)::text as month from receivables",
    );
    const half = Number(rows[0]?.leases) / 2;
    const firstMonth = addMonths(rows[0]?.month as Day, 1);
    await client.query("update lease_accounts set next_post_on = $1 where lease_id <= $2", [
      addDays(firstMonth, -postedDaysAhead),
      half,
    ]);
    let [posted, written] = [0, 0];
    const leases = half.toLocaleString("en-US");
    const charges = await compareTimes(
      `Charges of ${leases} leases, ${linesPerLease} each, posted`,
      {
        portal: () => timed(() => post(databaseUrl, addMonths(firstMonth, posted++))),
        bare: () => timed(() => writeBare(client, addMonths(firstMonth, written++), half)),
      },
      { must: 4, aim: 2, rounds, warmUp: false },
    );
    await assertSameCharges(client, half, firstMonth);
    const range = `from=${firstMonth}&to=${lastDayOf(addMonths(firstMonth, rounds))}`;
    /** The milliseconds for all leases. */
    const timeStatements = (origin: string, toPath: (lease: number) => string) => async () => {
      const request = (index: number) => ({
        path: `${toPath(1 + ((index * 7919) % half))}?${range}`,
        cookie: sessionCookie("admin"),
      });
      return (half * 1_000) / (await throughput(origin, { connections: 4, seconds: 2, request }));
    };
    const statements = await compareTimes(
      `Statements of ${leases} tenants, 4 connections`,
      {
        bare: timeStatements((await environment.floor()).origin, (lease) => `/statement/${lease}`),
        portal: timeStatements(
          (await environment.portal()).origin,
          (lease) => `/api/leases/${lease}/statement`,
        ),
      },
      { must: 6, aim: 3 },
    );
    return [charges, statements];
  },
};

/** Posts as the hourly job does, on the first day on which the charges of the month are due for posting. */
async function post(databaseUrl: string, month: Day): Promise<void> {
  const log = pino({ level: "warn" });
  const db = openDatabase(openPool({ connectionString: databaseUrl }, log));
  const now = new Date(`${addDays(month, -postedDaysAhead)}T20:00:00Z`);
  // The job needs no other service.
  await postDueCharges({ db, log, clock: () => now } as unknown as Services);
  await db.destroy();
}

/** Copies the rows that the portal posted on each lease to the matching lease in the other half. */
async function writeBare(client: pg.Client, month: Day, half: number): Promise<void> {
  for (let from = 1; from <= half; from += batchSize)
    await client.query(bareCharges, [month, from, from + batchSize - 1, half]);
}

const bareCharges = `
  with source as materialized (
    select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, r.entry_id as as_id, l.id as lease_id, l.property_id
    from receivables r join leases l on l.id = r.lease_id + $4::bigint
    where r.month = $1 and r.lease_id between $2 and least($3, $4)
  ), entries as (
    insert into ledger_entries (id, property_id, lease_id, kind, on_day, description)
    select source.id, source.property_id, source.lease_id, e.kind, e.on_day, e.description
    from source join ledger_entries e on e.id = source.as_id
  ), postings as (
    insert into ledger_postings (entry_id, position, property_id, lease_id, account, amount_cents)
    select source.id, p.position, source.property_id, source.lease_id, p.account, p.amount_cents
    from source join ledger_postings p on p.entry_id = source.as_id
  ), accounts as (
    update lease_accounts a set next_post_on = null where a.lease_id in (select lease_id from source)
  )
  insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as, charge_kind,
    terms_number, line_key, month, starts_on, ends_on, revision)
  select source.id, source.property_id, source.lease_id, r.on_day, r.due_on, r.amount_cents, r.amount_cents, r.counts_as, r.charge_kind,
    r.terms_number, r.line_key, r.month, r.starts_on, r.ends_on, r.revision
  from source join receivables r on r.entry_id = source.as_id`;

/** @throws Error unless both halves have every charge exactly once */
async function assertSameCharges(client: pg.Client, half: number, firstMonth: Day): Promise<void> {
  const { rows } = await client.query<{ posted: number; written: number }>(
    `select count(*) filter (where lease_id <= $1)::integer as posted, count(*) filter (where lease_id > $1)::integer as written
     from receivables where month >= $2`,
    [half, firstMonth],
  );
  const expected = half * linesPerLease * rounds;
  if (rows[0]?.posted !== expected || rows[0]?.written !== expected)
    throw new Error(`Of ${expected} charges ${rows[0]?.posted} were posted and ${rows[0]?.written} written.`);
}
