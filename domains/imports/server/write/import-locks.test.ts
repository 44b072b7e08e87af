import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockPropertyMonths } from "#domains/ledger/server/entries/lock-account.ts";
import type { Db } from "#server/db/database.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { countLockWaits } from "#test/lock-waits.ts";
import { createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport } from "../../contract.ts";
import type { ImportKindName } from "../../import-kinds.ts";
import { writeImport } from "./write-import.ts";

// All code locks leases, then units, and then the months of properties, each by id. Otherwise, two transactions could
// wait for each other.

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
});
afterEach(() => portal.close());

/** Runs an import while another transaction takes `first` before the import starts, and `second` once it waits. */
async function importDuring(
  { kind, lines }: { kind: ImportKindName; lines: string[] },
  first: (db: Db) => Promise<unknown>,
  second: (db: Db) => Promise<unknown>,
): Promise<FileImport> {
  const { cookie, id: userId } = building.admin;
  const form = multipart({ kind }, [
    { name: "file", fileName: "mine.csv", type: "text/csv", content: Buffer.from(lines.join("\n")) },
  ]);
  const checked = await portal.call("POST", "/api/imports", { cookie, ...form });
  expect(checked.statusCode, checked.body).toBe(201);
  const { id } = checked.json<FileImport>();
  const started = await portal.call("POST", `/api/imports/${id}/run`, { cookie });
  expect(started.statusCode, started.body).toBe(202);
  let writing: Promise<void> | undefined;
  await portal.db.transaction().execute(async (db) => {
    await first(db);
    writing = writeImport(portal.services, { importId: id, userId, requestId: "", networkAddress: "" });
    await expect.poll(() => countLockWaits(portal.db), { timeout: 10_000 }).toBe(1);
    await second(db);
  });
  await writing;
  return (await portal.call("GET", `/api/imports/${id}`, { cookie })).json<FileImport>();
}

test("importing the opening balances of two leases doesn't deadlock with a payment on the second lease", async () => {
  const { otherLeaseId, propertyId } = building;
  const lines = [
    "Property,Unit number,Tenant,Charge,Due date,Open amount",
    "Harbor House,101,,Rent,2026-01-02,100",
    "Harbor House,102,,Rent,2026-01-02,100",
  ];
  const result = await importDuring(
    { kind: "opening-balances", lines },
    (db) => sql`select from leases where id = ${otherLeaseId} for no key update`.execute(db),
    (db) => lockPropertyMonths({ db }, [propertyId]),
  );
  expect(result).toMatchObject({ state: "done", rowsDone: 2, message: null });
});

const files = [
  {
    kind: "leases",
    head: "Property,Units,Company,Start date,Charge from,Opening balance",
    toLine: (property: string, unit: string) => `${property},${unit},Acme ${unit},2025-05-01,2099-01-01,350`,
  },
  {
    kind: "rent-roll",
    head: "Property,Suite,Tenant,Start date,Charge from,Balance",
    toLine: (property: string, unit: string) => `${property},${unit},Acme ${unit},2025-05-01,2099-01-01,350`,
  },
] as const;

test.for(files)(
  "importing a file of type $kind doesn't deadlock with a lease of its second unit",
  async ({ kind, head, toLine }) => {
    const { propertyId } = building;
    await createUnit(portal.db, propertyId, "103");
    const unitId = await createUnit(portal.db, propertyId, "104");
    const result = await importDuring(
      { kind, lines: [head, toLine("Harbor House", "103"), toLine("Harbor House", "104")] },
      (db) => sql`select from units where id = ${unitId} for no key update`.execute(db),
      (db) => lockPropertyMonths({ db }, [propertyId]),
    );
    expect(result).toMatchObject({ state: "done", rowsDone: 2, message: null });
  },
);

test.for(files)(
  "importing a file of type $kind doesn't deadlock with a payment for leases at both properties",
  async ({ kind, head, toLine }) => {
    const { propertyId } = building;
    await createUnit(portal.db, propertyId, "103");
    const otherPropertyId = await createProperty(portal.db, { name: "Mill House" });
    await createUnit(portal.db, otherPropertyId, "104");
    const result = await importDuring(
      { kind, lines: [head, toLine("Mill House", "104"), toLine("Harbor House", "103")] },
      (db) => lockPropertyMonths({ db }, [propertyId]),
      (db) => lockPropertyMonths({ db }, [otherPropertyId]),
    );
    expect(result).toMatchObject({ state: "done", rowsDone: 2, message: null });
  },
);
