import { type Selectable, sql } from "kysely";
import { expect } from "vitest";
import type { Tables } from "#server/db/tables.ts";
import { startBuilding, type TestBuilding } from "../building.ts";
import { type FakeStripe, type SignedEvent, startFakeStripe } from "../fakes/fake-stripe.ts";
import { createLease, createPerson, createUnit, signInAs } from "../people.ts";
import type { TestPortal } from "../portal.ts";

/** A portal that uses the fake Stripe. */
export interface StripePortal {
  portal: TestPortal;
  building: TestBuilding;
  stripe: FakeStripe;
  /** Creates a tenant with a lease for their own unit. */
  newPayer(): Promise<Payer>;
  /** Sends an event as Stripe does. */
  send(event: {
    body: Buffer;
    headers: Record<string, string>;
  }): Promise<Awaited<ReturnType<TestPortal["call"]>>>;
  /** Sends an event, expecting it to be accepted. */
  deliver(event: SignedEvent): Promise<void>;
  close(): Promise<void>;
}

export interface Payer {
  cookie: string;
  leaseId: number;
  /** The ledger balances of the lease by account. */
  postings(): Promise<Record<string, number>>;
  payments(): Promise<Selectable<Tables["payments"]>[]>;
}

/** The postings of a card payment of $2,587.50: $2,500.00 for the lease, and the rest is the fee. */
export const cardPostings = { clearing: 258_750, receivable: -250_000, "income-card-fee": -8_750 };

export async function startStripePayments(): Promise<StripePortal> {
  // Events are signed with the portal's clock.
  let now = () => new Date();
  const stripe = await startFakeStripe(() => now());
  const { portal, building } = await startBuilding(stripe.environment);
  now = () => portal.clock.now;
  const { db } = portal;
  const send: StripePortal["send"] = ({ body, headers }) =>
    portal.call("POST", "/api/webhooks/stripe", { body, headers });
  return {
    portal,
    building,
    stripe,
    async newPayer() {
      const tenant = await createPerson(db, { role: "tenant" });
      const { propertyId } = building;
      const unitId = await createUnit(db, propertyId);
      const leaseId = await createLease(db, { propertyId, unitId, memberIds: [tenant.id] });
      return {
        cookie: await signInAs(db, tenant, portal.clock.now),
        leaseId,
        async postings() {
          const { rows } = await sql<{ account: string; sum: number }>`
            select account, sum(amount_cents)::bigint as sum from ledger_postings
            where lease_id = ${leaseId} group by account`.execute(db);
          return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
        },
        payments: () => db.selectFrom("payments").selectAll().where("lease_id", "=", leaseId).execute(),
      };
    },
    send,
    async deliver(event) {
      const response = await send(event);
      expect([response.statusCode, response.json()]).toEqual([200, { received: true }]);
    },
    async close() {
      await portal.close();
      await stripe.close();
    },
  };
}
