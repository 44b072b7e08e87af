import { type RawBuilder, sql } from "kysely";
import * as z from "zod/mini";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import { audit, changesBetween } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { type SavedView, viewQuery, viewsMax } from "../views-contract.ts";

/**
 * The views `v` that a person may use: their own, and those shared with them. An administrator shares with all staff, a landlord
 * with the staff of the own buildings; a view of one building is for those who see that building, as its name may tell of it.
 */
const viewScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, everywhere, propertyIds }) => {
    const sees = (property: RawBuilder<unknown>) => sql`(${everywhere} or ${property} = any(${propertyIds}))`;
    const staff = sql`v.owner_id = ${userId} or v.is_shared and (v.property_id is null or ${sees(sql`v.property_id`)})
      and exists (select from users sharer where sharer.id = v.owner_id and sharer.state = 'active' and (sharer.role = 'admin'
        or sharer.role = 'landlord' and exists (
          select from property_landlords owned where owned.user_id = sharer.id and ${sees(sql`owned.property_id`)})))`;
    return { admin: staff, landlord: staff, maintenance: staff, tenant: sql`false`, pending: sql`false` };
  });

export const viewsOf = (ctx: SignedInCtx): Promise<SavedView[]> => select(ctx, sql`true`);

async function viewOf(ctx: SignedInCtx, id: number): Promise<SavedView> {
  const [view] = await select(ctx, sql`v.id = ${id}`);
  if (view === undefined) throw notFound("view");
  return view;
}

async function select(
  { db, actor: { id: userId, accessScope } }: SignedInCtx,
  only: RawBuilder<unknown>,
): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select v.id, v.name, v.query, v.is_shared as "isShared", d.view_id is not null as "isDefault",
      json_build_object('id', o.id, 'fullName', o.full_name) as owner
    from saved_views v join users o on o.id = v.owner_id
    left join default_views d on d.view_id = v.id and d.user_id = ${userId}
    where ${only} and ${viewScope(accessScope)}
    order by v.owner_id <> ${userId}, lower(v.name) collate "C", v.id limit 300`.execute(db);
  return rows;
}

/** @throws AppError invalid; conflict with too many views, or one of that name */
export async function addView(
  ctx: SignedInCtx,
  { name, query }: { name: string; query: string },
): Promise<SavedView> {
  const { actor, db, now } = ctx;
  const shown = await readQuery(ctx, query);
  const own = await lockOwn(ctx);
  if (own.length >= viewsMax)
    throw conflict(`You have ${viewsMax} views. Please delete one you do not need any more.`);
  refuseSameName(own, name);
  const { id } = await db
    .insertInto("saved_views")
    .values({
      owner_id: actor.id,
      name,
      query: shown.query,
      property_id: shown.propertyId,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return viewOf(ctx, id);
}

/**
 * Renames an own view, or changes what it shows, also for those it is shared with.
 * @throws AppError not_found; invalid; conflict with another view of that name
 */
export async function changeView(
  ctx: SignedInCtx,
  id: number,
  change: { name?: string | undefined; query?: string | undefined },
): Promise<SavedView> {
  const own = await lockOwn(ctx);
  const view = oneOf(own, id);
  const name = change.name ?? view.name;
  refuseSameName(own, name, id);
  await ctx.db.updateTable("saved_views").set({ name }).where("id", "=", id).execute();
  const query = change.query === undefined ? view.query : await showOther(ctx, view, change.query);
  const changes = changesBetween(view, { ...view, name, query }, ["name", "query"]);
  if (view.is_shared && changes.length > 0)
    await record(ctx, "saved-view.edited", { ...view, name }, { changes });
  return viewOf(ctx, id);
}

async function showOther(ctx: SignedInCtx, view: OwnView, text: string): Promise<string> {
  const shown = await readQuery(ctx, text);
  if (view.is_shared) refuseUnsharable(shown);
  await ctx.db
    .updateTable("saved_views")
    .set({ query: shown.query, property_id: shown.propertyId })
    .where("id", "=", view.id)
    .execute();
  return shown.query;
}

/** @throws AppError not_found; invalid for a view of one company */
export async function shareOwnView(ctx: SignedInCtx, id: number, isShared: boolean): Promise<SavedView> {
  const view = oneOf(await lockOwn(ctx), id);
  if (view.is_shared !== isShared) {
    if (isShared) refuseUnsharable(await readQuery(ctx, view.query));
    await ctx.db.updateTable("saved_views").set({ is_shared: isShared }).where("id", "=", id).execute();
    await record(ctx, isShared ? "saved-view.shared" : "saved-view.unshared", view);
  }
  return viewOf(ctx, id);
}

/** For people who began with it the list begins as it did before. @throws AppError not_found */
export async function deleteOwnView(ctx: SignedInCtx, id: number): Promise<void> {
  const view = oneOf(await lockOwn(ctx), id);
  await ctx.db.deleteFrom("saved_views").where("id", "=", id).execute();
  if (view.is_shared) await record(ctx, "saved-view.deleted", view);
}

/** @throws AppError not_found when the view is not for this user */
export async function chooseDefault(ctx: SignedInCtx, viewId: number | null): Promise<void> {
  const { actor, db } = ctx;
  if (viewId === null) {
    await db.deleteFrom("default_views").where("user_id", "=", actor.id).execute();
    return;
  }
  await viewOf(ctx, viewId);
  await db
    .insertInto("default_views")
    .values({ user_id: actor.id, view_id: viewId })
    .onConflict((row) => row.column("user_id").doUpdateSet({ view_id: viewId }))
    .execute();
}

interface OwnView {
  id: number;
  name: string;
  query: string;
  property_id: number | null;
  is_shared: boolean;
}

/** The user's own views; changes of them wait for one another, so that there are never too many, nor two of one name. */
async function lockOwn({ db, actor }: SignedInCtx): Promise<OwnView[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views of ${actor.id}`}, 0))`.execute(db);
  return db
    .selectFrom("saved_views")
    .select(["id", "name", "query", "property_id", "is_shared"])
    .where("owner_id", "=", actor.id)
    .execute();
}

function oneOf(own: readonly OwnView[], id: number): OwnView {
  const view = own.find((one) => one.id === id);
  if (view === undefined) throw notFound("view");
  return view;
}

function refuseSameName(own: readonly OwnView[], name: string, but?: number): void {
  if (own.some((one) => one.id !== but && one.name.toLowerCase() === name.toLowerCase()))
    throw invalid({ name: "You have a view of this name." });
}

interface Shown {
  query: string;
  propertyId: number | null;
  companyId: number | null;
}

/** Checks a query by the contract of the list and drops what does not belong to a view. */
async function readQuery({ db, actor }: SignedInCtx, text: string): Promise<Shown> {
  const entries = [...new URLSearchParams(text)].filter(
    ([key, value]) => Object.hasOwn(viewQuery.shape, key) && value !== "",
  );
  const read = z.safeParse(viewQuery, Object.fromEntries(entries));
  if (!read.success)
    throw invalid({ query: read.error.issues[0]?.message ?? "This is no view of work orders." });
  const { propertyId = null, companyId = null } = read.data;
  if (propertyId !== null) {
    const { everywhere, propertyIds } = actor.accessScope;
    const { rows } = await sql`select from properties p
      where p.id = ${propertyId} and (${everywhere} or p.id = any(${propertyIds}::bigint[]))`.execute(db);
    if (rows.length === 0)
      throw invalid({ query: "This building does not exist, or you do not have access to it." });
  }
  return { query: new URLSearchParams(Object.fromEntries(entries)).toString(), propertyId, companyId };
}

/** Who rents where is not for all staff. */
function refuseUnsharable({ companyId }: Shown): void {
  if (companyId !== null) throw invalid({ query: "A view of one company cannot be shared." });
}

const record = (
  ctx: SignedInCtx,
  action: `saved-view.${string}`,
  { id, name, property_id }: OwnView,
  details: Record<string, unknown> = {},
): Promise<void> =>
  audit(ctx, {
    action,
    subjectType: "saved-view",
    subjectId: id,
    propertyId: property_id,
    details: { name, ...details },
  });
