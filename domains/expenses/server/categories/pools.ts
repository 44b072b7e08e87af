import { sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { runDeletion } from "#server/run-deletion.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import {
  type editPool as editPoolEndpoint,
  maxPools,
  type NewPool,
  type Pool,
  type PoolYear,
} from "../../categories-contract.ts";
import { sharedScope } from "../access.ts";
import { withUniqueName } from "../with-unique-name.ts";

/** Returns the pools in display order. */
export async function readPools({ db, actor }: SignedInCtx): Promise<Pool[]> {
  const { rows } = await sql<Pool>`
    select e.id, e.name, e.estimate_kind as "estimateKind", e.version from expense_pools e
    where ${sharedScope(actor.accessScope)} order by e.position, e.id`.execute(db);
  return rows;
}

async function findPool(ctx: SignedInCtx, id: number): Promise<Pool> {
  const pool = (await readPools(ctx)).find((one) => one.id === id);
  if (pool === undefined) throw notFound("expense pool");
  return pool;
}

/** Locks a pool against other changes and against its deletion. @throws AppError not_found */
export async function lockPool(ctx: SignedInCtx, id: number): Promise<Pool> {
  await sql`select id from expense_pools where id = ${id} for no key update`.execute(ctx.db);
  return findPool(ctx, id);
}

const duplicateMessage = (name: string) => `There is already an expense pool named ${name}.`;

/** Adds a pool at the end. @throws AppError conflict if a pool has this name, or at the limit */
export async function addPool(ctx: SignedInCtx, body: NewPool): Promise<Pool> {
  const pools = await readPools(ctx);
  if (pools.length >= maxPools)
    throw conflict(`You've reached the limit of ${maxPools} expense pools. Delete one first.`);
  const { id } = await withUniqueName(duplicateMessage(body.name), () =>
    ctx.db
      .insertInto("expense_pools")
      .values((row) => ({
        name: body.name,
        estimate_kind: body.estimateKind,
        position: row
          .selectFrom("expense_pools")
          .select(sql<number>`coalesce(max(position), 0) + 1`.as("next")),
      }))
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  await audit(ctx, {
    action: "expense-pool.created",
    subjectType: "expense-pool",
    subjectId: id,
    details: { after: body },
  });
  return findPool(ctx, id);
}

/** @throws AppError not_found; conflict if `expectedVersion` is outdated or another pool has this name */
export async function changePool(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...body }: BodyOf<typeof editPoolEndpoint>,
  expectedVersion: number | undefined,
): Promise<Pool> {
  const before = await lockPool(ctx, id);
  await assertCurrentVersion(ctx, { ...before, type: "expense-pool" }, expectedVersion, () => before);
  const after = { ...before, ...body };
  const changes = diffFields(before, after, ["name", "estimateKind"]);
  if (changes.length === 0) return before;
  await withUniqueName(duplicateMessage(after.name), () =>
    ctx.db
      .updateTable("expense_pools")
      .set({ name: after.name, estimate_kind: after.estimateKind, version: before.version + 1 })
      .where("id", "=", id)
      .execute(),
  );
  await audit(ctx, {
    action: "expense-pool.edited",
    subjectType: "expense-pool",
    subjectId: id,
    details: { changes },
  });
  return findPool(ctx, id);
}

/** @throws AppError not_found; conflict while categories are in the pool */
export async function removePool(ctx: SignedInCtx, id: number): Promise<void> {
  await sql`select id from expense_pools where id = ${id} for update`.execute(ctx.db);
  const { name, estimateKind } = await findPool(ctx, id);
  const category = await ctx.db
    .selectFrom("expense_categories")
    .select("name")
    .where("pool_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (category !== undefined)
    throw conflict(`${category.name} is in this pool. Move its categories to another pool first.`);
  await runDeletion(name, () => ctx.db.deleteFrom("expense_pools").where("id", "=", id).execute());
  await audit(ctx, {
    action: "expense-pool.deleted",
    subjectType: "expense-pool",
    subjectId: id,
    details: { before: { name, estimateKind } },
  });
}

/** Returns the start month of each pool's year at a property. @throws AppError not_found */
export async function readPoolYears({ db, actor }: SignedInCtx, propertyId: number): Promise<PoolYear[]> {
  const { rows } = await sql<PoolYear>`
    select e.id as "poolId", e.name, coalesce(y.period_start_month, 1) as "startMonth"
    from properties p cross join expense_pools e
    left join property_pools y on y.property_id = p.id and y.pool_id = e.id
    where p.id = ${propertyId} and ${propertyScope(actor.accessScope)} order by e.position, e.id`.execute(db);
  if (rows.length === 0) await requireProperty({ db, actor }, propertyId);
  return rows;
}

async function requireProperty({ db, actor }: Pick<SignedInCtx, "db" | "actor">, id: number): Promise<void> {
  const { rows } = await sql`
    select from properties p where p.id = ${id} and ${propertyScope(actor.accessScope)}`.execute(db);
  if (rows.length === 0) throw notFound("property");
}

/** @throws AppError not_found for a property or a pool that doesn't exist */
export async function changePoolYear(
  ctx: SignedInCtx,
  { id: propertyId, poolId }: { id: number; poolId: number },
  startMonth: number,
): Promise<PoolYear[]> {
  await requireProperty(ctx, propertyId);
  await lockPool(ctx, poolId);
  const year = (await readPoolYears(ctx, propertyId)).find((one) => one.poolId === poolId);
  if (year !== undefined && year.startMonth !== startMonth) {
    await ctx.db
      .insertInto("property_pools")
      .values({ property_id: propertyId, pool_id: poolId, period_start_month: startMonth })
      .onConflict((existing) =>
        existing.columns(["property_id", "pool_id"]).doUpdateSet({ period_start_month: startMonth }),
      )
      .execute();
    await audit(ctx, {
      action: "expense-pool.year-changed",
      subjectType: "expense-pool",
      subjectId: poolId,
      propertyId,
      details: { startMonth: { from: year.startMonth, to: startMonth } },
    });
  }
  return readPoolYears(ctx, propertyId);
}
