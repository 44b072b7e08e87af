import { afterEach, beforeEach, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createVendor, insertBill } from "#test/money/expenses.ts";
import type { TestPortal } from "#test/portal.ts";
import type { FileImport, ImportError } from "../../contract.ts";
import { writeImport } from "../write/write-import.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
});
afterEach(() => portal.close());

const call = (method: "GET" | "POST" | "PATCH", path: string, body?: object) =>
  portal.call(method, path, { cookie: building.landlord.cookie, ...(body !== undefined && { body }) });
async function upload(lines: string[]): Promise<FileImport> {
  const form = multipart({ kind: "vendors" }, [
    { name: "file", fileName: "vendors.csv", type: "text/csv", content: Buffer.from(lines.join("\n")) },
  ]);
  const { cookie } = building.landlord;
  const response = await portal.call("POST", "/api/imports", { cookie, ...form });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<FileImport>();
}
const readErrors = async (id: number) =>
  (await call("GET", `/api/imports/${id}/errors`)).json<ImportError[]>();
async function run(id: number, body: object = {}) {
  const started = await call("POST", `/api/imports/${id}/run`, body);
  expect(started.statusCode, started.body).toBe(202);
  const { id: userId } = building.landlord;
  await writeImport(portal.services, { importId: id, userId, requestId: "", networkAddress: "" });
}
const readVendors = () =>
  portal.db
    .selectFrom("vendors")
    .select(["name", "contact_name", "email", "phone", "notes"])
    .orderBy("id")
    .execute();

const head = "Name,Contact,Email,Phone,Notes";

test("vendors are imported with their contacts, and each is in the audit log [EXP-20]", async () => {
  const { id, badRows } = await upload([
    head,
    'Puget Mechanical,Dana Ruiz,Dispatch@puget.example,206-555-0101,"HVAC, boilers"',
    "Évergreen  Landscape,,,,",
  ]);
  expect(badRows).toBe(0);
  await run(id);
  expect(await readVendors()).toEqual([
    {
      name: "Puget Mechanical",
      contact_name: "Dana Ruiz",
      email: "Dispatch@puget.example",
      phone: "206-555-0101",
      notes: "HVAC, boilers",
    },
    { name: "Évergreen Landscape", contact_name: "", email: "", phone: "", notes: "" },
  ]);
  const entries = await portal.db
    .selectFrom("audit_log")
    .select(["actor_id", "details"])
    .where("action", "=", "vendor.created")
    .orderBy("id")
    .execute();
  expect(entries).toEqual([
    { actor_id: building.landlord.id, details: { name: "Puget Mechanical", importId: id } },
    { actor_id: building.landlord.id, details: { name: "Évergreen Landscape", importId: id } },
  ]);
});

test("the columns of another system's vendor list are recognized [EXP-20]", async () => {
  const { id, state } = await upload([
    "Payee Name,Primary Contact,Main Email,Telephone,Tax ID",
    "Puget Mechanical,Dana Ruiz,dana@puget.example,206-555-0101,91-1",
  ]);
  expect(state).toBe("matching");
  const layout = (await call("GET", `/api/imports/${id}/layout`)).json<{ columns: { field: string }[] }>();
  expect(layout.columns.map(({ field }) => field)).toEqual(["name", "contactName", "email", "phone", null]);
});

test("a vendor that exists or is in the file twice isn't created again, and the others can be imported [EXP-20]", async () => {
  await createVendor(portal.db, "Sound Security");
  await createVendor(portal.db, "Closed Cleaners");
  await portal.db
    .updateTable("vendors")
    .set({ archived_at: new Date() })
    .where("name", "=", "Closed Cleaners")
    .execute();
  const { id } = await upload([
    head,
    "SOUND security,,,,",
    "Tidal Plumbing,,,,",
    "tidal PLUMBING,,,,",
    "Closed Cleaners,,,,",
  ]);
  expect((await readErrors(id)).map(({ line, message }) => [line, message])).toEqual([
    [2, "There is already a vendor named Sound Security."],
    [4, "This vendor is already on line 3."],
    [5, "There is already a vendor named Closed Cleaners. It's archived, and you can restore it."],
  ]);
  await run(id, { validRowsOnly: true });
  expect((await readVendors()).map(({ name }) => name)).toEqual([
    "Sound Security",
    "Closed Cleaners",
    "Tidal Plumbing",
  ]);
});

test("a vendor with an invalid value is shown with the value, which can be corrected [EXP-22]", async () => {
  const { id } = await upload([head, "Puget Mechanical,,dispatch at puget,,", ",Dana Ruiz,,,"]);
  expect(await readErrors(id)).toMatchObject([
    { line: 2, column: "Email", value: "dispatch at puget", message: "Please enter a valid email" },
    { line: 3, column: "Name", value: "", message: "Please enter the vendor's name" },
  ]);
  const correct = (line: number, column: string, value: string) =>
    call("PATCH", `/api/imports/${id}/rows/${line}`, { values: [{ column, value }] });
  await correct(2, "Email", "dispatch@puget.example");
  expect((await correct(3, "Name", "Ruiz Electric")).json()).toMatchObject({ badRows: 0 });
});

test("an import of vendors can be undone until one of them is edited or has a bill [EXP-23]", async () => {
  const file = [head, "Puget Mechanical,,,,", "Tidal Plumbing,,,,"];
  const importVendors = async () => {
    const { id } = await upload(file);
    await run(id);
    return id;
  };
  const undo = (id: number) => call("POST", `/api/imports/${id}/undo`);
  const first = await importVendors();
  expect((await undo(first)).json()).toMatchObject({ state: "undone" });
  expect(await readVendors()).toEqual([]);
  const deletions = await portal.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "vendor.deleted")
    .orderBy("id")
    .execute();
  const reason = "The import was undone";
  expect(deletions.map(({ details }) => details)).toEqual([
    { name: "Puget Mechanical", reason, importId: first },
    { name: "Tidal Plumbing", reason, importId: first },
  ]);

  const second = await importVendors();
  const { id: vendorId, name } = await portal.db
    .selectFrom("vendors")
    .select(["id", "name"])
    .orderBy("id")
    .executeTakeFirstOrThrow();
  await insertBill(portal.db, {
    vendorId,
    propertyId: building.propertyId,
    createdById: building.landlord.id,
  });
  const expectRejected = async (message: string) => {
    const response = await undo(second);
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([409, message]);
  };
  await expectRejected("This import can't be undone because its records are already used by a bill.");
  await call("PATCH", `/api/vendors/${vendorId}`, { phone: "206-555-0101" });
  await expectRejected(`${name} has been changed or deleted since the import, so it can't be undone.`);
});
