import { smallPdf } from "#test/files/documents.ts";
import { multipart } from "#test/form.ts";
import { buildBill, createVendor, findCategoryId, insertBill } from "#test/money/expenses.ts";
import { access, type EndpointCases, type ValidRequest } from "../access.ts";
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

const newBill = async ({
  portal: { db },
  propertyId,
  landlord,
}: EndpointFixtures): Promise<ValidRequest> => ({
  params: { id: await insertBill(db, { propertyId, createdById: landlord.id }) },
});

const newBillWithFile = async (fixtures: EndpointFixtures): Promise<ValidRequest> => {
  const { params } = await newBill(fixtures);
  const { db, services } = fixtures.portal;
  const file = await services.files.put(smallPdf(), "pdf");
  await db
    .updateTable("bills")
    .set({
      file_key: file.key,
      file_name: "invoice.pdf",
      file_type: "application/pdf",
      file_bytes: file.bytes,
      file_sha256: file.sha256,
    })
    .where("id", "=", Number(params?.id))
    .execute();
  return { params };
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
    params: { id: await findCategoryId(fixtures.portal.db) },
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
  "POST /api/vendors": access.managersAdd(() => ({ body: { name: `New vendor ${++counter}` } })),
  "PATCH /api/vendors/:id": access.managers(async (fixtures) => ({
    params: { id: await createVendor(fixtures.portal.db) },
    body: { phone: `206-555-${++counter}` },
  })),
  "GET /api/bills": access.managers(),
  "GET /api/bills.csv": access.managers(),
  "GET /api/bills/totals": access.managers(),
  "GET /api/bills/:id": access.propertyManagers(newBill),
  "POST /api/bills": access.managersAddToProperty(async ({ portal: { db }, propertyId }) => ({
    body: { ...(await buildBill(db, { propertyId })) },
  })),
  "PATCH /api/bills/:id": access.propertyManagers(async (fixtures) => ({
    ...(await newBill(fixtures)),
    body: { paidOn: "2026-11-20" },
  })),
  "POST /api/bills/:id/void": access.propertyManagers(async (fixtures) => ({
    ...(await newBill(fixtures)),
    body: { reason: "Entered twice" },
  })),
  "PUT /api/bills/:id/file": access.propertyManagers(async (fixtures) => ({
    ...(await newBill(fixtures)),
    form: multipart({}, [
      { name: "file", fileName: "invoice.pdf", type: "application/pdf", content: smallPdf() },
    ]),
  })),
  "GET /api/bills/:id/file": access.propertyManagers(newBillWithFile),
  "GET /api/properties/:id/budgets/:year": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId, year: 2026 },
  })),
  "GET /api/properties/:id/budgets/:year/amounts.csv": access.propertyManagers(({ propertyId }) => ({
    params: { id: propertyId, year: 2026 },
  })),
  "PUT /api/properties/:id/budgets/:year": access.propertyManagers(
    async ({ portal: { db }, propertyId }) => ({
      params: { id: propertyId, year: 1950 + ++counter },
      body: {
        version: 0,
        rows: [{ categoryId: await findCategoryId(db), cents: Array.from({ length: 12 }, () => 100_000) }],
      },
    }),
  ),
};
