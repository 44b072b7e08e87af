import { type RawBuilder, sql } from "kysely";
import * as z from "zod/mini";
import type { ActionWithDetails } from "#domains/audit/details.ts";
import { accessRule, type Viewer } from "#server/access/viewer.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { foldText } from "#shared/fold-text.ts";
import { maxViews, type SavedView, viewQuery } from "../../views-contract.ts";

/**
 * Views `v` a person can use: their own and those shared with them. Administrators share with all staff,
 * landlords with the staff at their properties. A view of one property is limited to people with access
 * to the property, because the view's name might reveal information about it.
 */
const viewScope = (viewer: Viewer): RawBuilder<boolean> =>
  accessRule(viewer, ({ userId, everywhere, propertyIds }) => {
    const canAccess = (property: RawBuilder<unknown>) =>
      sql`(${everywhere} or ${property} = any(${propertyIds}))`;
    const staff = sql`v.owner_id = ${userId} or v.is_shared and (v.property_id is null or ${canAccess(sql`v.property_id`)})
      and exists (select from users sharer where sharer.id = v.owner_id and sharer.state = 'active' and (sharer.role = 'admin'
        or sharer.role = 'landlord' and exists (
          select from property_landlords owned where owned.user_id = sharer.id and ${canAccess(sql`owned.property_id`)})))`;
    return { admin: staff, landlord: staff, maintenance: staff, tenant: sql`false`, pending: sql`false` };
  });

export const getViews = (ctx: SignedInCtx): Promise<SavedView[]> => selectViews(ctx, sql`true`);

async function getView(ctx: SignedInCtx, id: number): Promise<SavedView> {
  const [view] = await selectViews(ctx, sql`v.id = ${id}`);
  if (view === undefined) throw notFound("view");
  return view;
}

async function selectViews(
  { db, actor: { id: userId, accessScope } }: SignedInCtx,
  condition: RawBuilder<unknown>,
): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select v.id, v.name, v.query, v.is_shared as "isShared", d.view_id is not null as "isDefault",
      json_build_object('id', o.id, 'fullName', o.full_name) as owner
    from saved_views v join users o on o.id = v.owner_id
    left join default_views d on d.view_id = v.id and d.user_id = ${userId}
    where ${condition} and ${viewScope(accessScope)}
    order by v.owner_id <> ${userId}, fold_text(v.name) collate "C", v.id limit 300`.execute(db);
  return rows;
}

/** @throws AppError invalid; conflict with too many views or a duplicate name */
export async function createView(
  ctx: SignedInCtx,
  { name, query }: { name: string; query: string },
): Promise<SavedView> {
  const { actor, db, now } = ctx;
  const content = await parseViewQuery(ctx, query);
  const myViews = await lockMyViews(ctx);
  if (myViews.length >= maxViews)
    throw conflict(`You've reached the limit of ${maxViews} views. Delete one you no longer need.`);
  assertUniqueName(myViews, name);
  const { id } = await db
    .insertInto("saved_views")
    .values({
      owner_id: actor.id,
      name,
      query: content.query,
      property_id: content.propertyId,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return getView(ctx, id);
}

/**
 * Renames one of the user's views or changes its content, including for people it's shared with.
 * @throws AppError not_found; invalid; conflict with a duplicate name
 */
export async function changeView(
  ctx: SignedInCtx,
  id: number,
  change: { name?: string; query?: string },
): Promise<SavedView> {
  const myViews = await lockMyViews(ctx);
  const view = requireView(myViews, id);
  const name = change.name ?? view.name;
  assertUniqueName(myViews, name, id);
  await ctx.db.updateTable("saved_views").set({ name }).where("id", "=", id).execute();
  const query = change.query === undefined ? view.query : await updateContent(ctx, view, change.query);
  const changes = diffFields(view, { ...view, name, query }, ["name", "query"]);
  if (view.is_shared && changes.length > 0)
    await auditView(ctx, view, { action: "saved-view.edited", details: { name, changes } });
  return getView(ctx, id);
}

async function updateContent(ctx: SignedInCtx, view: MyView, text: string): Promise<string> {
  const content = await parseViewQuery(ctx, text);
  if (view.is_shared) assertSharable(content);
  await ctx.db
    .updateTable("saved_views")
    .set({ query: content.query, property_id: content.propertyId })
    .where("id", "=", view.id)
    .execute();
  return content.query;
}

/** @throws AppError not_found; invalid for a view of one company */
export async function setViewSharing(ctx: SignedInCtx, id: number, isShared: boolean): Promise<SavedView> {
  const view = requireView(await lockMyViews(ctx), id);
  if (view.is_shared !== isShared) {
    if (isShared) assertSharable(await parseViewQuery(ctx, view.query));
    await ctx.db.updateTable("saved_views").set({ is_shared: isShared }).where("id", "=", id).execute();
    await auditView(ctx, view, {
      action: isShared ? "saved-view.shared" : "saved-view.unshared",
      details: { name: view.name },
    });
  }
  return getView(ctx, id);
}

/**
 * Deletes one of the user's views. For people who used it as their default, the list opens without a view
 * again.
 * @throws AppError not_found
 */
export async function removeView(ctx: SignedInCtx, id: number): Promise<void> {
  const view = requireView(await lockMyViews(ctx), id);
  await ctx.db.deleteFrom("saved_views").where("id", "=", id).execute();
  if (view.is_shared)
    await auditView(ctx, view, { action: "saved-view.deleted", details: { name: view.name } });
}

/** @throws AppError not_found if the user can't access the view */
export async function saveDefaultView(ctx: SignedInCtx, viewId: number | null): Promise<void> {
  const { actor, db } = ctx;
  if (viewId === null) {
    await db.deleteFrom("default_views").where("user_id", "=", actor.id).execute();
    return;
  }
  await getView(ctx, viewId);
  await db
    .insertInto("default_views")
    .values({ user_id: actor.id, view_id: viewId })
    .onConflict((row) => row.column("user_id").doUpdateSet({ view_id: viewId }))
    .execute();
}

interface MyView {
  id: number;
  name: string;
  query: string;
  property_id: number | null;
  is_shared: boolean;
}

/**
 * Returns the user's views, locked. Concurrent changes wait for each other, so limits and unique names hold.
 */
async function lockMyViews({ db, actor }: SignedInCtx): Promise<MyView[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views of ${actor.id}`}, 0))`.execute(db);
  return db
    .selectFrom("saved_views")
    .select(["id", "name", "query", "property_id", "is_shared"])
    .where("owner_id", "=", actor.id)
    .execute();
}

function requireView(myViews: readonly MyView[], id: number): MyView {
  const view = myViews.find((myView) => myView.id === id);
  if (view === undefined) throw notFound("view");
  return view;
}

function assertUniqueName(myViews: readonly MyView[], name: string, exceptId?: number): void {
  if (myViews.some((view) => view.id !== exceptId && foldText(view.name) === foldText(name)))
    throw invalid({ name: "You already have a view with this name." });
}

interface ViewContent {
  query: string;
  propertyId: number | null;
  companyId: number | null;
}

/** Validates a query with the list contract and drops parameters that don't belong to a view. */
async function parseViewQuery({ db, actor }: SignedInCtx, text: string): Promise<ViewContent> {
  const entries = [...new URLSearchParams(text)].filter(
    ([key, value]) => Object.hasOwn(viewQuery.shape, key) && value !== "",
  );
  const parsedQuery = z.safeParse(viewQuery, Object.fromEntries(entries));
  if (!parsedQuery.success)
    throw invalid({ query: parsedQuery.error.issues[0]?.message ?? "This isn't a valid work order view." });
  const { propertyId = null, companyId = null } = parsedQuery.data;
  if (propertyId !== null) {
    const { everywhere, propertyIds } = actor.accessScope;
    const { rows } = await sql`select from properties p
      where p.id = ${propertyId} and (${everywhere} or p.id = any(${propertyIds}::bigint[]))`.execute(db);
    if (rows.length === 0)
      throw invalid({ query: "This property doesn't exist, or you don't have access to it." });
  }
  return { query: new URLSearchParams(Object.fromEntries(entries)).toString(), propertyId, companyId };
}

/** Not all staff can see tenant information. */
function assertSharable({ companyId }: ViewContent): void {
  if (companyId !== null) throw invalid({ query: "Views filtered to one company can't be shared." });
}

const auditView = (
  ctx: SignedInCtx,
  { id, property_id }: MyView,
  entry: Extract<ActionWithDetails, { action: `saved-view.${string}` }>,
): Promise<void> =>
  audit(ctx, { ...entry, subjectType: "saved-view", subjectId: id, propertyId: property_id });
