import { sql } from "kysely";
import { readAccounts } from "#domains/month-end/server/journal/accounts.ts";
import { lastMonth, lastMonthEnd } from "#test/money/closed-months.ts";
import { createActiveLease, writeCharge } from "#test/money/ledger.ts";
import { createProperty } from "#test/people.ts";
import { access, type EndpointCases } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

const month = lastMonth.slice(0, 7);

/** Creates a property of the landlord with one charge in the last month. */
async function createPostedProperty({ portal, landlord }: EndpointFixtures): Promise<number> {
  const propertyId = await createProperty(portal.db);
  await portal.db
    .insertInto("property_landlords")
    .values({ property_id: propertyId, user_id: landlord.id })
    .execute();
  const leaseId = await createActiveLease(portal.db, { propertyId, from: lastMonth });
  await writeCharge(portal.services, { propertyId, leaseId, cents: 300_000, dueOn: lastMonthEnd });
  return propertyId;
}

async function createClosedProperty(fixtures: EndpointFixtures): Promise<number> {
  const propertyId = await createPostedProperty(fixtures);
  await sql`
    insert into closed_months (property_id, month, closed_by_id, closed_at)
    values (${propertyId}, ${lastMonth}::date, ${fixtures.landlord.id}, now())`.execute(fixtures.portal.db);
  return propertyId;
}

/** Cases for the months of a property. */
export const monthCases: EndpointCases = {
  "GET /api/open-months": access.managers(),
  "GET /api/properties/:id/months": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId },
  })),
  "GET /api/properties/:id/months/:month": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId, month },
  })),
  "POST /api/properties/:id/months/:month/close": access.propertyManagers(async (fixtures) => ({
    params: { id: await createPostedProperty(fixtures), month },
    body: { accepted: [] },
  })),
  "GET /api/properties/:id/months/:month/journal": access.propertyManagers(async (fixtures) => ({
    params: { id: await createClosedProperty(fixtures), month },
    query: "?format=iif",
  })),
  "GET /api/properties/:id/months/:month/owner-statement": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId, month },
  })),
  "GET /api/properties/:id/months/:month/owner-statement/file": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId, month },
  })),
  "PUT /api/properties/:id/months/:month/owner-statement/notes": access.propertyManagers(
    async (fixtures) => ({
      params: { id: await createPostedProperty(fixtures), month },
      body: { notes: "The roof was inspected.", notesVersion: 0 },
    }),
  ),
  "POST /api/properties/:id/months/:month/owner-statement/issue": access.propertyManagers(
    async (fixtures) => ({
      params: { id: await createPostedProperty(fixtures), month },
      body: {
        corrects: 0,
        amounts: { chargedCents: 300_000, receivedCents: 0, overdueCents: 0 },
        notesVersion: 0,
      },
    }),
  ),
  "GET /api/journal-accounts": access.adminOnly(),
  "PUT /api/journal-accounts": access.adminOnly(async ({ portal }) => {
    const setup = await readAccounts(portal);
    return { body: { ...setup, taxRate: `Exempt ${setup.version}` } };
  }),
  "POST /api/properties/:id/months/:month/reopen": access.adminOnly(async (fixtures) => ({
    params: { id: await createClosedProperty(fixtures), month },
    body: { reason: "The bank statement came late." },
  })),
};
