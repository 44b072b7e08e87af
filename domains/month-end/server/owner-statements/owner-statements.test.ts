import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ReportDocument } from "#domains/reports/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { extractPdfText } from "#test/files/pdf-text.ts";
import { insertBill } from "#test/money/expenses.ts";
import { createActiveLease, sampleTerms, writeCharge, writePayment, writeTerms } from "#test/money/ledger.ts";
import { createPerson, createProperty, createUnit, createWorkOrder, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { OwnerStatement } from "../../owner-statement-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let propertyId: number;
let leaseId: number;
let chargeId: number;
let landlord: string;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  portal.clock.now = new Date("2026-06-10T20:00:00Z");
});
afterAll(() => portal.close());

/**
 * Today is June 10, 2026. Of the rent of April and May, a third was paid on May 10. Unit 202 is
 * vacant.
 */
beforeEach(async () => {
  const { db, services } = portal;
  await sql`update sessions set ends_at = '2199-01-01', idle_until = '2199-01-01'`.execute(db);
  propertyId = await createProperty(db, { name: "Pier House" });
  const person = { role: "landlord", fullName: "Lena Landlord", propertyIds: [propertyId] } as const;
  landlord = await signInAs(
    db,
    await createPerson(db, { ...person, propertyIds: [propertyId] }),
    portal.clock.now,
  );
  leaseId = await createActiveLease(db, { propertyId, from: "2026-01-01", to: "2026-09-30" });
  await sql`update units set unit_number = '201', rentable_sqft = 1500 where property_id = ${propertyId}`.execute(
    db,
  );
  await writeTerms(db, { leaseId, from: "2026-01-01", terms: sampleTerms() });
  const vacantId = await createUnit(db, propertyId, "202");
  await sql`update units set status = 'vacant', rentable_sqft = 500 where id = ${vacantId}`.execute(db);
  await writeCharge(services, { propertyId, leaseId, cents: 300_000, dueOn: "2026-04-01" });
  chargeId = await writeCharge(services, { propertyId, leaseId, cents: 300_000, dueOn: "2026-05-01" });
  await writePayment(services, { leaseId, cents: 200_000, day: "2026-05-10" });
  const order = { propertyId, createdById: building.admin.id, createdAt: new Date("2026-05-20T20:00:00Z") };
  const completedAt = new Date("2026-06-02T20:00:00Z");
  await createWorkOrder(db, { ...order, title: "Elevator door", status: "completed", completedAt });
});

const path = (rest = "", month = "2026-05") =>
  `/api/properties/${propertyId}/months/${month}/owner-statement${rest}`;
const send = (method: "GET" | "POST" | "PUT", url: string, body?: object, cookie = landlord) =>
  portal.call(method, url, { cookie, ...(body !== undefined && { body }) });
const read = async (rest = "") => (await send("GET", path(rest))).json<OwnerStatement>();
const issue = async (body: object = {}, cookie = landlord) => {
  const { amounts } = await read("?draft=yes");
  return send("POST", path("/issue"), { corrects: 0, amounts, notesVersion: 0, ...body }, cookie);
};
const section = ({ sections }: OwnerStatement, title: string): ReportDocument => {
  const found = sections.find((one) => one.title === title);
  if (found === undefined) throw new Error(`The statement has no ${title}.`);
  return found;
};
const getMessage = (response: Awaited<ReturnType<typeof send>>) =>
  response.json<{ message: string }>().message;
const reverseMayCharge = (onDay: string) =>
  send("POST", `/api/leases/${leaseId}/reversals`, { entryId: chargeId, reason: "Charged twice", onDay });

describe("a draft", () => {
  test("an owner statement includes the month's expenses if the property has bills [EXP-19]", async () => {
    expect((await read()).sections.map(({ title }) => title)).not.toContain("Expenses");
    await insertBill(portal.db, {
      propertyId,
      createdById: building.admin.id,
      serviceFrom: "2026-05-17",
      serviceTo: "2026-06-15",
      lines: [{ category: "Security", amountCents: 60_000 }],
    });
    const { rows, columns } = section(await read(), "Expenses");
    expect(columns.map(({ key }) => key)).toContain("varianceToDate");
    expect(rows.map(({ cells }) => [cells.category, cells.actual, cells.actualToDate])).toEqual([
      ["Security", 30_000, 30_000],
    ]);
    const file = await send("GET", path("/file"));
    expect(extractPdfText(file.rawPayload).join("\n")).toContain("Security");
  });

  test("an owner statement's amounts match the monthly and aged receivables reports", async () => {
    const statement = await read();
    expect(statement).toMatchObject({
      property: "Pier House",
      isDraft: true,
      on: "2026-05-31",
      amounts: { chargedCents: 300_000, receivedCents: 200_000, overdueCents: 400_000 },
      versions: [],
      cannotIssue: null,
    });
    const query = `propertyId=${propertyId}`;
    const months = (
      await send("GET", `/api/reports/months/document?year=2026&${query}`)
    ).json<ReportDocument>();
    const inReport = months.rows.find(({ cells }) => cells["month"] === "2026-05-01")?.cells;
    const charges = section(statement, "Charges and collections").rows[0]?.cells;
    expect(charges).toEqual({
      month: "2026-05-01",
      due: inReport?.["due"],
      collected: inReport?.["collected"],
      credited: inReport?.["credited"],
      unpaid: inReport?.["overdue"],
      received: inReport?.["received"],
    });
    const aged = (
      await send("GET", `/api/reports/aged/document?on=2026-05-31&overdue=yes&${query}`)
    ).json<ReportDocument>();
    const overdue = section(statement, "Overdue");
    for (const key of ["days1To30", "days31To60", "days61To90", "over90"])
      expect(overdue.totals?.cells[key]).toBe(aged.totals?.cells[key]);
    expect(overdue.totals?.cells["overdue"]).toBe(aged.totals?.cells["balance"]);
    const { rows } = await sql<{ received: number; balance: number }>`
      select -sum(g.amount_cents) filter (where e.kind = 'payment' and e.on_day >= '2026-05-01')::bigint as received,
        sum(g.amount_cents)::bigint as balance
      from ledger_entries e join ledger_postings g on g.entry_id = e.id and g.account = 'receivable'
      where e.property_id = ${propertyId} and e.on_day <= '2026-05-31'`.execute(portal.db);
    expect(rows).toEqual([
      { received: statement.amounts.receivedCents, balance: statement.amounts.overdueCents },
    ]);
  });

  test("a draft statement lists the space, the leases that end within a year, and the work orders as of the end of the month", async () => {
    const statement = await read();
    expect(statement.figures.at(-1)).toEqual({ label: "Leased", value: "75%", note: "1,500 of 2,000 sq ft" });
    expect(section(statement, "Overdue").rows).toMatchObject([
      { href: `/leases/${leaseId}`, cells: { tenant: "Harbor Lane Coffee", units: "201", overdue: 400_000 } },
    ]);
    expect(section(statement, "Occupancy").rows.map(({ cells }) => cells)).toEqual([
      { state: "Leased", names: "", units: 1, area: 1_500 },
      { state: "Vacant", names: "202", units: 1, area: 500 },
    ]);
    expect(section(statement, "Leases expiring")).toMatchObject({
      summary: "1 lease ends in the 12 months to May 31, 2027.",
      rows: [{ cells: { to: "2026-09-30", tenant: "Harbor Lane Coffee", rent: 300_000 } }],
    });
    expect(section(statement, "Work orders")).toMatchObject({
      summary: "May 1, 2026 to May 31, 2026. 1 opened, 0 completed, 1 not finished.",
      rows: [{ cells: { title: "Elevator door", completed: null, state: "Not finished" } }],
    });
  });

  test("notes are saved in a draft statement and don't overwrite someone else's changes", async () => {
    const save = (notes: string, notesVersion: number, cookie = landlord) =>
      send("PUT", path("/notes"), { notes, notesVersion }, cookie);
    expect((await save("The roof was inspected.", 0)).json()).toMatchObject({
      notes: "The roof was inspected.",
      notesVersion: 1,
    });
    const changed = "Someone else changed the notes after you opened them. Reload the page.";
    expect(getMessage(await save("Nothing to report.", 0, building.admin.cookie))).toBe(changed);
    expect(getMessage(await issue())).toBe(changed);
    expect((await read()).notes).toBe("The roof was inspected.");
  });
});

describe("an issued statement", () => {
  test("an issued statement stays the same after a later reversal and says which amounts have changed", async () => {
    const draft = await read();
    expect((await issue()).json()).toMatchObject({ isDraft: false, changes: [] });
    expect((await reverseMayCharge("2026-06-09")).statusCode).toBe(201);
    const issued = await read();
    expect({ ...issued.amounts }).toEqual(draft.amounts);
    expect(issued.sections).toEqual(draft.sections);
    expect(issued.changes).toEqual([{ name: "Charges due", issuedCents: 300_000, currentCents: 0 }]);
    expect((await read("?draft=yes")).amounts.chargedCents).toBe(0);
  });

  test("correcting an issued statement creates a version with a reason and keeps the earlier version and its document", async () => {
    await issue();
    await reverseMayCharge("2026-05-31");
    expect((await issue({ corrects: 1 })).statusCode).toBe(400);
    const reason = "May was charged twice.";
    const response = await issue({ corrects: 1, reason });
    expect(response.statusCode, response.body).toBe(200);
    const statement = response.json<OwnerStatement>();
    expect(statement.amounts).toMatchObject({ chargedCents: 0, overdueCents: 100_000 });
    expect(statement.versions).toMatchObject([
      { number: 2, by: "Lena Landlord", reason },
      { number: 1, reason: null },
    ]);
    const texts = [];
    for (const { documentId } of statement.versions) {
      const file = await send("GET", `/api/documents/${documentId}/file`);
      texts.push(extractPdfText(file.rawPayload).join("\n"));
    }
    expect(texts[0]).toContain("Corrected, version 2");
    expect(texts[0]).not.toContain("$4,000.00");
    expect(texts[1]).toContain("$4,000.00");
    const { rows } = await sql<{ details: object }>`
      select details from audit_log where action = 'property.statement-issued' and property_id = ${propertyId}
      order by id`.execute(portal.db);
    expect(rows.map(({ details }) => details)).toEqual([
      { month: "May 2026", version: 1 },
      { month: "May 2026", version: 2, reason },
    ]);
  });

  test("a statement can't be issued if its amounts changed after the manager reviewed them", async () => {
    const { amounts } = await read();
    await reverseMayCharge("2026-05-31");
    const response = await issue({ amounts });
    expect([response.statusCode, getMessage(response)]).toEqual([
      409,
      "The amounts have changed since you opened this statement. Review the current amounts, then issue it again.",
    ]);
    expect((await read()).versions).toEqual([]);
    expect((await issue()).statusCode).toBe(200);
  });

  test("a statement can't be issued twice by two people at the same time", async () => {
    const responses = await Promise.all([issue(), issue({}, building.admin.cookie)]);
    const [rejected] = responses.filter(({ statusCode }) => statusCode === 409);
    expect(responses.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["200", "409"]);
    const { versions } = await read();
    expect(rejected?.json()).toMatchObject({
      message: `${versions[0]?.by} issued this statement on Jun 10, 2026. Reload the page to see it.`,
    });
    const { rows } = await sql`select from documents where property_id = ${propertyId}`.execute(portal.db);
    expect([versions.length, rows.length]).toEqual([1, 1]);
  });

  test("a statement can't be issued for a month that isn't over", async () => {
    const message = "June 2026 isn't over at Pier House. You can issue its statement starting Jul 1, 2026.";
    const draft = await send("GET", path("", "2026-06"));
    expect(draft.json()).toMatchObject({ on: "2026-06-10", cannotIssue: message });
    const { amounts } = draft.json<OwnerStatement>();
    const response = await send("POST", path("/issue", "2026-06"), { corrects: 0, amounts, notesVersion: 0 });
    expect([response.statusCode, getMessage(response)]).toEqual([409, message]);
  });

  test("an issued statement is filed as a PDF that only the property's managers can read and is downloaded as issued", async () => {
    await send("PUT", path("/notes"), { notes: "The roof was inspected.\n\nNo leaks.", notesVersion: 0 });
    const { versions } = (await issue({ notesVersion: 1 })).json<OwnerStatement>();
    const documentId = versions[0]?.documentId;
    const readDocument = (cookie: string, file = "/file") =>
      send("GET", `/api/documents/${documentId}${file}`, undefined, cookie);
    expect((await readDocument(landlord, "")).json()).toMatchObject({
      title: "Owner statement, May 2026, Pier House",
      visibility: "staff",
      property: { id: propertyId },
    });
    await sql`insert into lease_members (lease_id, property_id, user_id, starts_on)
      values (${leaseId}, ${propertyId}, ${building.tenant.id}, '2026-01-01')`.execute(portal.db);
    await sql`insert into property_staff (property_id, user_id) values (${propertyId}, ${building.technician.id})`.execute(
      portal.db,
    );
    for (const { cookie } of [building.tenant, building.technician, building.landlord])
      expect((await readDocument(cookie)).statusCode).toBe(404);
    const filed = extractPdfText((await readDocument(landlord)).rawPayload);
    for (const text of [
      "Issued Jun 10, 2026 by Lena Landlord",
      "Harbor Lane Coffee",
      "$4,000.00",
      "No leaks.",
    ])
      expect(filed.join("\n")).toContain(text);
    await reverseMayCharge("2026-05-31");
    const printed = await send("GET", path("/file"));
    expect(printed.headers["content-disposition"]).toContain("owner-statement-pier-house-2026-05.pdf");
    expect(extractPdfText(printed.rawPayload)).toEqual(filed);
    const draft = extractPdfText((await send("GET", path("/file?draft=yes"))).rawPayload).join("\n");
    expect(draft).toContain("Draft");
    expect(draft).not.toContain("$4,000.00");
  });

  test("an issued statement remains after its document is deleted, and the database rejects changes to it", async () => {
    await issue();
    await sql`delete from documents where property_id = ${propertyId}`.execute(portal.db);
    expect(await read()).toMatchObject({ isDraft: false, versions: [{ documentId: null }] });
    await expect(sql`update owner_statements set notes = 'Other'`.execute(portal.db)).rejects.toThrow(
      "owner_statements",
    );
    await expect(sql`delete from owner_statements`.execute(portal.db)).rejects.toThrow("append-only");
  });

  test("an issued owner statement is listed with its month", async () => {
    await issue();
    const { months } = (await send("GET", `/api/properties/${propertyId}/months`)).json<{
      months: { month: string; statementIssuedAt: string | null }[];
    }>();
    expect(months.slice(0, 3).map(({ statementIssuedAt }) => statementIssuedAt)).toEqual([
      null,
      "2026-06-10T20:00:00.000Z",
      null,
    ]);
  });
});
