import { access, type EndpointCases } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

let counter = 0;

const categoryFields = {
  accountCode: "6900",
  poolId: null,
  isRecoverable: true,
  isControllable: true,
  variesWithOccupancy: false,
  isCapital: false,
};

const createPool = async ({ portal: { db } }: EndpointFixtures): Promise<number> => {
  const { id } = await db
    .insertInto("expense_pools")
    .values({ name: `Pool ${++counter}`, estimate_kind: "other", position: 100 + counter })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

const findCategory = async ({ portal: { db } }: EndpointFixtures): Promise<number> => {
  const { id } = await db
    .selectFrom("expense_categories")
    .select("id")
    .where("name", "=", "Cleaning")
    .executeTakeFirstOrThrow();
  return id;
};

const createVendor = async ({ portal: { db, clock } }: EndpointFixtures): Promise<number> => {
  const { id } = await db
    .insertInto("vendors")
    .values({ name: `Vendor ${++counter}`, created_at: clock.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/** Cases for operating expenses. */
export const expenseCases: EndpointCases = {
  "GET /api/expense-pools": access.managers(),
  "POST /api/expense-pools": access.adminAdds(() => ({
    body: { name: `New pool ${++counter}`, estimateKind: "other" },
  })),
  "PATCH /api/expense-pools/:id": access.adminOnly(async (fixtures) => ({
    params: { id: await createPool(fixtures) },
    body: { name: `Renamed pool ${++counter}` },
  })),
  "DELETE /api/expense-pools/:id": access.adminOnly(async (fixtures) => ({
    params: { id: await createPool(fixtures) },
  })),
  "GET /api/expense-categories": access.managers(),
  "GET /api/expense-categories.csv": access.managers(),
  "POST /api/expense-categories": access.adminAdds(() => ({
    body: { name: `Category ${++counter}`, ...categoryFields },
  })),
  "PATCH /api/expense-categories/:id": access.adminOnly(async (fixtures) => ({
    params: { id: await findCategory(fixtures) },
    body: { accountCode: String(++counter) },
  })),
  "GET /api/properties/:id/expense-pools": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId },
  })),
  "PUT /api/properties/:id/expense-pools/:poolId": access.propertyManagers(async (fixtures) => ({
    params: { id: fixtures.propertyId, poolId: await createPool(fixtures) },
    body: { startMonth: 7 },
  })),
  "GET /api/vendors": access.managers(),
  "GET /api/vendors.csv": access.managers(),
  "POST /api/vendors": access.managersAdd(() => ({ body: { name: `Vendor ${++counter}` } })),
  "PATCH /api/vendors/:id": access.managers(async (fixtures) => ({
    params: { id: await createVendor(fixtures) },
    body: { phone: `206-555-${++counter}` },
  })),
};
