import * as z from "zod/mini";
import type { ChargeKind } from "#domains/leases/terms.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, idInPath, line } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/** The monthly charges of leases that can be the estimates for an expense pool. */
export const estimateKinds = ["common-area", "utilities", "other"] as const satisfies ChargeKind[];

export type EstimateKind = (typeof estimateKinds)[number];

export const maxPools = 50;
export const maxCategories = 300;

const name = line(2, "Please enter a name of at least 2 characters", 80);
const version = z.optional(z.int());

export const newPool = z.object({
  name,
  /** The monthly charges of leases that are the estimates for this pool. */
  estimateKind: z.enum(estimateKinds, `estimateKind must be one of ${estimateKinds.join(", ")}.`),
});
export type NewPool = z.output<typeof newPool>;

/** A group of categories that are recovered from tenants together, such as CAM. */
export const pool = z.extend(newPool, { id: z.number(), version: z.number() });
export type Pool = z.infer<typeof pool>;

export const newCategory = z.object({
  name,
  /** Its account in the accounting system. Empty if there is none. */
  accountCode: line(0, "", 20),
  /** Null if it isn't in a pool. */
  poolId: z.nullable(id),
  /** Whether tenants can be charged for it. */
  isRecoverable: z.boolean(),
  /** Whether caps on controllable expenses apply to it. */
  isControllable: z.boolean(),
  /** Whether its cost rises with the occupied area, so that it can be grossed up. */
  variesWithOccupancy: z.boolean(),
  isCapital: z.boolean(),
});
export type NewCategory = z.output<typeof newCategory>;

export const category = z.extend(newCategory, {
  id: z.number(),
  /** The name of its pool. */
  pool: z.nullable(z.string()),
  /** Whether new bills and budgets no longer offer it. */
  isArchived: z.boolean(),
  version: z.number(),
});
export type Category = z.infer<typeof category>;

export const listPools = endpoint({
  method: "GET",
  path: "/api/expense-pools",
  action: "expenses.read",
  summary: "List expense pools",
  response: z.array(pool),
});

export const createPool = endpoint({
  method: "POST",
  path: "/api/expense-pools",
  action: "expenses.configure",
  summary: "Add an expense pool",
  body: newPool,
  response: pool,
  status: 201,
});

export const editPool = endpoint({
  method: "PATCH",
  path: "/api/expense-pools/:id",
  action: "expenses.configure",
  summary: "Update an expense pool",
  params: byId,
  versioned: true,
  body: z.extend(z.partial(newPool), { version }),
  response: pool,
});

export const deletePool = endpoint({
  method: "DELETE",
  path: "/api/expense-pools/:id",
  action: "expenses.configure",
  summary: "Delete an expense pool without categories",
  params: byId,
  response: done,
});

export const listCategories = endpoint({
  method: "GET",
  path: "/api/expense-categories",
  action: "expenses.read",
  summary: "List expense categories by pool and name, with archived ones",
  query: z.object(paging),
  response: z.array(category),
});

export const exportCategories = csvEndpoint(listCategories);

export const createCategory = endpoint({
  method: "POST",
  path: "/api/expense-categories",
  action: "expenses.configure",
  summary: "Add an expense category",
  body: newCategory,
  response: category,
  status: 201,
});

export const editCategory = endpoint({
  method: "PATCH",
  path: "/api/expense-categories/:id",
  action: "expenses.configure",
  summary: "Update or archive an expense category",
  params: byId,
  versioned: true,
  body: z.extend(z.partial(newCategory), { isArchived: z.optional(z.boolean()), version }),
  response: category,
});

/** The month in which a pool's year starts at a property: 1 for a calendar year. */
const poolYear = z.object({ poolId: z.number(), name: z.string(), startMonth: z.number() });
export type PoolYear = z.infer<typeof poolYear>;

export const listPoolYears = endpoint({
  method: "GET",
  path: "/api/properties/:id/expense-pools",
  action: "expenses.read",
  summary: "List the month in which the year of each expense pool starts at a property",
  params: byId,
  response: z.array(poolYear),
});

const startMonth = "startMonth must be from 1 to 12.";

export const setPoolYear = endpoint({
  method: "PUT",
  path: "/api/properties/:id/expense-pools/:poolId",
  action: "expenses.write",
  summary: "Set the month in which the year of an expense pool starts at a property",
  params: z.object({ id: idInPath, poolId: idInPath }),
  body: z.object({
    startMonth: z.int(startMonth).check(z.minimum(1, startMonth), z.maximum(12, startMonth)),
  }),
  response: z.array(poolYear),
});
