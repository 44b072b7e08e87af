import { sql } from "kysely";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { defineList } from "#server/list/define-list.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf, QueryOf } from "#shared/http/endpoint.ts";
import {
  type Category,
  type editCategory as editCategoryEndpoint,
  type listCategories,
  maxCategories,
  type NewCategory,
} from "../../categories-contract.ts";
import { sharedScope } from "../access.ts";
import { withUniqueName } from "../with-unique-name.ts";

/** The order of categories: by pool, with categories outside pools last, then by name. */
export const categorySort = [
  sql`coalesce(e.position, 2147483647)`,
  sql`fold_text(c.name) collate "C"`,
  sql`c.id`,
];

/** The categories `c` with their pools `e`, by pool and name. */
export const categories = defineList<QueryOf<typeof listCategories> & { id?: number }, Category>({
  from: sql`expense_categories c left join expense_pools e on e.id = c.pool_id`,
  columns: sql`c.id, c.name, c.account_code as "accountCode", c.pool_id as "poolId", e.name as pool,
    c.is_recoverable as "isRecoverable", c.is_controllable as "isControllable",
    c.varies_with_occupancy as "variesWithOccupancy", c.is_capital as "isCapital",
    c.archived_at is not null as "isArchived", c.version`,
  id: sql`c.id`,
  sort: () => ({ by: categorySort }),
  scope: sharedScope,
  filters: { id: (id) => sql`c.id = ${id}` },
  returnsAllByDefault: true,
  csv: {
    name: "expense-categories",
    cells: {
      Name: ({ name }) => name,
      Account: ({ accountCode }) => accountCode,
      Pool: ({ pool }) => pool,
      Recoverable: ({ isRecoverable }) => isRecoverable,
      Controllable: ({ isControllable }) => isControllable,
      "Varies with occupancy": ({ variesWithOccupancy }) => variesWithOccupancy,
      Capital: ({ isCapital }) => isCapital,
      Archived: ({ isArchived }) => isArchived,
    },
  },
});

async function findCategory(ctx: SignedInCtx, id: number): Promise<Category> {
  const [category] = await categories.first(ctx, { id }, 1);
  if (category === undefined) throw notFound("expense category");
  return category;
}

const duplicateMessage = (name: string) => `There is already an expense category named ${name}.`;

/** @throws AppError invalid for an unknown pool; conflict if a category has this name, or at the limit */
export async function addCategory(ctx: SignedInCtx, body: NewCategory): Promise<Category> {
  if ((await categories.count(ctx, {})) >= maxCategories)
    throw conflict(`You've reached the limit of ${maxCategories} expense categories.`);
  const columns = await toColumns(ctx, body);
  const { id } = await withUniqueName(duplicateMessage(body.name), () =>
    ctx.db.insertInto("expense_categories").values(columns).returning("id").executeTakeFirstOrThrow(),
  );
  await audit(ctx, {
    action: "expense-category.created",
    subjectType: "expense-category",
    subjectId: id,
    details: { after: body },
  });
  return findCategory(ctx, id);
}

const fields = [
  "name",
  "accountCode",
  "pool",
  "isRecoverable",
  "isControllable",
  "variesWithOccupancy",
  "isCapital",
  "isArchived",
] as const;

/**
 * Updates or archives a category.
 * @throws AppError not_found; invalid for an unknown pool; conflict if `expectedVersion` is outdated or a
 * category has this name
 */
export async function changeCategory(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...body }: BodyOf<typeof editCategoryEndpoint>,
  expectedVersion: number | undefined,
): Promise<Category> {
  await sql`select id from expense_categories where id = ${id} for no key update`.execute(ctx.db);
  const before = await findCategory(ctx, id);
  await assertCurrentVersion(ctx, { ...before, type: "expense-category" }, expectedVersion, () => before);
  const { isArchived, ...edited } = { ...before, ...body };
  const columns = await toColumns(ctx, edited);
  await withUniqueName(duplicateMessage(edited.name), () =>
    ctx.db
      .updateTable("expense_categories")
      .set({
        ...columns,
        version: before.version + 1,
        ...(isArchived !== before.isArchived && { archived_at: isArchived ? ctx.now : null }),
      })
      .where("id", "=", id)
      .execute(),
  );
  const after = await findCategory(ctx, id);
  await audit(ctx, {
    action: "expense-category.edited",
    subjectType: "expense-category",
    subjectId: id,
    details: { changes: diffFields(before, after, fields) },
  });
  return after;
}

/** Checks the pool, and keeps it from being deleted until the category is in it. @throws AppError invalid */
async function toColumns({ db }: SignedInCtx, category: NewCategory) {
  const { poolId } = category;
  if (poolId !== null) {
    const { rows } = await sql`select from expense_pools where id = ${poolId} for key share`.execute(db);
    if (rows.length === 0) throw invalid({ poolId: "This pool doesn't exist anymore. Select another one." });
  }
  return {
    name: category.name,
    account_code: category.accountCode,
    pool_id: poolId,
    is_recoverable: category.isRecoverable,
    is_controllable: category.isControllable,
    varies_with_occupancy: category.variesWithOccupancy,
    is_capital: category.isCapital,
  };
}
