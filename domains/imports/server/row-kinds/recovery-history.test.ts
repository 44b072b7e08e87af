import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RecoveryHistory } from "#domains/recoveries/history-contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport, ImportError } from "../../contract.ts";
import { writeImport } from "../write/write-import.ts";

let portal: TestPortal;
let building: TestBuilding;
let thisYear: number;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
  thisYear = portal.clock.now.getUTCFullYear();
});
afterEach(() => portal.close());

const call = (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
  portal.call(method, path, { cookie: building.landlord.cookie, ...(body !== undefined && { body }) });
const read = async <T>(path: string) => (await call("GET", path)).json<T>();
const head =
  "Property,Unit number,Tenant,Pool,Year,Base year cost,Controllable costs billed,Share,Estimates billed";

async function check(...rows: string[]): Promise<FileImport> {
  const content = Buffer.from([head, ...rows].join("\n"));
  const form = multipart({ kind: "recovery-history" }, [
    { name: "file", fileName: "history.csv", type: "text/csv", content },
  ]);
  const { cookie } = building.landlord;
  const response = await portal.call("POST", "/api/imports", { cookie, ...form });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<FileImport>();
}
const readErrors = async (id: number) =>
  (await read<ImportError[]>(`/api/imports/${id}/errors?limit=200`)).map(
    ({ line, column, message }) => `${line} ${column}: ${message}`,
  );
async function run(id: number): Promise<void> {
  const started = await call("POST", `/api/imports/${id}/run`, {});
  expect(started.statusCode, started.body).toBe(202);
  const { id: userId } = building.landlord;
  await writeImport(portal.services, { importId: id, userId, requestId: "", networkAddress: "" });
  expect(await read(`/api/imports/${id}`)).toMatchObject({ state: "done", message: null });
}
const readHistory = () => read<RecoveryHistory>(`/api/leases/${building.leaseId}/recovery-history`);
const undo = async (id: number) =>
  (await call("POST", `/api/imports/${id}/undo`)).json<{ state?: string; message?: string }>();

describe("importing recovery history", () => {
  test("rows enter the base year, the cap's base, and last year's reconciliation of leases [REC-23]", async () => {
    const { id, badRows } = await check(
      'Harbor House,101,,cam,2023,"84,000.00",,,',
      "Harbor House,101,,CAM,2024,,112500,13500.50,12600",
    );
    expect([badRows, await readErrors(id)]).toEqual([0, []]);
    await run(id);
    expect((await readHistory()).rows).toMatchObject([
      {
        pool: "CAM",
        year: 2024,
        baseCents: null,
        cappedCents: 11_250_000,
        shareCents: 1_350_050,
        estimatesCents: 1_260_000,
        dueCents: 90_050,
        enteredBy: "Lena Landlord",
      },
      { pool: "CAM", year: 2023, baseCents: 8_400_000, cappedCents: null },
    ]);
  });

  test("unknown leases and pools, years to come, and amounts that exist are errors of their rows [REC-23]", async () => {
    await run((await check("Harbor House,101,,CAM,2024,1,,,")).id);
    const { id } = await check(
      "Harbor House,101,,CAM,2024,2,,,",
      "Harbor House,101,,Heating,2024,2,,,",
      "Harbor House,101,,Insurance,2024,2,,,",
      "Harbor House,101,,insurance,2024,3,,,",
      `Harbor House,101,,CAM,${thisYear + 1},2,,,`,
      "Harbor House,101,Someone Else,CAM,2024,2,,,",
      "Harbor House,,,CAM,24,,,,",
      "Harbor House,101,,Utilities,2024,-1,x,,",
    );
    expect((await readErrors(id)).toSorted()).toEqual([
      "2 Pool: This lease already has amounts for CAM in 2024. Change them with its recovery terms.",
      "3 Pool: There is no pool “Heating”. Enter the name of an expense pool.",
      "5 Pool: The amounts of this lease for insurance in 2024 are already on line 4.",
      `6 Year: Enter a year up to ${thisYear}.`,
      "7 Tenant: No lease at this property has this unit and tenant.",
      "8 Base year cost: Enter at least one amount.",
      "8 Tenant: Enter the tenant or the unit of the lease.",
      "8 Year: Enter a year from 1990 to 2199",
      "9 Base year cost: Enter an amount of $0.00 or more",
      "9 Controllable costs billed: Enter an amount in US dollars",
    ]);
  });

  test("undoing the import removes its amounts with a reason in the leases' history [REC-23]", async () => {
    const { id } = await check("Harbor House,101,,CAM,2023,1,,,", "Harbor House,101,,CAM,2024,,2,,");
    await run(id);
    expect(await undo(id)).toMatchObject({ state: "undone" });
    expect((await readHistory()).rows).toEqual([]);
    const entries = await portal.db
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "lease.recovery-history-set")
      .orderBy("id")
      .execute();
    expect(entries.map(({ details }) => details)).toMatchObject([
      { pool: "CAM", year: 2023 },
      { pool: "CAM", year: 2024 },
      { pool: "CAM", year: 2023, reason: "The import was undone" },
      { pool: "CAM", year: 2024, reason: "The import was undone" },
    ]);
  });

  test("nothing is undone once an amount was changed or a reconciliation was issued with it [REC-23]", async () => {
    const { id } = await check("Harbor House,101,,CAM,2023,1,,,");
    await run(id);
    const issue = (year: number) =>
      portal.db
        .insertInto("reconciliations")
        .values({
          property_id: building.propertyId,
          year,
          number: 1,
          due_on: "2027-05-01",
          amounts: "[]",
          content: '{"bills": []}',
          inputs: "{}",
          issued_by_id: building.landlord.id,
          issued_at: portal.clock.now,
        })
        .execute();
    await issue(2024);
    expect((await undo(id)).message).toBe(
      "This import can't be undone because its records are already used by a reconciliation.",
    );
    const { id: second } = await check("Harbor House,101,,CAM,2025,1,,,");
    await run(second);
    const { rows, version } = await readHistory();
    const { poolId = 0 } = rows[0] ?? {};
    const amounts = { baseCents: 5, cappedCents: null, shareCents: null, estimatesCents: null };
    const body = { poolId, year: 2025, ...amounts, reason: "Typing error", version };
    expect((await call("PUT", `/api/leases/${building.leaseId}/recovery-history`, body)).statusCode).toBe(
      200,
    );
    expect((await undo(second)).message).toBe(
      "An amount for 2025 has been changed or deleted since the import, so it can't be undone.",
    );
  });
});
