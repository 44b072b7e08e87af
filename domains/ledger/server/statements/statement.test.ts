import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, type Day } from "#shared/calendar.ts";
import { extractPdfText } from "#test/files/pdf-text.ts";
import { type LeaseLedger, startLeaseLedger } from "#test/money/lease-ledger.ts";
import type { AgedLease } from "../../reports-contract.ts";
import type { Statement } from "../../statement-contract.ts";

let ledger: LeaseLedger;
beforeAll(async () => {
  ledger = await startLeaseLedger();
});
afterAll(() => ledger.portal.close());

const morning = new Date("2026-06-01T16:00:00Z");
beforeEach(async () => {
  await moveTo("2026-06-01");
  const leaseId = await ledger.newLease();
  await sql`update leases set starts_on = '2026-01-01' where id = ${leaseId}`.execute(ledger.portal.db);
});

/** Sets the clock to nine in the morning of a date in Seattle and keeps the sessions valid. */
async function moveTo(day: Day): Promise<void> {
  ledger.portal.clock.now = new Date(`${day}T${morning.toISOString().slice(11)}`);
  await sql`update sessions set ends_at = '2199-01-01', idle_until = '2199-01-01'`.execute(ledger.portal.db);
}

const getStatement = (query: string, cookie = ledger.building.landlord.cookie, extension = "") =>
  ledger.portal.call("GET", `/api/leases/${ledger.leaseId()}/statement${extension}${query}`, { cookie });

async function statement(query = "", cookie?: string): Promise<Statement> {
  const response = await getStatement(query, cookie);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const pay = (onDay: Day, amountCents: number) =>
  ledger.postOk("payments", { onDay, amountCents, method: "check", reference: "" });

/** Rent of 3,000.00 from January to May, paid until mid-March, and a deposit. */
async function fiveMonths(): Promise<void> {
  for (const month of [1, 2, 3, 4, 5])
    await ledger.charge({ cents: 300_000, dueOn: `2026-0${month}-01`, label: `Rent ${month}` });
  await moveTo("2026-03-15");
  await pay("2026-03-15", 750_000);
  await ledger.postOk("deposits", { amountCents: 500_000, action: "received", reason: "By the lease" });
}

describe("a statement for any period", () => {
  test("a statement starts with the opening balance, lists all entries, and ends with the closing balance", async () => {
    await fiveMonths();
    await moveTo("2026-06-01");
    const april = await statement("?from=2026-03-01&to=2026-04-15");
    // 3,000 each for January and February are due when March starts.
    expect(april.openingCents).toBe(600_000);
    // + 3,000 = 9,000; - 7,500 = 1,500; the deposit changes nothing; + 3,000 = 4,500.
    expect(
      april.lines.map(({ description, amountCents, balanceCents }) => [
        description,
        amountCents,
        balanceCents,
      ]),
    ).toEqual([
      ["Rent 3", 300_000, 900_000],
      ["Payment by check", -750_000, 150_000],
      ["Security deposit received", 0, 150_000],
      ["Rent 4", 300_000, 450_000],
    ]);
    expect(april).toMatchObject({
      chargedCents: 600_000,
      creditedCents: 750_000,
      closingCents: 450_000,
      depositCents: 500_000,
      // 1,500 of March 1 are 45 days overdue by April 15. 3,000 of April 1 are 14 days overdue.
      aging: { days1To30Cents: 300_000, days31To60Cents: 150_000, days61To90Cents: 0, over90Cents: 0 },
      overdueCents: 450_000,
      notYetDueCents: 0,
      creditCents: 0,
    });
  });

  test("a statement as of a past date shows the account on that date without later entries", async () => {
    await fiveMonths();
    const then = await statement("?from=2026-01-01&to=2026-03-15");
    expect(then).toMatchObject({ closingCents: 150_000, depositCents: 500_000, overdueCents: 150_000 });
    await moveTo("2026-05-20");
    const { entryId } = await pay("2026-05-20", 100_000);
    await ledger.postOk("credits", { kind: "rent", amountCents: 20_000, reason: "No heating" });
    await moveTo("2026-05-25");
    await ledger.postOk("reversals", { entryId, reason: "The check was returned" });
    await ledger.postOk("deposits", { amountCents: 200_000, action: "refunded", reason: "Agreed" });
    expect(await statement("?from=2026-01-01&to=2026-03-15")).toEqual({ ...then, today: "2026-05-25" });
    expect(await statement("?from=2026-01-01&to=2026-05-25")).toMatchObject({
      closingCents: 730_000,
      depositCents: 300_000,
    });
  });

  test("a statement as of today matches the account", async () => {
    await fiveMonths();
    await moveTo("2026-05-01");
    const [today, account] = [await statement(), await ledger.account()];
    expect(today).toMatchObject({
      closingCents: account.balanceCents,
      overdueCents: account.overdueCents,
      creditCents: account.creditCents,
      depositCents: account.depositCents,
      // A charge due today isn't overdue yet.
      notYetDueCents: 300_000,
      from: "2025-05-02",
      to: "2026-05-01",
    });
  });

  test("a payment recorded later counts from its effective date, so its charge isn't overdue in the statement", async () => {
    await ledger.charge({ cents: 300_000, dueOn: "2026-03-01" });
    await moveTo("2026-06-01");
    await pay("2026-03-01", 300_000);
    expect(await statement("?to=2026-04-01")).toMatchObject({
      closingCents: 0,
      overdueCents: 0,
      creditCents: 0,
    });
  });

  test("entries recorded later age in the same way in a statement and in the aged receivables as of its date", async () => {
    const agedOn = async (day: Day) => {
      const response = await ledger.portal.call("GET", `/api/reports/aged?on=${day}`, {
        cookie: ledger.building.landlord.cookie,
      });
      const row = response.json<AgedLease[]>().find(({ id }) => id === ledger.leaseId());
      const { aging, creditCents } = await statement(`?to=${day}`);
      expect([row?.days1To30Cents ?? 0, row?.days31To60Cents ?? 0, row?.days61To90Cents ?? 0]).toEqual([
        aging.days1To30Cents,
        aging.days31To60Cents,
        aging.days61To90Cents,
      ]);
      expect(Math.abs(row?.creditCents ?? 0)).toBe(creditCents);
      return { ...aging, creditCents };
    };
    await ledger.charge({ cents: 300_000, dueOn: "2026-03-01" });
    const { entryId } = await pay("2026-03-20", 300_000);
    // Recorded in June, it paid March on March 20.
    expect(await agedOn("2026-03-31")).toMatchObject({ days1To30Cents: 0, creditCents: 0 });
    expect(await agedOn("2026-03-19")).toMatchObject({ days1To30Cents: 300_000, creditCents: 0 });
    // The bank returned it on April 10, and the return is recorded in June. March has been overdue since
    // March 1, not April 10.
    await moveTo("2026-06-05");
    await ledger.postOk("reversals", { entryId, onDay: "2026-04-10", reason: "The check bounced." });
    expect(await agedOn("2026-04-09")).toMatchObject({ days1To30Cents: 0, days31To60Cents: 0 });
    expect(await agedOn("2026-04-15")).toMatchObject({
      days1To30Cents: 0,
      days31To60Cents: 300_000,
      creditCents: 0,
    });
  });

  test("credit that staff left unapplied stays unapplied in a statement", async () => {
    await ledger.charge({ cents: 300_000, dueOn: "2026-05-01" });
    const { entryId } = await pay("2026-06-01", 100_000);
    await ledger.postOk("allocations", { creditId: entryId, charges: [], reason: "Kept for June" });
    await moveTo("2026-06-02");
    await pay("2026-06-02", 1);
    expect(await statement("?to=2026-06-01")).toMatchObject({
      closingCents: 200_000,
      overdueCents: 300_000,
      creditCents: 100_000,
    });
  });

  test("for any period, the opening balance and the entries add up to the closing balance, and so do the aged amounts less credit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            day: fc.integer({ min: 0, max: 150 }),
            later: fc.integer({ min: 0, max: 40 }),
            cents: fc.integer({ min: -500_000, max: 500_000 }).filter((cents) => cents !== 0),
          }),
          { maxLength: 8 },
        ),
        fc.integer({ min: -20, max: 200 }),
        fc.integer({ min: 0, max: 220 }),
        async (steps, start, length) => {
          const leaseId = await ledger.newLease();
          await sql`update leases set starts_on = '2026-01-01' where id = ${leaseId}`.execute(
            ledger.portal.db,
          );
          for (const { day, later, cents } of steps) {
            const onDay = addDays("2026-01-01", day);
            await moveTo(addDays(onDay, later));
            if (cents > 0) await ledger.charge({ cents, dueOn: onDay });
            else await pay(onDay, -cents);
          }
          await moveTo("2026-08-01");
          const from = addDays("2026-01-01", start);
          const read = await statement(`?from=${from}&to=${addDays(from, length)}`);
          const sum = read.lines.reduce((total, { amountCents }) => total + amountCents, 0);
          expect(read.openingCents + sum).toBe(read.closingCents);
          expect(read.openingCents + read.chargedCents - read.creditedCents).toBe(read.closingCents);
          expect(read.notYetDueCents + read.overdueCents - read.creditCents).toBe(read.closingCents);
          const { days1To30Cents, days31To60Cents, days61To90Cents, over90Cents } = read.aging;
          expect(days1To30Cents + days31To60Cents + days61To90Cents + over90Cents).toBe(read.overdueCents);
          expect(read.closingCents).toBe(
            steps
              .filter(({ day }) => addDays("2026-01-01", day) <= read.to)
              .reduce((total, { cents }) => total + cents, 0),
          );
          expect(read.lines.map(({ onDay }) => onDay)).toEqual(
            steps
              .map(({ day }) => addDays("2026-01-01", day))
              .filter((day) => day >= read.from && day <= read.to)
              .sort(),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test("the error for an invalid statement date names that date", async () => {
    const response = await getStatement("?from=2026-03-02&to=2026-03-01");
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      fields: { to: "The end date is before the start date." },
    });
    expect((await getStatement("?from=2026-02-30")).statusCode).toBe(400);
    expect((await statement("?from=1900-01-01&to=1900-01-01")).lines).toEqual([]);
    expect(await statement(`?to=2199-12-31`)).toMatchObject({ closingCents: 0, lines: [] });
  });

  test("tenants can read their statement, and people from other properties can't", async () => {
    const { tenant, neighbor, technician } = ledger.building;
    expect((await statement("", tenant.cookie)).company).not.toBe("");
    expect((await getStatement("", neighbor.cookie)).statusCode).toBe(404);
    expect((await getStatement("", technician.cookie)).statusCode).toBe(403);
  });
});

test("the exported statement has the same lines as the statement between the two balances", async () => {
  await fiveMonths();
  const response = await getStatement("?from=2026-03-01&to=2026-03-31", undefined, ".csv");
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers["content-disposition"]).toContain(`statement-of-lease-${ledger.leaseId()}-`);
  const rows: unknown[] = parse(response.body, { bom: true, columns: true });
  expect(rows.slice(0, 3)).toEqual([
    {
      Date: "2026-03-01",
      Entry: "Opening balance",
      Due: "",
      Charge: "",
      "Payment or credit": "",
      "Balance due": "6000.00",
      "Unapplied credit": "0.00",
      "Deposit in": "",
      "Deposit out": "",
    },
    {
      Date: "2026-03-01",
      Entry: "Rent 3",
      Due: "2026-03-01",
      Charge: "3000.00",
      "Payment or credit": "",
      "Balance due": "9000.00",
      "Unapplied credit": "0.00",
      "Deposit in": "",
      "Deposit out": "",
    },
    {
      Date: "2026-03-15",
      Entry: "Payment by check",
      Due: "2026-03-15",
      Charge: "",
      "Payment or credit": "7500.00",
      "Balance due": "1500.00",
      "Unapplied credit": "0.00",
      "Deposit in": "",
      "Deposit out": "",
    },
  ]);
  expect(rows.at(-1)).toMatchObject({
    Date: "2026-03-31",
    Entry: "Closing balance",
    "Balance due": "1500.00",
  });
  await ledger.postOk("deposits", { amountCents: 200_000, action: "refunded", reason: "Agreed" });
  const whole: Record<string, string>[] = parse(
    (await getStatement("?from=2026-01-01", undefined, ".csv")).body,
    {
      bom: true,
      columns: true,
    },
  );
  const deposits = whole.map((row) => [row["Deposit in"], row["Deposit out"]]);
  expect(deposits.filter((both) => both.join("") !== "")).toEqual([
    ["5000.00", ""],
    ["", "2000.00"],
  ]);
});

describe("a statement as PDF", () => {
  async function pdf(query: string): Promise<Buffer> {
    const response = await getStatement(query, undefined, ".pdf");
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers["content-type"]).toBe("application/pdf");
    return response.rawPayload;
  }

  test("the statement's PDF matches the screen, with embedded fonts and no garbled characters", async () => {
    await fiveMonths();
    await ledger.charge({ cents: 1_234_567, dueOn: "2026-03-02", label: "Žižkov ✓ № 7, 漢" });
    const text = extractPdfText(await pdf("?from=2026-03-01&to=2026-03-31")).join("\n");
    for (const expected of [
      "Statement of account",
      "Harbor House, unit",
      "Mar 1, 2026 to Mar 31, 2026",
      "Opening balance",
      "$6,000.00",
      "Žižkov ✓ № 7, □",
      "$12,345.67",
      "Payment by check",
      "$7,500.00",
      "Closing balance",
      "$13,845.67",
      "Security deposit held",
      "$5,000.00",
      "Page 1 of 1",
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain("\ufffd");
  });

  test("a long statement PDF continues on more pages with the headings on each", async () => {
    for (let at = 0; at < 90; at += 1)
      await ledger.charge({ cents: 100 + at, dueOn: "2026-02-01", label: `Charge ${at}` });
    const pages = extractPdfText(await pdf("?from=2026-01-01&to=2026-05-31"));
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((text, index) => {
      expect(text).toMatch(/Date\nEntry\nDue\nCharge\nPayment or\s+credit\nBalance/);
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    const all = pages.join("\n").split("\n");
    for (let at = 0; at < 90; at += 1) expect(all.filter((line) => line === `Charge ${at}`)).toHaveLength(1);
  });
});

describe("the statement of a deposit", () => {
  test("a deposit statement lists the amount received, each deduction with its reason, the refund with its check, and the amount held", async () => {
    await ledger.postOk("deposits", {
      action: "received",
      amountCents: 500_000,
      method: "check",
      reference: "311",
      onDay: "2026-02-01",
      reason: "By the lease",
    });
    await ledger.postOk("charges", {
      kind: "other",
      label: "Cleaning",
      amountCents: 45_050,
      dueOn: "2026-06-01",
      reason: "Carpet stains in the lobby",
    });
    await ledger.postOk("deposits", {
      action: "applied-rest-refunded",
      amountCents: 480_000,
      method: "check",
      reference: "2044",
      reason: "Moved out",
    });
    const path = `/api/leases/${ledger.leaseId()}/deposit-statement.pdf`;
    const response = await ledger.portal.call("GET", path, { cookie: ledger.building.landlord.cookie });
    expect(response.statusCode, response.body).toBe(200);
    const text = extractPdfText(response.rawPayload).join("\n").replace(/\s+/g, " ");
    for (const expected of [
      "Security deposit statement",
      "Received $5,000.00",
      "Applied to charges $450.50",
      "Refunded $4,349.50",
      "Still held $200.00",
      "Feb 1, 2026 Security deposit received by check, 311 By the lease $5,000.00 $5,000.00",
      "Security deposit applied to balance Moved out -$450.50 $4,549.50",
      "Security deposit refunded by check, 2044 Moved out -$4,349.50 $200.00",
      "Deductions The charges that the deposit paid, in full or in part.",
      "Cleaning Carpet stains in the lobby $450.50",
      "Total deductions $450.50",
    ])
      expect(text).toContain(expected);
  });

  test("a deduction that a credit covered in part is listed with its whole amount, the credit, and the deposit's part", async () => {
    await ledger.postOk("deposits", {
      action: "received",
      amountCents: 375_000,
      method: "check",
      reference: "311",
      onDay: "2026-02-01",
      reason: "By the lease",
    });
    await ledger.postOk("credits", { kind: "rent", amountCents: 208_310, reason: "Unused rent" });
    await ledger.postOk("charges", {
      kind: "other",
      label: "Carpet repair",
      amountCents: 250_000,
      dueOn: "2026-06-01",
      reason: "Torn in the lobby",
    });
    await ledger.postOk("deposits", {
      action: "applied-rest-refunded",
      amountCents: 375_000,
      method: "check",
      reference: "2044",
      reason: "Moved out",
    });
    const path = `/api/leases/${ledger.leaseId()}/deposit-statement.pdf`;
    const response = await ledger.portal.call("GET", path, { cookie: ledger.building.landlord.cookie });
    expect(response.statusCode, response.body).toBe(200);
    const text = extractPdfText(response.rawPayload).join("\n").replace(/\s+/g, " ");
    expect(text).toContain("Refunded $3,333.10");
    expect(text).toMatch(
      /Carpet repair Torn in the lobby \$2,500\.00 Less: [^$]+ -\$2,083\.10 Total deductions/,
    );
    expect(text).toContain(
      "Total deductions $2,500.00 Covered by credits or payments -$2,083.10 Paid from the deposit $416.90",
    );
  });
});
