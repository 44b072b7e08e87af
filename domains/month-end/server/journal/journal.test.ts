import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accounts } from "#domains/ledger/accounts.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { lastMonth, lastMonthEnd, monthPath } from "#test/money/closed-months.ts";
import { writeCharge, writePayment } from "#test/money/ledger.ts";
import type { TestPortal } from "#test/portal.ts";
import { defaultMapping, defaultTaxRate } from "../../journal-accounts.ts";
import type { JournalSetup } from "../../journal-contract.ts";
import type { JournalEntry } from "./read-journal.ts";
import { writeIif, writeXero } from "./write-journal.ts";

/** Entries with two to four postings that add up to zero, and texts with tabs, quotes, and other letters. */
const arbitraryText = fc.string({ unit: "grapheme", maxLength: 20 });
const arbitraryEntries = fc
  .array(
    fc.record({
      onDay: fc.integer({ min: 1, max: 30 }).map((day) => `2026-11-${String(day).padStart(2, "0")}`),
      description: arbitraryText,
      company: arbitraryText,
      amounts: fc.array(
        fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).filter((cents) => cents !== 0),
        { minLength: 1, maxLength: 3 },
      ),
      account: fc.constantFrom(...accounts),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((entries) =>
    entries.map(({ amounts, account, ...entry }, index): JournalEntry => {
      const rest = -amounts.reduce((sum, cents) => sum + cents, 0);
      const cents = rest === 0 ? [...amounts, 100, -100] : [...amounts, rest];
      return {
        ...entry,
        id: index + 1,
        kind: "charge",
        reason: "",
        units: "101",
        postings: cents.map((amountCents, at) => ({
          account: at === 0 ? account : (accounts[at] ?? account),
          amountCents,
        })),
      };
    }),
  );

const toCents = (amount: string) => BigInt(amount.replace(".", ""));
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + toCents(amount), 0n);
const journal = (entries: readonly JournalEntry[]) => ({
  property: "Harbor “House”",
  entries,
  accounts: defaultMapping,
});

describe("the files of a journal, for any entries", () => {
  test("the QuickBooks file has one balanced transaction for each entry, in plain text", () => {
    fc.assert(
      fc.property(arbitraryEntries, (entries) => {
        const file = writeIif(journal(entries));
        expect(file).toMatch(/^[\t\r\n -~]*$/);
        expect(file.endsWith("ENDTRNS\r\n")).toBe(true);
        const rows = file
          .trimEnd()
          .split("\r\n")
          .slice(3)
          .map((line) => line.split("\t"));
        expect(rows).toHaveLength(entries.reduce((lines, { postings }) => lines + postings.length + 1, 0));
        for (const { id, onDay, postings } of entries) {
          const lines = rows.filter((cells) => cells[8] === String(id));
          expect(lines.map(([first]) => first)).toEqual(postings.map((_, at) => (at === 0 ? "TRNS" : "SPL")));
          expect(lines.every((cells) => cells.length === 10)).toBe(true);
          expect(lines[0]?.[3]).toBe(`11/${onDay.slice(8)}/2026`);
          expect(sum(lines.map((cells) => cells[7] ?? ""))).toBe(0n);
          expect(lines.map((cells) => toCents(cells[7] ?? ""))).toEqual(
            postings.map(({ amountCents }) => BigInt(amountCents)),
          );
        }
      }),
    );
  });

  test("the Xero file has one balanced journal for each entry, grouped by narration and date", () => {
    fc.assert(
      fc.property(arbitraryEntries, (entries) => {
        const rows = parse(writeXero({ ...journal(entries), taxRate: defaultTaxRate }), {
          columns: true,
        }) as Record<string, string>[];
        const byJournal = new Map<string, string[]>();
        for (const { Narration = "", Date: day = "", Amount = "" } of rows)
          byJournal.set(`${Narration} ${day}`, [...(byJournal.get(`${Narration} ${day}`) ?? []), Amount]);
        expect(byJournal.size).toBe(entries.length);
        expect([...byJournal.values()].map((amounts) => amounts.map(toCents))).toEqual(
          entries.map(({ postings }) => postings.map(({ amountCents }) => BigInt(amountCents))),
        );
        for (const amounts of byJournal.values()) expect(sum(amounts)).toBe(0n);
      }),
    );
  });

  test.each([
    [0, "0.00"],
    [5, "0.05"],
    [-5, "-0.05"],
    [158_333, "1583.33"],
    [-1_300_000, "-13000.00"],
  ])("the journal writes %i cents as %s", (cents, text) => expect(toPlainDollars(cents)).toBe(text));
});

describe("the journal of a month", () => {
  let portal: TestPortal;
  let building: TestBuilding;
  beforeAll(async () => {
    ({ portal, building } = await startBuilding());
    const { propertyId, leaseId } = building;
    await writeCharge(portal.services, {
      propertyId,
      leaseId,
      cents: 300_000,
      dueOn: lastMonth,
      label: "Base rent",
    });
    await writePayment(portal.services, { leaseId, cents: 300_000, day: lastMonthEnd });
  });
  afterAll(() => portal.close());

  const call = (
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: object,
    cookie = building.admin.cookie,
  ) => portal.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
  const download = (format: string) =>
    call(
      "GET",
      `${monthPath(building.propertyId)}/journal?format=${format}`,
      undefined,
      building.landlord.cookie,
    );
  const month = lastMonth.slice(0, 7);

  test("a month's journal can be exported once the month is closed, in files named by property and month", async () => {
    const tooEarly = await download("csv");
    expect(tooEarly.statusCode).toBe(409);
    expect(tooEarly.body).toContain("isn't closed. Close it, then export its journal.");
    expect((await call("POST", `${monthPath(building.propertyId)}/close`, { accepted: [] })).statusCode).toBe(
      200,
    );
    const names = { csv: `${month}.csv`, iif: `${month}.iif`, xero: `${month}-xero.csv` };
    for (const [format, name] of Object.entries(names)) {
      const file = await download(format);
      expect(file.statusCode, file.body).toBe(200);
      expect(file.headers["content-disposition"]).toBe(`attachment; filename="journal-harbor-house-${name}"`);
    }
    const rows = parse((await download("csv")).body, { columns: true, bom: true }) as Record<
      string,
      string
    >[];
    expect(rows.map(({ Account, Debit, Credit }) => [Account, Debit, Credit])).toEqual([
      ["Accounts Receivable", "3000.00", ""],
      ["Rental Income", "", "3000.00"],
      ["Undeposited Funds", "3000.00", ""],
      ["Accounts Receivable", "", "3000.00"],
    ]);
  });

  test("the journal uses the organization's accounts and names any account that has no code for Xero", async () => {
    const setup = (await call("GET", "/api/journal-accounts")).json<JournalSetup>();
    expect(setup).toEqual({ accounts: defaultMapping, taxRate: defaultTaxRate, version: 0 });
    const body = {
      ...setup,
      accounts: { ...setup.accounts, "income-rent": { name: "Rents:Office", code: "" } },
    };
    const nameless = { ...body, accounts: { ...body.accounts, bank: { name: " ", code: "1" } } };
    expect((await call("PUT", "/api/journal-accounts", nameless)).json<{ fields: object }>().fields).toEqual({
      "accounts.bank.name": "Please enter the account's name",
    });
    expect((await call("PUT", "/api/journal-accounts", body)).statusCode).toBe(200);
    const outdated = await call("PUT", "/api/journal-accounts", { ...body, taxRate: "Exempt" });
    expect(outdated.statusCode).toBe(409);
    expect((await download("iif")).body).toContain("\tRents:Office\t");
    const xero = await download("xero");
    expect(xero.statusCode).toBe(409);
    expect(xero.json()).toMatchObject({
      message: "Xero needs an account code for: Rent. An administrator can enter it under Journal Accounts.",
    });
    const { rows } = await portal.db
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "settings.journal-accounts-changed")
      .execute()
      .then((found) => ({ rows: found }));
    expect(rows.map(({ details }) => details)).toEqual([{ changes: ["Rent: Rents:Office"] }]);
  });
});
