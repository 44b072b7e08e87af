import { writeCharge } from "#test/ledger.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

const reason = "Agreed on the phone.";

/** Yesterday, which has begun in the property's time zone too. */
const dayOf = ({ portal: { clock } }: Place): string =>
  new Date(clock.now.getTime() - 86_400_000).toISOString().slice(0, 10);

const onLedger = ({ leaseId }: Place, body: Record<string, unknown>): Ask => ({
  params: { id: leaseId },
  body,
});

const chargeOf = (place: Place, cents = 10_000): Promise<number> =>
  writeCharge(place.portal.services, {
    propertyId: place.propertyId,
    leaseId: place.leaseId,
    dueOn: dayOf(place),
    cents,
  });

/** Requests about the ledger of the lease of the tenant of the unit. */
export const ledgerRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "GET /api/reports/aged": () => ({}),
  "GET /api/reports/aged.csv": () => ({}),
  "GET /api/reports/aged/totals": () => ({}),
  "GET /api/reports/rent-roll": () => ({}),
  "GET /api/reports/rent-roll.csv": () => ({}),
  "GET /api/reports/rent-roll/totals": () => ({}),
  "GET /api/reports/months": () => ({}),
  "GET /api/reports/months.csv": () => ({}),
  "GET /api/leases/:id/ledger": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/ledger.csv": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/open-charges": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/account": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/statement": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/statement.csv": ({ leaseId }) => ({ params: { id: leaseId } }),
  "GET /api/leases/:id/statement.pdf": ({ leaseId }) => ({ params: { id: leaseId } }),
  "POST /api/leases/:id/charges": (place) =>
    onLedger(place, { kind: "other", label: "New key", amountCents: 2_500, dueOn: dayOf(place) }),
  "POST /api/leases/:id/credits": (place) => onLedger(place, { kind: "rent", amountCents: 100, reason }),
  "POST /api/leases/:id/waivers": async (place) =>
    onLedger(place, { chargeId: await chargeOf(place), reason }),
  "POST /api/leases/:id/write-offs": async (place) =>
    onLedger(place, { chargeId: await chargeOf(place), amountCents: 100, reason }),
  "POST /api/leases/:id/reversals": async (place) =>
    onLedger(place, { entryId: await chargeOf(place), reason }),
  "POST /api/leases/:id/payments": (place) =>
    onLedger(place, { amountCents: 100, onDay: dayOf(place), method: "cash" }),
  "POST /api/leases/:id/deposits": (place) => onLedger(place, { amountCents: 100, action: "taken", reason }),
  "POST /api/leases/:id/allocations": async (place) =>
    onLedger(place, {
      creditId: await chargeOf(place, -100),
      charges: [{ chargeId: await chargeOf(place), amountCents: 100 }],
      reason,
    }),
};
