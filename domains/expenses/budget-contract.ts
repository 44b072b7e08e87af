import * as z from "zod/mini";
import { maxAmountCents } from "#domains/leases/terms.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { id, idInPath } from "#shared/http/fields.ts";
import { maxCategories } from "./categories-contract.ts";

const byYear = z.object({
  id: idInPath,
  year: z.pipe(
    z.string().check(z.regex(/^(19|20|21)\d\d$/, "The year must be from 1900 to 2199.")),
    z.transform((text: string) => Number(text)),
  ),
});

const budgetRow = z.object({
  categoryId: z.number(),
  category: z.string(),
  pool: z.nullable(z.string()),
  /** The budget of each month, from January. */
  cents: z.array(z.number()),
  /** The cost of each month, based on the bills' service periods. */
  actualCents: z.array(z.number()),
});
export type BudgetRow = z.infer<typeof budgetRow>;

/** The budget of a property for a calendar year. */
export const budget = z.object({
  property: z.object({ id: z.number(), name: z.string() }),
  year: z.number(),
  /** 0 if there is no budget yet. */
  version: z.number(),
  /** By pool and name, without archived categories that have no amounts. */
  rows: z.array(budgetRow),
});
export type Budget = z.infer<typeof budget>;

export const readBudget = endpoint({
  method: "GET",
  path: "/api/properties/:id/budgets/:year",
  action: "expenses.read",
  summary: "Get a property's budget for a year, with the actual costs",
  params: byYear,
  response: budget,
});

export const exportBudget = endpoint({
  method: "GET",
  path: "/api/properties/:id/budgets/:year/amounts.csv",
  action: "expenses.read",
  summary: "Export as CSV: a property's budget for a year",
  params: byYear,
  response: z.unknown(),
  responseKind: "csv",
});

const amount = "Each amount must be up to $100,000,000.00";
const monthsMessage = "Each category has 12 amounts.";

export const saveBudget = endpoint({
  method: "PUT",
  path: "/api/properties/:id/budgets/:year",
  action: "expenses.write",
  summary: "Replace a property's budget for a year; version is that of the budget it replaces",
  params: byYear,
  maxBodyBytes: 256 * 1024,
  body: z.object({
    version: z.int("version must be a whole number."),
    rows: z
      .array(
        z.object({
          categoryId: id,
          cents: z
            .array(z.int(amount).check(z.minimum(-maxAmountCents, amount), z.maximum(maxAmountCents, amount)))
            .check(z.minLength(12, monthsMessage), z.maxLength(12, monthsMessage)),
        }),
      )
      .check(z.maxLength(maxCategories, `A budget can have up to ${maxCategories} categories.`)),
  }),
  response: budget,
});
