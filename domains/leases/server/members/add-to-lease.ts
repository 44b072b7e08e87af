import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { LeaseChoice } from "../../lease-fields.ts";
import type { LeaseState } from "../../states.ts";
import { insertLease } from "../lifecycle/create-lease.ts";
import { publishLeaseChange } from "../publish-change.ts";
import { todayAt } from "../queries.ts";

interface UnitRef {
  id: number;
  property_id: number;
}

/**
 * Returns the unit's leases that haven't ended, based on the property's date: the current lease first, then
 * upcoming leases, then drafts, newest first. The first one is suggested to the person who approves or
 * invites a tenant.
 */
export async function findOpenLeaseIds(ctx: Ctx, unit: UnitRef): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from lease_units lu join leases l on l.id = lu.lease_id join properties p on p.id = l.property_id
    where lu.unit_id = ${unit.id} and l.state <> 'ended' and coalesce(l.ends_on, 'infinity') >= ${todayAt(ctx)}
      and not lu.during << daterange(${todayAt(ctx)}, null)
    order by lu.holds desc, case when lu.holds then lower(lu.during) end, l.id desc`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the lease that a person joins through an access request or an invitation: the selected one, or else
 * the suggested one (requirements, "Model").
 * @throws AppError invalid if the lease has ended or belongs to another unit
 */
export async function resolveLeaseChoice(
  ctx: Ctx,
  unit: UnitRef,
  choice: LeaseChoice | undefined,
): Promise<LeaseChoice> {
  const openLeaseIds = await findOpenLeaseIds(ctx, unit);
  if (typeof choice === "number" && !openLeaseIds.includes(choice))
    throw invalid({ lease: "Select a current or future lease for this unit." });
  return choice ?? openLeaseIds[0] ?? "draft";
}

/** A lease that a person was added to. */
export interface JoinedLease {
  id: number;
  state: LeaseState;
  company: string;
  /** The person's first day on the lease. */
  from: string;
  /** Whether it is a draft created for this person. */
  isNew: boolean;
}

/**
 * Adds the person to the selected lease from its start date, or from today if it has already started. A new
 * draft starts today, with a company named after the person. Returns null if no lease was selected. The
 * caller has locked the unit.
 */
export async function addToLease(
  ctx: Ctx,
  { person, unit, choice }: { person: { id: number; fullName: string }; unit: UnitRef; choice: LeaseChoice },
): Promise<JoinedLease | null> {
  if (choice === "none") return null;
  const isNew = choice === "draft";
  const leaseId = isNew ? await createDraft(ctx, person.fullName, unit) : choice;
  const from = sql`greatest(l.starts_on, ${todayAt(ctx)})`;
  await sql`
    insert into lease_members (lease_id, property_id, user_id, starts_on)
    select l.id, l.property_id, ${person.id}, ${from} from leases l join properties p on p.id = l.property_id
    where l.id = ${leaseId} and not exists (select 1 from lease_members m where m.lease_id = l.id and m.user_id = ${person.id}
      and daterange(m.starts_on, m.ends_on, '[]') && daterange(${from}, null))`.execute(ctx.db);
  const { rows } = await sql<JoinedLease>`
    select l.id, l.state, c.name as company, ${from} as "from", ${isNew}::boolean as "isNew"
    from leases l join companies c on c.id = l.company_id join properties p on p.id = l.property_id
    where l.id = ${leaseId}`.execute(ctx.db);
  publishLeaseChange(ctx, { id: leaseId, property_id: unit.property_id });
  return rows[0] ?? null;
}

/** Creates a draft lease for the unit, starting today. Its terms are added later. */
async function createDraft(ctx: Ctx, companyName: string, unit: UnitRef): Promise<number> {
  const { rows } = await sql<{ today: string }>`
    select ${todayAt(ctx)} as today from properties p where p.id = ${unit.property_id}`.execute(ctx.db);
  const from = rows[0]?.today;
  if (from === undefined) throw new Error("The unit's property doesn't exist.");
  const { id: companyId } = await ctx.db
    .insertInto("companies")
    .values({ name: companyName, created_by_id: ctx.actor?.id ?? null })
    .returning("id")
    .executeTakeFirstOrThrow();
  const fields = { companyId, unitIds: [unit.id], from, to: null, state: "draft" } as const;
  const id = await insertLease(ctx, { ...fields, propertyId: unit.property_id });
  await audit(ctx, {
    action: "lease.created",
    subjectType: "lease",
    subjectId: id,
    propertyId: unit.property_id,
    details: fields,
  });
  return id;
}

/**
 * Removes the person from the lease, and deletes the draft created for them unless it has been used since.
 * The caller has locked the unit.
 */
export async function removeFromLease(
  ctx: Ctx,
  { userId, unit, leaseId, isNew }: { userId: number; unit: UnitRef; leaseId: number; isNew: boolean },
): Promise<void> {
  await ctx.db
    .deleteFrom("lease_members")
    .where("lease_id", "=", leaseId)
    .where("user_id", "=", userId)
    .execute();
  if (isNew) await deleteUnusedDraft(ctx, leaseId);
  publishLeaseChange(ctx, { id: leaseId, property_id: unit.property_id });
}

async function deleteUnusedDraft(ctx: Ctx, id: number): Promise<void> {
  const { rows } = await sql<{ property_id: number; company_id: number }>`
    select property_id, company_id from leases where id = ${id} and state = 'draft' and version = 1
    for no key update`.execute(ctx.db);
  const [draft] = rows;
  if (draft === undefined) return;
  const { rows: uses } = await sql`
    select from lease_members where lease_id = ${id}
    union all select from lease_terms where lease_id = ${id}
    union all select from documents where lease_id = ${id}
    union all select from work_orders where lease_id = ${id} limit 1`.execute(ctx.db);
  if (uses.length > 0) return;
  await ctx.db.deleteFrom("lease_units").where("lease_id", "=", id).execute();
  await ctx.db.deleteFrom("leases").where("id", "=", id).execute();
  await sql`
    delete from companies c where c.id = ${draft.company_id} and c.version = 1
      and not exists (select from leases l where l.company_id = c.id)`.execute(ctx.db);
  await audit(ctx, {
    action: "lease.deleted",
    subjectType: "lease",
    subjectId: id,
    propertyId: draft.property_id,
    details: { state: "draft" },
  });
}
