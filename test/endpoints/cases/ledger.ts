import { dayFromToday } from "#test/dates.ts";
import { writeCharge } from "#test/money/ledger.ts";
import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

const reason = "Agreed on the phone.";

/** Yesterday in the property's time zone. */
const yesterday = ({ portal: { clock } }: EndpointFixtures): string => dayFromToday(-1, clock.now);

const requestForLedger = ({ leaseId }: EndpointFixtures, body: Record<string, unknown>): ValidRequest => ({
  params: { id: leaseId },
  body,
});

const createCharge = (fixtures: EndpointFixtures, cents = 10_000): Promise<number> =>
  writeCharge(fixtures.portal.services, {
    propertyId: fixtures.propertyId,
    leaseId: fixtures.leaseId,
    dueOn: yesterday(fixtures),
    cents,
  });

let reportCount = 0;
/** Creates a report that the property's landlord saved and shared. */
async function requestForNewReport(
  { portal: { db }, landlord, propertyId }: EndpointFixtures,
  body?: Record<string, unknown>,
): Promise<ValidRequest> {
  const { id } = await db
    .insertInto("saved_reports")
    .values({
      owner_id: landlord.id,
      name: `Overdue in the lobby ${++reportCount}`,
      report: "aged",
      query: `propertyId=${propertyId}`,
      property_id: propertyId,
      is_shared: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id }, body };
}

/** Cases for the ledger of the tenant's lease. */
export const ledgerCases: EndpointCases = {
  "GET /api/reports/aged": access.managers(),
  "GET /api/reports/rent-roll": access.managers(),
  "GET /api/reports/rent-roll/totals": access.managers(),
  "GET /api/reports/months": access.managers(),
  "GET /api/reports/:report/document": access.managers(() => ({ params: { report: "rent-roll" } })),
  "GET /api/saved-reports": access.managers(),
  "POST /api/saved-reports": access.managersAdd(() => ({
    body: { name: `Report ${++reportCount}`, report: "aged", query: "overdue=yes", isShared: false },
  })),
  "PATCH /api/saved-reports/:id": access.sharesView((fixtures) =>
    requestForNewReport(fixtures, { name: `Changed ${++reportCount}` }),
  ),
  "DELETE /api/saved-reports/:id": access.sharesView((fixtures) => requestForNewReport(fixtures)),
  "GET /api/saved-reports/:id/possible-recipients": access.sharesView((fixtures) =>
    requestForNewReport(fixtures),
  ),
  "PUT /api/saved-reports/:id/schedule": access.sharesView((fixtures) =>
    requestForNewReport(fixtures, {
      repeats: "monthly",
      day: 31,
      at: "07:00",
      formats: ["pdf"],
      recipientIds: [fixtures.landlord.id],
    }),
  ),
  "DELETE /api/saved-reports/:id/schedule": access.sharesView(async (fixtures) => {
    const request = await requestForNewReport(fixtures);
    await fixtures.portal.db
      .insertInto("report_schedules")
      .values({
        report_id: Number(request.params?.["id"]),
        repeats: "weekly",
        day: 1,
        at_time: "07:00",
        formats: ["pdf"],
        next_run_at: new Date("2199-01-01"),
      })
      .execute();
    return request;
  }),
  "GET /api/reports/:report/file": access.managers(() => ({
    params: { report: "rent-roll" },
    query: "?format=csv",
  })),
  "GET /api/leases/:id/ledger": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/ledger.csv": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/open-charges": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/account": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/statement": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/statement.csv": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/statement.pdf": access.readsLease(({ leaseId }) => ({ params: { id: leaseId } })),
  "GET /api/leases/:id/deposit-statement.pdf": access.readsLease(({ leaseId }) => ({
    params: { id: leaseId },
  })),
  "POST /api/leases/:id/charges": access.managersAddToProperty((fixtures) =>
    requestForLedger(fixtures, {
      kind: "other",
      label: "New key",
      amountCents: 2_500,
      dueOn: yesterday(fixtures),
    }),
  ),
  "POST /api/leases/:id/credits": access.managersAddToProperty((fixtures) =>
    requestForLedger(fixtures, { kind: "rent", amountCents: 100, reason }),
  ),
  "POST /api/leases/:id/waivers": access.managersAddToProperty(async (fixtures) =>
    requestForLedger(fixtures, { chargeId: await createCharge(fixtures), reason }),
  ),
  "POST /api/leases/:id/write-offs": access.managersAddToProperty(async (fixtures) =>
    requestForLedger(fixtures, { chargeId: await createCharge(fixtures), amountCents: 100, reason }),
  ),
  "POST /api/leases/:id/reversals": access.managersAddToProperty(async (fixtures) =>
    requestForLedger(fixtures, { entryId: await createCharge(fixtures), reason }),
  ),
  "POST /api/leases/:id/payments": access.managersAddToProperty((fixtures) =>
    requestForLedger(fixtures, { amountCents: 100, onDay: yesterday(fixtures), method: "cash" }),
  ),
  "POST /api/leases/:id/credit-payouts": access.managersAddToProperty(async (fixtures) => {
    await createCharge(fixtures, -10_000_000);
    return requestForLedger(fixtures, { amountCents: 100, method: "check", reason });
  }),
  "GET /api/leases/:id/payment-reminder": access.propertyManagers(({ leaseId }) => ({
    params: { id: leaseId },
  })),
  "POST /api/leases/:id/payment-reminders": access.managersAddToProperty(async (fixtures) => {
    // More than the credit that other cases leave on the lease.
    await createCharge(fixtures, 10_000_000);
    return requestForLedger(fixtures, { again: true });
  }),
  "POST /api/leases/:id/deposits": access.managersAddToProperty((fixtures) =>
    requestForLedger(fixtures, { amountCents: 100, action: "received", reason }),
  ),
  "POST /api/leases/:id/allocations": access.managersAddToProperty(async (fixtures) =>
    requestForLedger(fixtures, {
      creditId: await createCharge(fixtures, -100),
      charges: [{ chargeId: await createCharge(fixtures), amountCents: 100 }],
      reason,
    }),
  ),
};
