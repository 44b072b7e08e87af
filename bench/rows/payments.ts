import type pg from "pg";
import { createSeeded, dropDatabase, withClient } from "../database.ts";
import { inTurn, median } from "../figures.ts";
import { latencies } from "../load.ts";
import { startPortal } from "../processes.ts";
import { type Person, people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";
import { addLeases } from "./posting.ts";

const databaseName = "bench_payments";
const leases = 10_000;
const paymentsOfALease = 100;
const overdueCharges = 5_000;
const who = ["admin", "landlord", "bigLandlord", "tenant"] as const satisfies Person[];
const mustMs = 50;

const paths = {
  "The first page": "/api/payments?page=1&pageSize=20",
  "A page in the middle": "/api/payments?page=25000&pageSize=20",
  "The last page of one building": "/api/payments?propertyId=7&page=600&pageSize=20",
  "One status": "/api/payments?status=completed&page=1&pageSize=20",
  "A rare status": "/api/payments?status=refunded&page=1&pageSize=20",
  "What is overdue": "/api/payments?status=overdue&page=1&pageSize=20",
  "One method": "/api/payments?method=zelle&page=1&pageSize=20",
  "The days of a month": "/api/payments?from=2021-05-01&to=2021-05-31&page=1&pageSize=20",
  "One lease": "/api/payments?leaseId=5000&page=1&pageSize=20",
  "A search for a company": "/api/payments?q=company%2017&page=1&pageSize=20",
  "A search for what all have": "/api/payments?q=rent&page=1&pageSize=20",
  "A search for a check's number": "/api/payments?q=check%20777777&page=1&pageSize=20",
  "A search nobody fits": "/api/payments?q=quetzal&page=1&pageSize=20",
  "The summary": "/api/payments/summary",
  "What is on its way": "/api/payments/under-way",
};

/** The list of payments, whoever asks for whatever part of it. */
export const payments: Row = {
  name: "payments",
  title: "1,000,000 payments as a list",
  async measure(setting) {
    const server = await setting.databaseServer();
    const url = await createSeeded(server, databaseName, 1_000);
    try {
      await withClient(url, addPayments);
      const portal = await startPortal(url);
      try {
        const sides = Object.fromEntries(
          Object.entries(paths).flatMap(([what, path]) =>
            who.map((person) => [
              `${what}, ${person}`,
              async () =>
                median(
                  await latencies(portal.origin, 5, () => ({ path, cookie: sessionCookie(people[person]) })),
                ),
            ]),
          ),
        );
        const taken = await inTurn(5, sides);
        const figures = Object.keys(paths).map((what) => {
          const of = who.map((person) => ({ person, ms: taken[`${what}, ${person}`] ?? 0 }));
          const slowest = Math.max(...of.map(({ ms }) => ms));
          return {
            what: `${what}, the slowest of ${who.length} people`,
            must: `${mustMs} ms`,
            aim: "20 ms",
            now: `${slowest.toFixed(1)} ms (${of.map(({ person, ms }) => `${person} ${ms.toFixed(1)}`).join(", ")})`,
            reached: slowest <= mustMs,
          };
        });
        return { figures };
      } finally {
        await portal.stop();
      }
    } finally {
      await dropDatabase(server, databaseName);
    }
  },
};

/** 10,000 leases with a hundred payments each. Without their postings, which no list reads; what triggers keep is summed at the end. */
export async function addPayments(client: pg.Client): Promise<void> {
  await addLeases(client, { count: leases, from: "2017-01-01" });
  // Or the portal would post the rent of all these months while it is measured.
  await client.query("update lease_accounts set next_post_on = null");
  await client.query("set session_replication_role = replica");
  await client.query(`
    create temp table made as
      select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, l.id as lease_id, l.property_id, n,
        date '2017-08-01' + make_interval(months => n) + make_interval(days => (l.id % 5)::integer) as at
      from generate_series(0, ${paymentsOfALease - 1}) n,
        (select id, property_id from leases order by id desc limit ${leases}) l;
    insert into ledger_entries (id, property_id, lease_id, kind, on_day, description, made_at)
      select id, property_id, lease_id, 'payment', at, 'Payment by check, ' || id, at from made;
    insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as)
      select id, property_id, lease_id, at, at, -250000, 0, 'collected' from made;
    insert into payments (entry_id, property_id, lease_id, receipt_number, method, description, reference, amount_cents,
        refunded_cents, paid_on, paid_at)
      select id, property_id, lease_id, row_number() over (order by at, id),
        case when id % 3 = 0 then 'card' when id % 50 = 1 then 'zelle' else 'check' end, 'Monthly Rent Payment',
        case when id % 3 = 0 then '' else 'Check ' || id end, 250000, case when id % 5000 = 7 then 250000 else 0 end, at, at
      from made;
    update receipt_numbers set last = (select count(*) from payments);
    insert into ledger_entries (property_id, lease_id, kind, on_day, description, made_at)
      select property_id, lease_id, 'charge', date '2026-01-01' + (id % 300)::integer, 'Base rent', now() from made where n = 0
      order by id limit ${overdueCharges};
    insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents, counts_as, charge_kind)
      select id, property_id, lease_id, on_day, on_day, 230750, 230750, 'charged', 'rent' from ledger_entries where kind = 'charge';
    delete from list_counts where list = 'payments';
    insert into list_counts (list, place, facet, block, count, is_folded)
      select 'payments', place, facet, (step.id >> 16)::integer, count(*), true
      from payments p cross join lateral payment_step(p, 1) step cross join lateral unnest(array[0, step.property_id]) place
        cross join lateral unnest(array_append(step.facets, '')) facet group by 2, 3, 4`);
  await client.query("set session_replication_role = default");
  await client.query("vacuum analyze");
}
