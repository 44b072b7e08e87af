import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";
import { fillLedger } from "./fill-ledger.ts";
import { fillPropertiesAndLeases } from "./fill-properties-and-leases.ts";

let portal: TestPortal;

async function runQuery<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(portal.db)).rows;
}

/** The first and the last day of a month. `npm run torture` adds days in the middle of a month. */
const days = ["2026-03-01", "2027-02-28"];
if (isTorture) days.push("2026-11-21", "2026-11-05");

describe.each(days)("the demo ledger on %s", (day) => {
  // The database is filled once per date and shared by the tests.
  beforeAll(async () => {
    portal = await startPortal();
    await runAsPortal({ ...portal.services, clock: () => new Date(`${day}T18:00:00Z`) }, async (ctx) => {
      await fillPropertiesAndLeases(ctx.db, new Map(), ctx.now);
      await fillLedger(ctx);
    });
  });
  afterAll(() => portal.close());

  it("the ledger has eighteen months of charges, and tenants 1 and 2 each have one unpaid month of exactly 2,500.00", async () => {
    const month = "rent 230750, common-area 16750, utilities 2500";
    expect(
      await runQuery(sql<object>`
        select r.lease_id as "lease", count(distinct r.due_on)::int as due, a.balance_cents as balance,
          string_agg(r.charge_kind || ' ' || r.open_cents, ', ' order by r.entry_id) as open
        from receivables r join lease_accounts a using (lease_id)
        where r.lease_id in (1, 2) and r.open_cents <> 0 group by 1, 3 order by 1`),
    ).toEqual([
      { lease: 1, due: 1, balance: 250_000, open: month },
      { lease: 2, due: 1, balance: 250_000, open: month },
    ]);
    const [charged] = await runQuery(
      sql<{
        months: number;
      }>`select count(distinct month)::int as months from receivables where lease_id = 1`,
    );
    expect(charged?.months).toBeGreaterThanOrEqual(19);
  });

  it("the lease in arrears has a waived late fee, a returned check, and two more late fees", async () => {
    const entries = await runQuery(
      sql<{ kind: string; description: string; cents: number; open: number }>`
        select e.kind, e.description, r.amount_cents as cents, r.open_cents as open
        from ledger_entries e join receivables r on r.entry_id = e.id
        where e.lease_id = 6 and e.kind in ('late-fee', 'waiver', 'reversal') order by e.on_day, e.id`,
    );
    expect(entries.map(({ kind, cents, open }) => [kind, cents, open])).toEqual([
      ["late-fee", 15_000, 0],
      ["waiver", -15_000, 0],
      // 5,115.00 of rent, 396.00 of CAM, and 85.00 of water.
      ["reversal", 559_600, 0],
      ["late-fee", 15_000, 15_000],
      ["late-fee", 15_000, 15_000],
    ]);
    expect(entries[2]?.description).toBe("Reversed: Payment by check, No. 2237");
    const problems: string[] = [];
    for await (const problem of verifyLedger(portal.db)) problems.push(problem);
    expect(problems).toEqual([]);
  });

  it("one tenant is three months in arrears, and no ledger entry is dated in the future", async () => {
    expect(
      await runQuery(
        sql<object>`select count(distinct due_on)::int as due from receivables
          where lease_id = 6 and open_cents > 0 and charge_kind = 'rent'`,
      ),
    ).toEqual([{ due: 3 }]);
    expect(await runQuery(sql<object>`select id from ledger_entries where on_day > ${day}::date`)).toEqual(
      [],
    );
  });
});
