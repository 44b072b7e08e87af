import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import pino from "pino";
import type { Reconciliation } from "#domains/recoveries/reconciliation-contract.ts";
import { type Db, openDatabase, openPool } from "#server/db/database.ts";
import { addDays } from "#shared/calendar.ts";
import { insertBill } from "#test/money/expenses.ts";
import { createActiveLease } from "#test/money/ledger.ts";
import { addRecoveryTerms, poolRecovery } from "#test/money/recoveries.ts";
import { createProperty } from "#test/people.ts";
import type { Row } from "../environment.ts";
import { compareTimes, type Figure, timed } from "../figures.ts";
import { sendOk } from "../load.ts";
import { sessionCookie } from "../seed.ts";
import { openRecorder } from "../statements.ts";

const leaseCount = 300;
const billCount = 5_000;
const year = 2025;
const cookie = sessionCookie("admin");

/** The draft of a large property, compared with the statements that read its rows, and the PDFs of its tenants. */
export const reconciliation: Row = {
  name: "reconciliation",
  goal: 17,
  title: "A reconciliation of 300 leases and 5,000 bills against reading the same rows, and its statements",
  async measure(environment) {
    const [client, databaseUrl] = [await environment.client(), await environment.databaseUrl()];
    const [portal, floor] = [await environment.portal(), await environment.floor()];
    const propertyId = await addProperty(databaseUrl);
    await client.query("analyze");
    const path = `/api/properties/${propertyId}/reconciliations/${year}`;
    const recorder = await openRecorder(databaseUrl);
    const recorded = await recorder.record(cookie, path);
    await recorder.stop();
    const { body: id } = await sendOk(floor.origin, {
      method: "POST",
      path: "/statements",
      body: recorded?.statements,
    });
    const draft = await compareTimes(
      `Draft of ${leaseCount} leases and ${billCount.toLocaleString("en-US")} bills`,
      {
        bare: async () => (await sendOk(floor.origin, { path: `/statements/${id}` })).milliseconds,
        portal: async () => (await sendOk(portal.origin, { path, cookie })).milliseconds,
      },
      { must: 6, aim: 3 },
    );
    return [draft, await timeStatements(client, portal.origin, { path, propertyId })];
  },
};

/** Issues the statements, and waits until the job has filed all PDFs. Compared with reading what they show. */
async function timeStatements(
  client: pg.Client,
  origin: string,
  { path, propertyId }: { path: string; propertyId: number },
): Promise<Figure> {
  const { body } = await sendOk(origin, { path, cookie });
  const { fingerprint } = JSON.parse(body) as Reconciliation;
  const send = (action: string, changes: object = {}) =>
    sendOk(origin, { method: "POST", path: `${path}/${action}`, body: { fingerprint, ...changes }, cookie });
  await send("review");
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1);
  const milliseconds = await timed(async () => {
    await send("issue", { corrects: 0, dueOn: tomorrow });
    while ((await countUnfiled(client, propertyId)) > 0) await pause(50);
  });
  const bare = await timed(() =>
    client.query("select content from recovery_statements where property_id = $1", [propertyId]),
  );
  return {
    what: `${leaseCount} statements issued, drawn as PDFs, and filed`,
    must: "",
    aim: "",
    now: `${(milliseconds / 1_000).toFixed(1)} s; ${(milliseconds / bare).toFixed(0)}x reading their contents`,
    reached: true,
  };
}

async function countUnfiled(client: pg.Client, propertyId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from recovery_statements s
       join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
     where s.property_id = $1 and s.filed_at is null`,
    [propertyId],
  );
  return rows[0]?.count ?? 0;
}

/** Adds a property whose tenants share bills of the year by area. Returns its id. */
async function addProperty(databaseUrl: string): Promise<number> {
  const db = openDatabase(openPool({ connectionString: databaseUrl }, pino({ level: "silent" })));
  try {
    const propertyId = await createProperty(db, { name: "Reconciled Tower" });
    const pools = await db.selectFrom("expense_pools").select("id").execute();
    for (let lease = 0; lease < leaseCount; lease += 1) {
      const leaseId = await createActiveLease(db, { propertyId, from: "2024-01-01" });
      await addRecoveryTerms(
        db,
        leaseId,
        "2024-01-01",
        pools.map(({ id }) => poolRecovery({ poolId: id })),
      );
    }
    await db.updateTable("units").set({ size_sqft: 1_000 }).where("property_id", "=", propertyId).execute();
    await addBills(db, propertyId);
    return propertyId;
  } finally {
    await db.destroy();
  }
}

async function addBills(db: Db, propertyId: number): Promise<void> {
  const { id: createdById } = await db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "bench-admin")
    .executeTakeFirstOrThrow();
  const vendor = await db
    .insertInto("vendors")
    .values({ name: "Benchmark Services", created_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (let bill = 1; bill <= billCount; bill += 1)
    await insertBill(db, {
      propertyId,
      createdById,
      vendorId: vendor.id,
      serviceFrom: `${year}-01-01`,
      serviceTo: `${year}-12-31`,
      lines: [{ category: bill % 2 === 0 ? "Cleaning" : "Security", amountCents: 10_000 + bill }],
    });
}
