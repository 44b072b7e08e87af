import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { DashboardCharts, TenantDay } from "#domains/dashboard/contract.ts";
import type { CompanyDetails } from "#domains/leases/company-contract.ts";
import type { Lease, LeaseRow } from "#domains/leases/contract.ts";
import { amountsDue } from "#domains/ledger/amounts-due.ts";
import type { LeaseAccount, LedgerEntry, OpenCharge } from "#domains/ledger/contract.ts";
import type { AgedLease, AgedTotals, RentRollLease } from "#domains/ledger/reports-contract.ts";
import type { Statement } from "#domains/ledger/statement-contract.ts";
import type { PaymentSummary, PendingPayment } from "#domains/payments/contract.ts";
import type { PropertyOverview } from "#domains/properties/contract.ts";
import { prepareDemo } from "#seeds/demo.ts";
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

/** The amounts without the balance, which not every response has. */
const pickAmounts = (row: unknown) => z.omit(amountsDue, { balanceCents: true }).parse(row);
const sum = <T>(rows: readonly T[], cents: (row: T) => number) =>
  rows.reduce((total, row) => total + cents(row), 0);
const overdueOf = (row: Omit<AgedTotals, "leases">) =>
  row.upTo30Cents + row.upTo60Cents + row.upTo90Cents + row.over90Cents;

/** A lease without a balance isn't in the aged receivables. */
const noBalance = {
  notDueCents: 0,
  upTo30Cents: 0,
  upTo60Cents: 0,
  upTo90Cents: 0,
  over90Cents: 0,
  creditCents: 0,
  balanceCents: 0,
};

describe("money in the demo", () => {
  test("the figures of every lease agree on every screen", async () => {
    const aged = await read<AgedLease[]>("/api/reports/aged?limit=100");
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
      const [newest] = await read<LedgerEntry[]>(`${at}/ledger?limit=1`);
      expect(newest?.balanceCents ?? 0, at).toBe(balanceCents);
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

      const row = aged.find((lease) => lease.id === id) ?? noBalance;
      expect([overdueOf(row), row.notDueCents, Math.abs(row.creditCents), row.balanceCents], at).toEqual([
        overdueCents,
        dueCents + comingCents,
        creditCents,
        balanceCents,
      ]);
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
  });

  test("the totals of the portfolio, the properties, and the companies are the sums of their leases", async () => {
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
    const aged = await read<AgedTotals>("/api/reports/aged/totals");
    expect([overdueOf(aged), aged.balanceCents]).toEqual([amounts.overdueCents, amounts.balanceCents]);
    expect((await read<DashboardCharts>("/api/dashboard/charts")).overdue?.cents).toBe(amounts.overdueCents);
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
});
