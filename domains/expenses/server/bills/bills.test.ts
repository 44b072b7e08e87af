import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf } from "#test/files/documents.ts";
import { multipart } from "#test/form.ts";
import { buildBill, createVendor, findCategoryId } from "#test/money/expenses.ts";
import { createPerson, createProperty, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Bill, BillRow, NewBill } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherPropertyId: number;
let otherLandlord: { cookie: string };
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  otherPropertyId = await createProperty(portal.db, { name: "Hill House" });
  const person = await createPerson(portal.db, { role: "landlord", propertyIds: [otherPropertyId] });
  otherLandlord = { cookie: await signInAs(portal.db, person) };
});
afterAll(() => portal.close());

type Who = { cookie: string };
const enter = async (fields: Partial<NewBill> = {}, who: Who = building.landlord) =>
  portal.call("POST", "/api/bills", {
    cookie: who.cookie,
    body: await buildBill(portal.db, { propertyId: building.propertyId, ...fields }),
  });
const entered = async (fields: Partial<NewBill> = {}, who?: Who): Promise<Bill> => {
  const response = await enter(fields, who);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Bill>();
};
const rejected = async (fields: Partial<NewBill>, who?: Who) => {
  const response = await enter(fields, who);
  expect(response.statusCode, response.body).toBe(400);
  return response.json<{ fields: Record<string, string> }>().fields;
};
const change = (id: number, body: object, version?: number, who: Who = building.landlord) =>
  portal.call("PATCH", `/api/bills/${id}`, {
    cookie: who.cookie,
    body,
    ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
  });
const cancel = (id: number, reason = "Entered twice") =>
  portal.call("POST", `/api/bills/${id}/void`, { cookie: building.landlord.cookie, body: { reason } });
const read = async <T>(path: string, who: Who = building.landlord) =>
  (await portal.call("GET", path, { cookie: who.cookie })).json<T>();
const line = async (amountCents: number, category?: string, memo = "") => ({
  categoryId: await findCategoryId(portal.db, category),
  amountCents,
  memo,
});

describe("entering a bill", () => {
  test("a bill has lines with categories, and its total is their sum [EXP-05]", async () => {
    const lines = [await line(90_000, "Cleaning", "Lobby"), await line(-15_050, "Security", "Refund")];
    const bill = await entered({ vendorName: "Harbor Janitorial", lines });
    expect(bill).toMatchObject({
      property: { name: "Harbor House" },
      vendor: { name: "Harbor Janitorial" },
      totalCents: 74_950,
      state: "unpaid",
      createdBy: "Lena Landlord",
      lines: [
        { category: "Cleaning", amountCents: 90_000, memo: "Lobby" },
        { category: "Security", amountCents: -15_050, memo: "Refund" },
      ],
    });
    const again = await entered({ vendorName: "HARBOR  janitorial" });
    expect(again.vendor).toEqual(bill.vendor);
  });

  test("by default, a bill's service period is the month of its date, and it's due in 30 days [EXP-05]", async () => {
    expect(await entered({ billedOn: "2024-02-10" })).toMatchObject({
      serviceFrom: "2024-02-01",
      serviceTo: "2024-02-29",
      dueOn: "2024-03-11",
    });
  });

  test.each([
    [
      { serviceFrom: "2026-05-02", serviceTo: "2026-05-01" },
      { serviceTo: "The last day can't be before the first day" },
    ],
    [
      { serviceFrom: "2024-01-01", serviceTo: "2027-01-01" },
      { serviceTo: "A service period can be up to 3 years" },
    ],
    [{ serviceTo: "2020-01-01" }, { serviceTo: "The last day can't be before the first day" }],
    [{ lines: [] }, { lines: "Add at least one line." }],
    [
      { lines: [{ categoryId: 1, amountCents: 0, memo: "" }] },
      { "lines.0.amountCents": "Please enter an amount other than $0.00" },
    ],
    [
      { lines: [{ categoryId: 99_999, amountCents: 1, memo: "" }] },
      { "lines.0.categoryId": "This category doesn't exist or is archived. Select another one." },
    ],
    [{ vendorId: 99_999 }, { vendorId: "This vendor doesn't exist. Select another one." }],
  ])("a bill with %j is rejected with a message [EXP-05]", async (fields, messages) => {
    expect(await rejected(fields)).toEqual(messages);
  });

  test("a bill can have up to 100 lines and a service period of up to three years [EXP-05]", async () => {
    const lines = Array.from({ length: 101 }, () => ({ categoryId: 1, amountCents: 100, memo: "" }));
    expect(await rejected({ lines })).toEqual({ lines: "A bill can have up to 100 lines." });
    const bill = await entered({
      lines: lines.slice(1),
      serviceFrom: "2024-01-01",
      serviceTo: "2026-12-31",
    });
    expect(bill.totalCents).toBe(10_000);
  });

  test("archived vendors and categories are rejected for new bills but stay on old bills [EXP-01, 04]", async () => {
    const bill = await entered({ vendorName: "Old Elevators", lines: [await line(100, "Pest control")] });
    await portal.db
      .updateTable("vendors")
      .set({ archived_at: new Date() })
      .where("id", "=", bill.vendor.id)
      .execute();
    await portal.db
      .updateTable("expense_categories")
      .set({ archived_at: new Date() })
      .where("name", "=", "Pest control")
      .execute();
    expect(await rejected({ vendorName: "Old Elevators" })).toEqual({
      vendorId: "Old Elevators is archived. Restore the vendor first.",
    });
    const lines = [await line(200, "Pest control")];
    expect(Object.keys(await rejected({ lines }))).toEqual(["lines.0.categoryId"]);
    expect((await change(bill.id, { lines })).json()).toMatchObject({ totalCents: 200 });
  });
});

describe("bills that could be duplicates", () => {
  test("a vendor's bill number can be used again only after its bill was voided [EXP-06]", async () => {
    const vendorId = await createVendor(portal.db, "Sound Power");
    const first = await entered({ vendorId, number: "INV 1042" });
    expect(await rejected({ vendorId, number: "inv1042", billedOn: "2026-12-01" })).toEqual({
      number: "Sound Power's bill inv1042 of Nov 3, 2026 was already entered.",
    });
    await entered({ number: "INV 1042" });
    expect((await cancel(first.id)).statusCode).toBe(200);
    await entered({ vendorId, number: "inv1042" });
  });

  test("if a bill number is already used at another property, the message doesn't name the property [EXP-06]", async () => {
    const vendorId = await createVendor(portal.db, "Statewide Insurance");
    await entered({ vendorId, number: "77", propertyId: otherPropertyId }, building.admin);
    expect(await rejected({ vendorId, number: "77" })).toEqual({
      number: "Statewide Insurance's bill 77 was already entered at another property.",
    });
    await entered({ vendorId, number: "78" });
  });

  test("the same vendor can have several bills without a number [EXP-06]", async () => {
    const vendorId = await createVendor(portal.db);
    await entered({ vendorId, number: "" });
    const next = await entered({ vendorId, number: "", billedOn: "2026-12-03" });
    expect(next.number).toBe("");
  });

  test("a bill with the same vendor, amount, and date as another bill needs confirmation [EXP-07]", async () => {
    const vendorId = await createVendor(portal.db, "Cascade Trash");
    await entered({ vendorId, number: "1" });
    const fields = { vendorId, number: "2" };
    expect(await rejected(fields)).toEqual({
      isNotDuplicate:
        "There is already a bill from Cascade Trash for $1,200.00 of Nov 3, 2026, number 1. Confirm that this is another bill.",
    });
    const second = await entered({ ...fields, isNotDuplicate: true });
    expect((await change(second.id, { paidOn: "2026-11-20" })).json()).toMatchObject({ state: "paid" });
    await entered({ ...fields, number: "3", billedOn: "2026-11-04" });
    expect((await change(second.id, { billedOn: "2026-11-04" })).statusCode).toBe(400);
  });

  test("two people can't enter the same bill at the same time [EXP-06]", async () => {
    const vendorId = await createVendor(portal.db);
    const responses = await Promise.all([enter({ vendorId, number: "5" }), enter({ vendorId, number: "5" })]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400]);
  });
});

describe("changing bills", () => {
  test("editing a bill replaces its lines, and the audit log has the old and new values [EXP-09]", async () => {
    const { id } = await entered({ number: "9001" });
    const edited = await change(id, { number: "9002", lines: [await line(5_000, "Security")] }, 1);
    expect(edited.json()).toMatchObject({ number: "9002", totalCents: 5_000, version: 2 });
    const { details } = await portal.db
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "bill.edited")
      .where("subject_id", "=", String(id))
      .executeTakeFirstOrThrow();
    expect(details).toEqual({
      changes: [
        { field: "number", from: "9001", to: "9002" },
        { field: "totalCents", from: 120_000, to: 5_000 },
        {
          field: "lines",
          from: [{ category: "Cleaning", amountCents: 120_000, memo: "" }],
          to: [{ category: "Security", amountCents: 5_000, memo: "" }],
        },
      ],
    });
  });

  test("editing an outdated version of a bill is rejected with the current bill [EXP-09]", async () => {
    const { id } = await entered();
    await change(id, { paidOn: "2026-11-10" }, 1);
    const late = await change(id, { number: "1" }, 1);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      message: "Lena Landlord changed this bill after you opened it.",
      current: { paidOn: "2026-11-10" },
    });
  });

  test("a voided bill stays in the list with its reason, counts toward no total, and can't be changed [EXP-08]", async () => {
    const vendorId = await createVendor(portal.db);
    const { id } = await entered({ vendorId });
    expect((await cancel(id, "no")).statusCode).toBe(400);
    expect((await cancel(id, "Wrong property")).json()).toMatchObject({
      state: "voided",
      voided: { by: "Lena Landlord", reason: "Wrong property" },
    });
    expect(await read(`/api/bills?vendorId=${vendorId}`)).toEqual([]);
    expect(await read(`/api/bills?vendorId=${vendorId}&state=voided`)).toMatchObject([{ id }]);
    expect(await read(`/api/bills/totals?vendorId=${vendorId}`)).toEqual({ totalCents: 0, unpaidCents: 0 });
    for (const response of [await cancel(id), await change(id, { number: "1" })])
      expect([response.statusCode, response.json().message]).toEqual([
        409,
        "Lena Landlord voided this bill. Enter a new one instead.",
      ]);
    await expect(portal.db.deleteFrom("bills").where("id", "=", id).execute()).rejects.toThrow(
      "Bills can't be deleted",
    );
  });

  test("a property with bills can't be deleted [EXP-05]", async () => {
    const propertyId = await createProperty(portal.db, { name: "Pier House" });
    await entered({ propertyId }, building.admin);
    const response = await portal.call("DELETE", `/api/properties/${propertyId}`, {
      cookie: building.admin.cookie,
    });
    expect(response.json().message).toBe("Pier House can't be deleted because it still has 1 bill.");
  });
});

describe("the list of bills", () => {
  test("the list of bills can be filtered by property, vendor, category, status, and service dates, with totals [EXP-11]", async () => {
    const vendorId = await createVendor(portal.db, "Alder Roofing");
    const paid = await entered({
      vendorId,
      number: "A-17",
      billedOn: "2025-01-20",
      paidOn: "2025-02-01",
      lines: [await line(10_000, "Cleaning"), await line(3_000, "Security")],
    });
    const late = await entered({ vendorId, billedOn: "2025-03-20", dueOn: "2025-04-01" });
    const ids = async (query: string) =>
      (await read<BillRow[]>(`/api/bills?vendorId=${vendorId}${query}`)).map(({ id }) => id);
    expect(await ids("")).toEqual([late.id, paid.id]);
    expect(await ids("&state=unpaid")).toEqual([late.id]);
    expect(await ids("&state=overdue")).toEqual([late.id]);
    expect(await ids("&state=paid")).toEqual([paid.id]);
    expect(await ids(`&propertyId=${otherPropertyId}`)).toEqual([]);
    expect(await ids(`&categoryId=${await findCategoryId(portal.db, "Security")}`)).toEqual([paid.id]);
    expect(await ids("&from=2025-01-31&to=2025-01-31")).toEqual([paid.id]);
    expect(await ids("&from=2025-02-01&to=2025-02-28")).toEqual([]);
    expect((await read<BillRow[]>("/api/bills?q=a-17")).map(({ id }) => id)).toEqual([paid.id]);
    expect((await read<BillRow[]>("/api/bills?q=alder")).map(({ id }) => id)).toEqual([late.id, paid.id]);
    const totals = (query: string) => read(`/api/bills/totals?vendorId=${vendorId}${query}`);
    expect(await totals("")).toEqual({ totalCents: 133_000, unpaidCents: 120_000 });
    expect(await totals(`&categoryId=${await findCategoryId(portal.db, "Security")}`)).toEqual({
      totalCents: 3_000,
      unpaidCents: 0,
    });
    const csv = await portal.call("GET", `/api/bills.csv?vendorId=${vendorId}&state=paid`, {
      cookie: building.landlord.cookie,
    });
    expect(csv.body).toContain(
      "2025-01-20,Alder Roofing,A-17,Harbor House,Cleaning; Security,2025-01-01,2025-01-31,2025-02-19,2025-02-01,Paid,130.00",
    );
  });

  test("landlords see the bills of their own properties, and tenants and technicians see no bills [EXP-17]", async () => {
    const { id } = await entered();
    expect(
      (await read<BillRow[]>("/api/bills", otherLandlord)).map(({ property }) => property.name),
    ).not.toContain("Harbor House");
    for (const who of [building.tenant, building.technician])
      expect((await portal.call("GET", "/api/bills", { cookie: who.cookie })).statusCode).toBe(403);
    expect((await change(id, { number: "1" }, undefined, otherLandlord)).statusCode).toBe(404);
  });
});

describe("work orders and files", () => {
  test("a bill can be for a work order at its property [EXP-12]", async () => {
    const fields = { createdById: building.landlord.id, title: "Replace the pump" };
    const workOrderId = await createWorkOrder(portal.db, { propertyId: building.propertyId, ...fields });
    const elsewhere = await createWorkOrder(portal.db, { propertyId: otherPropertyId, ...fields });
    const bill = await entered({ workOrderId });
    expect(bill.workOrder).toEqual({ id: workOrderId, title: "Replace the pump" });
    expect(await read(`/api/bills?workOrderId=${workOrderId}`)).toMatchObject([{ id: bill.id }]);
    expect(await rejected({ workOrderId: elsewhere })).toEqual({
      workOrderId: "This work order isn't at this property, or you don't have access to it.",
    });
  });

  test("a bill's file can be replaced and downloaded, and must pass the same checks as documents [EXP-13]", async () => {
    const { id } = await entered();
    const upload = (fileName: string, content: Buffer) => {
      const form = multipart({}, [{ name: "file", fileName, type: "application/pdf", content }]);
      return portal.call("PUT", `/api/bills/${id}/file`, { cookie: building.landlord.cookie, ...form });
    };
    expect((await upload("bill.txt", Buffer.from("text"))).statusCode).toBe(415);
    await upload("first.pdf", smallPdf("first"));
    const replaced = await upload("second.pdf", smallPdf("second"));
    expect(replaced.json()).toMatchObject({ hasFile: true, file: { name: "second.pdf" }, version: 3 });
    const file = await portal.call("GET", `/api/bills/${id}/file`, { cookie: building.landlord.cookie });
    expect(file.rawPayload).toEqual(smallPdf("second"));
    expect(file.headers["content-disposition"]).toMatch(/^attachment; filename="second\.pdf"/);
    await cancel(id);
    expect((await upload("third.pdf", smallPdf("third"))).statusCode).toBe(409);
  });
});
