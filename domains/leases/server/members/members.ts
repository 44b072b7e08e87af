import { type Selectable, sql } from "kysely";
import type { AuditAction } from "#domains/audit/actions.ts";
import type { DetailsByAction } from "#domains/audit/details.ts";
import { personScope } from "#server/access/people.ts";
import { audit } from "#server/audit.ts";
import type { LeaseMembersTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { endBeforeStartMessage } from "../../lease-fields.ts";
import type {
  addMember as addMemberEndpoint,
  editMember as editMemberEndpoint,
} from "../../member-contract.ts";
import { isRunning } from "../../states.ts";
import { type LockedLease, lockLease } from "../queries.ts";
import { notifyMembersOfEnd, notifyMembersOfStart, refreshAccessScope } from "./notify-members.ts";

/**
 * Adds a tenant to the lease. Unless `from` is set, access starts today, or on the lease's start date if that
 * is later.
 * @throws AppError not_found; invalid, with the field; conflict if the lease has ended
 */
export async function addMember(
  ctx: SignedInCtx,
  leaseId: number,
  body: BodyOf<typeof addMemberEndpoint>,
): Promise<void> {
  const lease = await lockOpenLease(ctx, leaseId);
  const person = await findTenant(ctx, body.userId);
  const defaultStart =
    lease.state === "draft" || lease.starts_on > lease.today ? lease.starts_on : lease.today;
  const memberDates = { from: body.from ?? defaultStart, to: body.to ?? null };
  await assertValidDates(ctx, lease, { ...memberDates, userId: person.id, excludedMemberId: null });
  const { id } = await ctx.db
    .insertInto("lease_members")
    .values({
      lease_id: leaseId,
      property_id: lease.property_id,
      user_id: person.id,
      starts_on: memberDates.from,
      ends_on: memberDates.to,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await logMemberChange(ctx, lease, "lease.member-added", {
    memberId: id,
    userId: person.id,
    ...memberDates,
  });
  if (isRunning(lease.state) && (memberDates.to === null || memberDates.to >= lease.today))
    await notifyMembersOfStart(
      ctx,
      toMembershipChange(lease, person.id),
      memberDates.from > lease.today ? memberDates.from : null,
    );
  else refreshAccessScope(ctx, [person.id]);
}

/**
 * Changes a person's dates on the lease.
 * @throws AppError not_found; invalid, with the field; conflict if the lease has ended
 */
export async function editMember(
  ctx: SignedInCtx,
  { id: leaseId, memberId }: { id: number; memberId: number },
  body: BodyOf<typeof editMemberEndpoint>,
): Promise<void> {
  const lease = await lockOpenLease(ctx, leaseId);
  const member = await findMember(ctx, leaseId, memberId);
  const oldDates = { from: member.starts_on, to: member.ends_on };
  const memberDates = { from: body.from ?? oldDates.from, to: body.to === undefined ? oldDates.to : body.to };
  await assertValidDates(ctx, lease, { ...memberDates, userId: member.user_id, excludedMemberId: memberId });
  await ctx.db
    .updateTable("lease_members")
    .set({ starts_on: memberDates.from, ends_on: memberDates.to })
    .where("id", "=", memberId)
    .execute();
  await logMemberChange(ctx, lease, "lease.member-edited", {
    memberId,
    userId: member.user_id,
    from: oldDates,
    to: memberDates,
  });
  if (isRunning(lease.state) && memberDates.to !== oldDates.to && memberDates.to !== null)
    await notifyMembersOfEnd(
      ctx,
      toMembershipChange(lease, member.user_id),
      memberDates.to < lease.today ? null : memberDates.to,
    );
  else refreshAccessScope(ctx, [member.user_id]);
}

/**
 * Removes a person from the lease immediately: yesterday becomes their last day. If they start today or later,
 * the membership is deleted, and only the log keeps a record.
 * @throws AppError not_found; conflict if it has already ended
 */
export async function removeMember(
  ctx: SignedInCtx,
  { id: leaseId, memberId }: { id: number; memberId: number },
): Promise<void> {
  const lease = await lockOpenLease(ctx, leaseId);
  const member = await findMember(ctx, leaseId, memberId);
  if (member.ends_on !== null && member.ends_on < lease.today)
    throw conflict(`This person was already removed on ${formatCalendarDay(member.ends_on)}.`);
  const wasOnLease = lease.state !== "draft" && member.starts_on < lease.today;
  if (wasOnLease)
    await sql`update lease_members set ends_on = ${lease.today}::date - 1 where id = ${memberId}`.execute(
      ctx.db,
    );
  else await ctx.db.deleteFrom("lease_members").where("id", "=", memberId).execute();
  await logMemberChange(ctx, lease, "lease.member-ended", {
    memberId,
    userId: member.user_id,
    from: member.starts_on,
    to: member.ends_on,
  });
  if (isRunning(lease.state))
    await notifyMembersOfEnd(
      ctx,
      { ...toMembershipChange(lease, member.user_id), wasNeverOnLease: !wasOnLease },
      null,
    );
  else refreshAccessScope(ctx, [member.user_id]);
}

const toMembershipChange = ({ id, property_id }: LockedLease, userId: number) => ({
  leaseId: id,
  propertyId: property_id,
  userIds: [userId],
});

async function lockOpenLease(ctx: SignedInCtx, leaseId: number): Promise<LockedLease> {
  const lease = await lockLease(ctx, leaseId);
  if (lease.state === "ended") throw conflict("This lease has ended and can't be changed.");
  return lease;
}

async function findTenant({ db, actor }: SignedInCtx, userId: number) {
  const { rows } = await sql<{ id: number; full_name: string; role: string; state: string }>`
    select u.id, u.full_name, u.role, u.state from users u where u.id = ${userId} and ${personScope(actor.accessScope)}`.execute(
    db,
  );
  const person = rows[0];
  if (person === undefined) throw invalid({ userId: "Select one of your people." });
  if (person.role !== "tenant") throw invalid({ userId: `${person.full_name} is not a tenant.` });
  if (person.state !== "active")
    throw invalid({ userId: `${person.full_name} isn't approved yet. Approve them first.` });
  return person;
}

async function findMember({ db }: SignedInCtx, leaseId: number, memberId: number) {
  const member: Selectable<LeaseMembersTable> | undefined = await db
    .selectFrom("lease_members")
    .selectAll()
    .where("id", "=", memberId)
    .where("lease_id", "=", leaseId)
    .executeTakeFirst();
  if (member === undefined) throw notFound("membership");
  return member;
}

/**
 * @throws AppError invalid if the dates are out of order, outside the lease, or overlap the person's other
 * dates on the lease
 */
async function assertValidDates(
  { db }: SignedInCtx,
  { id, starts_on, ends_on }: LockedLease,
  {
    from,
    to,
    userId,
    excludedMemberId,
  }: { from: string; to: string | null; userId: number; excludedMemberId: number | null },
): Promise<void> {
  if (to !== null && to < from) throw invalid({ to: endBeforeStartMessage });
  if (from < starts_on) throw invalid({ from: `The lease starts ${formatCalendarDay(starts_on)}.` });
  if (ends_on !== null && from > ends_on)
    throw invalid({ from: `The lease ends ${formatCalendarDay(ends_on)}.` });
  if (ends_on !== null && to !== null && to > ends_on)
    throw invalid({ to: `The lease ends ${formatCalendarDay(ends_on)}.` });
  const { rows } = await sql<{ full_name: string; starts_on: string; ends_on: string | null }>`
    select u.full_name, m.starts_on, m.ends_on from lease_members m join users u on u.id = m.user_id
    where m.lease_id = ${id} and m.user_id = ${userId} and m.id is distinct from ${excludedMemberId}::bigint
      and daterange(m.starts_on, m.ends_on, '[]') && daterange(${from}::date, ${to}::date, '[]') limit 1`.execute(
    db,
  );
  const overlappingMember = rows[0];
  if (overlappingMember !== undefined)
    throw invalid({
      userId:
        overlappingMember.ends_on === null
          ? `${overlappingMember.full_name} is already on this lease from ${formatCalendarDay(overlappingMember.starts_on)}.`
          : `${overlappingMember.full_name} is already on this lease from ${formatCalendarDay(overlappingMember.starts_on)} to ${formatCalendarDay(overlappingMember.ends_on)}.`,
    });
}

const logMemberChange = (
  ctx: SignedInCtx,
  lease: LockedLease,
  action: Extract<AuditAction, `lease.member-${string}`>,
  details: DetailsByAction["lease.member-added"],
) =>
  audit(ctx, {
    action,
    subjectType: "lease",
    subjectId: lease.id,
    propertyId: lease.property_id,
    details,
  });
