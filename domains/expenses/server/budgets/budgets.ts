import { sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsFromArray } from "#server/http/endpoints/csv.ts";
import { findLastEditor } from "#server/http/requests/assert-current-version.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Budget, BudgetRow, saveBudget as saveBudgetEndpoint } from "../../budget-contract.ts";
import { monthNames } from "../../month-names.ts";
import { categorySort } from "../categories/categories.ts";
import { readBudgetsByMonth, readCostsByMonth, toMonths } from "./costs-by-month.ts";

interface BudgetKey {
  id: number;
  year: number;
}

/** Returns the budget of a property for a year, with the actual costs. @throws AppError not_found */
export async function findBudget(ctx: SignedInCtx, { id, year }: BudgetKey): Promise<Budget> {
  const { rows: properties } = await sql<{ name: string; version: number }>`
    select p.name, coalesce(y.version, 0) as version from properties p
    left join budget_years y on y.property_id = p.id and y.year = ${year}
    where p.id = ${id} and ${propertyScope(ctx.actor.accessScope)}`.execute(ctx.db);
  if (properties[0] === undefined) throw notFound("property");
  const { name, version } = properties[0];
  const filter = { year, propertyId: id };
  const [budgets, costs] = [await readBudgetsByMonth(ctx, filter), await readCostsByMonth(ctx, filter)];
  const { rows: categories } = await sql<
    Pick<BudgetRow, "categoryId" | "category" | "pool"> & { isArchived: boolean }
  >`
    select c.id as "categoryId", c.name as category, e.name as pool, c.archived_at is not null as "isArchived"
    from expense_categories c left join expense_pools e on e.id = c.pool_id order by ${sql.join(categorySort)}`.execute(
    ctx.db,
  );
  const rows = categories.flatMap(({ isArchived, ...category }): BudgetRow[] => {
    const cents = toMonths(budgets, category.categoryId);
    const actualCents = toMonths(costs, category.categoryId);
    const isEmpty = [...cents, ...actualCents].every((amount) => amount === 0);
    return isArchived && isEmpty ? [] : [{ ...category, cents, actualCents }];
  });
  return { property: { id, name }, year, version, rows };
}

/**
 * Replaces the budget of a property for a year.
 * @throws AppError not_found; invalid for an unknown category; conflict if `version` is outdated
 */
export async function replaceBudget(
  ctx: SignedInCtx,
  key: BudgetKey,
  { version, rows }: BodyOf<typeof saveBudgetEndpoint>,
): Promise<Budget> {
  const { db } = ctx;
  const before = await lockBudget(ctx, key);
  if (version !== before.version) {
    const editor = await findLastEditor(ctx, "budget", toSubjectId(key));
    throw conflict(`${editor} changed this budget after you opened it. Reload the page.`, {
      current: before,
    });
  }
  const knownIds = new Set(before.rows.map(({ categoryId }) => categoryId));
  const unknownIndex = rows.findIndex(({ categoryId }) => !knownIds.has(categoryId));
  if (unknownIndex >= 0)
    throw invalid({ [`rows.${unknownIndex}.categoryId`]: "This category doesn't exist or is archived." });
  await db.deleteFrom("budgets").where("property_id", "=", key.id).where("year", "=", key.year).execute();
  const amounts = rows.flatMap(({ categoryId, cents }) =>
    cents.flatMap((amount, index) =>
      amount === 0
        ? []
        : {
            property_id: key.id,
            year: key.year,
            category_id: categoryId,
            month: index + 1,
            amount_cents: amount,
          },
    ),
  );
  if (amounts.length > 0) await db.insertInto("budgets").values(amounts).execute();
  await db
    .updateTable("budget_years")
    .set({ version: version + 1 })
    .where("property_id", "=", key.id)
    .where("year", "=", key.year)
    .execute();
  const after = await findBudget(ctx, key);
  await audit(ctx, {
    action: "budget.changed",
    subjectType: "budget",
    subjectId: toSubjectId(key),
    propertyId: key.id,
    details: { year: key.year, changes: findChanges(before, after) },
  });
  return after;
}

const toSubjectId = ({ id, year }: BudgetKey): string => `${id}-${year}`;

/** Adds the row that counts the changes, and locks it. @throws AppError not_found */
async function lockBudget(ctx: SignedInCtx, key: BudgetKey): Promise<Budget> {
  await findBudget(ctx, key);
  await sql`insert into budget_years (property_id, year, version) values (${key.id}, ${key.year}, 0)
    on conflict do nothing`.execute(ctx.db);
  await sql`select from budget_years where property_id = ${key.id} and year = ${key.year} for update`.execute(
    ctx.db,
  );
  return findBudget(ctx, key);
}

const sumMonths = (cents: readonly number[]): number => cents.reduce((sum, amount) => sum + amount, 0);

/** Returns the changed totals of the year by category. */
const findChanges = (before: Budget, after: Budget) =>
  after.rows.flatMap(({ categoryId, category, cents }) => {
    const previous = before.rows.find((row) => row.categoryId === categoryId)?.cents ?? [];
    return JSON.stringify(previous) === JSON.stringify(cents)
      ? []
      : { field: `${category} Cents`, from: sumMonths(previous), to: sumMonths(cents) };
  });

/** Returns the budget as a table with a column for each month. @throws AppError not_found */
export async function buildBudgetTable(ctx: SignedInCtx, key: BudgetKey): Promise<CsvTable<BudgetRow>> {
  const { rows } = await findBudget(ctx, key);
  return {
    name: `budget-${key.year}-of-property-${key.id}`,
    columns: {
      Category: ({ category }) => category,
      Pool: ({ pool }) => pool,
      ...Object.fromEntries(
        monthNames.map((month, index) => [
          `${month} (USD)`,
          ({ cents }: BudgetRow) => toPlainDollars(cents[index] ?? 0),
        ]),
      ),
      "Year (USD)": ({ cents }) => toPlainDollars(sumMonths(cents)),
    },
    rows: rowsFromArray(rows),
  };
}
