import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { DashboardCharts, TenantDay } from "#domains/dashboard/contract.ts";
import type { CompanyDetails } from "#domains/leases/company-contract.ts";
import type { Lease, LeaseRow } from "#domains/leases/contract.ts";
import { amountsDue, listAmounts } from "#domains/ledger/amounts-due.ts";
import { groupByMonth } from "#domains/ledger/balance-explanation.ts";
import type { LeaseAccount, LedgerEntry, OpenCharge } from "#domains/ledger/contract.ts";
import { formatBalance } from "#domains/ledger/describe.ts";
import type { AgedLease, RentRollLease, RentRollTotals } from "#domains/ledger/reports-contract.ts";
import type { Statement } from "#domains/ledger/statement-contract.ts";
import type { PaymentSummary, PendingPayment } from "#domains/payments/contract.ts";
import { remindOfRent } from "#domains/payments/server/remind-of-rent.ts";
import type { PropertyOverview } from "#domains/properties/contract.ts";
import type { ReportDocument } from "#domains/reports/contract.ts";
import { prepareDemo } from "#seeds/demo.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { extractPdfText } from "#test/files/pdf-text.ts";
import { sumOverdue } from "#test/money/aged-report.ts";
import { signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let admin: string;
let leases: LeaseRow[];
beforeAll(async () => {
  portal = await startPortal({ DEMO: "1" });
  await prepareDemo(portal.services);
  admin = await signInAs(portal.db, { id: 1 });
  leases = (await read<LeaseRow[]>("/api/leases?limit=100")).filter(({ state }) => state !== "draft");
}, 240_000);
afterAll(() => portal.close());

async function read<T>(path: string, cookie = admin): Promise<T> {
  const response = await portal.call("GET", path, { cookie });
  expect(response.statusCode, `${path}: ${response.body}`).toBe(200);
  return response.json<T>();
}

/** The text of each page, on one line. */
async function readPdf(path: string): Promise<string[]> {
  const response = await portal.call("GET", path, { cookie: admin });
  expect(response.statusCode, path).toBe(200);
  return extractPdfText(response.rawPayload).map((page) => page.replace(/\s+/g, " "));
}

/** Keeps only the amounts that every response has. */
const pickAmounts = (row: unknown) =>
  z.omit(amountsDue, { balanceCents: true, dueNowCents: true }).parse(row);
const sum = <T>(rows: readonly T[], cents: (row: T) => number) =>
  rows.reduce((total, row) => total + cents(row), 0);
const overdueOf = (
  row: Pick<AgedLease, "days1To30Cents" | "days31To60Cents" | "days61To90Cents" | "over90Cents">,
) => row.days1To30Cents + row.days31To60Cents + row.days61To90Cents + row.over90Cents;

/** A lease without a balance isn't in the aged receivables. */
const noBalance = {
  notDueCents: 0,
  days1To30Cents: 0,
  days31To60Cents: 0,
  days61To90Cents: 0,
  over90Cents: 0,
  creditCents: 0,
  balanceCents: 0,
};

describe("money in the demo", () => {
  test("every lease's figures agree on every screen", async () => {
    const aged = await read<AgedLease[]>("/api/reports/aged?limit=100");
    const overdue = await read<AgedLease[]>("/api/reports/aged?limit=100&overdue=yes");
    const rentRoll = await read<RentRollLease[]>("/api/reports/rent-roll?limit=100");
    expect(leases.length).toBeGreaterThan(10);
    for (const { id } of leases) {
      const at = `/api/leases/${id}`;
      const account = await read<LeaseAccount>(`${at}/account`);
      const { overdueCents, dueCents, comingCents, creditCents, balanceCents, depositCents } = account;
      expect(overdueCents + dueCents + comingCents - creditCents, at).toBe(balanceCents);
      const charges = await read<OpenCharge[]>(`${at}/open-charges`);
      const past = charges.filter(({ dueOn }) => dueOn < account.today);
      expect(
        sum(past, ({ openCents }) => openCents),
        at,
      ).toBe(overdueCents);
      expect(
        sum(charges, ({ openCents }) => openCents),
        at,
      ).toBe(overdueCents + dueCents + comingCents);
      // The balance history explains the balance entry by entry, and month by month.
      const entries = await read<LedgerEntry[]>(`${at}/ledger?limit=200`);
      expect(entries[0]?.balanceCents ?? 0, at).toBe(balanceCents);
      expect(
        sum(groupByMonth(entries), ({ sumCents }) => sumCents),
        at,
      ).toBe(balanceCents);
      expect(
        sum(entries, (entry) => entry.depositCents),
        at,
      ).toBe(depositCents);
      const pending = await read<PendingPayment[]>(`/api/payments/pending?leaseId=${id}`);
      expect(
        sum(pending, ({ amountCents }) => amountCents),
        at,
      ).toBe(account.onItsWayCents);

      const summary = await read<PaymentSummary>(`/api/payments/summary?leaseId=${id}`);
      expect(pickAmounts(summary.amounts), at).toEqual(pickAmounts(account));
      expect(summary.currentBalance, at).toBe(balanceCents);
      const statement = await read<Statement>(`${at}/statement`);
      expect(pickAmounts(statement), at).toEqual(pickAmounts(account));
      expect([statement.closingCents, statement.depositCents], at).toEqual([balanceCents, depositCents]);

      const [firstPage] = await readPdf(`${at}/statement.pdf`);
      for (const { label, value } of listAmounts(account))
        expect(firstPage, at).toContain(`${label} ${value}`);
      expect(firstPage, at).toContain(`Balance ${formatBalance(balanceCents)}`);
      const [depositPage] = await readPdf(`${at}/deposit-statement.pdf`);
      expect(depositPage, at).toContain(`Still held ${formatCents(toCents(depositCents))}`);

      const row = aged.find((lease) => lease.id === id) ?? noBalance;
      expect([overdueOf(row), row.notDueCents, Math.abs(row.creditCents), row.balanceCents], at).toEqual([
        overdueCents,
        dueCents + comingCents,
        creditCents,
        balanceCents,
      ]);
      // The rows of “Needs you” are this list.
      const needed = overdue.find((lease) => lease.id === id);
      expect(needed === undefined ? 0 : overdueOf(needed), at).toBe(overdueCents);
      for (const rent of rentRoll.filter((lease) => lease.id === id))
        expect([rent.overdueCents, rent.balanceCents, rent.depositCents], at).toEqual([
          overdueCents,
          balanceCents,
          depositCents,
        ]);

      const { members } = await read<Lease>(at);
      for (const { userId } of members.filter(({ isCurrent }) => isCurrent)) {
        const cookie = await signInAs(portal.db, { id: userId });
        const day = await read<TenantDay>("/api/dashboard/tenant", cookie);
        for (const mine of day.leases.filter((lease) => lease.id === id))
          expect(pickAmounts(mine.account), at).toEqual(pickAmounts(account));
        const own = await read<PaymentSummary>(`/api/payments/summary?leaseId=${id}`, cookie);
        expect(pickAmounts(own.amounts), at).toEqual(pickAmounts(account));
      }
    }
  }, 120_000);

  test("the totals of the portfolio, properties, and companies are the sums of their leases", async () => {
    const accounts = await Promise.all(
      leases.map(async (lease) => ({
        lease,
        account: await read<LeaseAccount>(`/api/leases/${lease.id}/account`),
      })),
    );
    const total = (
      of: typeof accounts,
      name: "overdueCents" | "balanceCents" | "creditCents" | "onItsWayCents",
    ) => sum(of, ({ account }) => account[name]);
    const { amounts } = await read<PaymentSummary>("/api/payments/summary");
    for (const name of ["overdueCents", "balanceCents", "creditCents", "onItsWayCents"] as const)
      expect(amounts[name], name).toBe(total(accounts, name));
    expect(amounts.overdueCents + amounts.dueCents + amounts.comingCents - amounts.creditCents).toBe(
      amounts.balanceCents,
    );
    const { totals } = await read<ReportDocument>("/api/reports/aged/document");
    expect([sumOverdue(totals), totals?.cells["balance"]]).toEqual([
      amounts.overdueCents,
      amounts.balanceCents,
    ]);
    expect((await read<DashboardCharts>("/api/dashboard/charts")).overdue?.cents).toBe(amounts.overdueCents);
    const rentRoll = await read<RentRollLease[]>("/api/reports/rent-roll?limit=100");
    const { sums, properties } = await read<RentRollTotals>("/api/reports/rent-roll/totals");
    for (const name of ["overdueCents", "balanceCents", "depositCents"] as const) {
      expect(sums?.[name], name).toBe(sum(rentRoll, (rent) => rent[name]));
      expect(sums?.[name], name).toBe(sum(properties, (property) => property[name]));
    }
    for (const propertyId of new Set(leases.map(({ property }) => property.id))) {
      const own = accounts.filter(({ lease }) => lease.property.id === propertyId);
      const overview = await read<PropertyOverview>(`/api/properties/${propertyId}/overview`);
      expect(overview.overdueCents, `property ${propertyId}`).toBe(total(own, "overdueCents"));
    }
    for (const companyId of new Set(leases.map(({ company }) => company.id))) {
      const own = accounts.filter(({ lease }) => lease.company.id === companyId);
      const company = await read<CompanyDetails>(`/api/companies/${companyId}`);
      expect([company.overdueCents, company.balanceCents], `company ${companyId}`).toEqual([
        total(own, "overdueCents"),
        total(own, "balanceCents"),
      ]);
    }
  });

  test("reminders of overdue rent show the same overdue amount as the lease's page", async () => {
    // The demo's own reminders name what was overdue on an earlier day.
    await portal.db.deleteFrom("payment_reminders").execute();
    await portal.db.deleteFrom("notifications").where("kind", "=", "payment.overdue").execute();
    await remindOfRent(portal.services);
    const reminders = await portal.db
      .selectFrom("notifications")
      .select(["link", "details"])
      .where("kind", "=", "payment.overdue")
      .where("link", "like", "/leases/%")
      .execute();
    expect(reminders.length).toBeGreaterThan(0);
    for (const { link, details } of reminders) {
      const id = /^\/leases\/(\d+)/.exec(link ?? "")?.[1];
      const account = await read<LeaseAccount>(`/api/leases/${id}/account`);
      expect((details as { cents: number }).cents, link ?? "").toBe(account.overdueCents);
    }
  });
});
