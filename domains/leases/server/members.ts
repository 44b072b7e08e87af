import { type Selectable, sql } from "kysely";
import { personScope } from "#server/access/people.ts";
import { audit } from "#server/audit.ts";
import type { LeaseMembersTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { endsBeforeItBegins } from "../lease-facts.ts";
import type { addMember as addMemberEndpoint, editMember as editMemberEndpoint } from "../member-contract.ts";
import { isRunning } from "../states.ts";
import { notifyBegun, notifyEnded, rereadAccessScope } from "./notify-members.ts";
import { type LockedLease, lockLease } from "./queries.ts";

/**
 * Makes a tenant a member of the lease: from today, or from its first day, unless `from` is given.
 * @throws AppError not_found; invalid, with the field; conflict when the lease has ended
 */
export async function addMember(
  ctx: SignedInCtx,
  leaseId: number,
  body: BodyOf<typeof addMemberEndpoint>,
): Promise<void> {
  const lease = await lockOpen(ctx, leaseId);
  const person = await findTenant(ctx, body.userId);
  const usual = lease.state === "draft" || lease.from_on > lease.today ? lease.from_on : lease.today;
  const days = { from: body.from ?? usual, to: body.to ?? null };
  await refuseDays(ctx, lease, { ...days, userId: person.id, exceptId: null });
  const { id } = await ctx.db
    .insertInto("lease_members")
    .values({
      lease_id: leaseId,
      property_id: lease.property_id,
      user_id: person.id,
      from_on: days.from,
      to_on: days.to,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await log(ctx, lease, "lease.member-added", { memberId: id, userId: person.id, ...days });
  if (isRunning(lease.state) && (days.to === null || days.to >= lease.today))
    await notifyBegun(ctx, membershipChange(lease, person.id), days.from > lease.today ? days.from : null);
  else rereadAccessScope(ctx, [person.id]);
}

/** @throws AppError not_found; invalid, with the field; conflict when the lease has ended */
export async function editMember(
  ctx: SignedInCtx,
  { id: leaseId, memberId }: { id: number; memberId: number },
  body: BodyOf<typeof editMemberEndpoint>,
): Promise<void> {
  const lease = await lockOpen(ctx, leaseId);
  const member = await findMember(ctx, leaseId, memberId);
  const before = { from: member.from_on, to: member.to_on };
  const days = { from: body.from ?? before.from, to: body.to === undefined ? before.to : body.to };
  await refuseDays(ctx, lease, { ...days, userId: member.user_id, exceptId: memberId });
  await ctx.db
    .updateTable("lease_members")
    .set({ from_on: days.from, to_on: days.to })
    .where("id", "=", memberId)
    .execute();
  await log(ctx, lease, "lease.member-edited", { memberId, userId: member.user_id, from: before, to: days });
  if (isRunning(lease.state) && days.to !== before.to && days.to !== null)
    await notifyEnded(ctx, membershipChange(lease, member.user_id), days.to < lease.today ? null : days.to);
  else rereadAccessScope(ctx, [member.user_id]);
}

/**
 * Ends a membership at once: yesterday was its last day. A membership that has not begun, or began today, is deleted; the
 * log keeps it.
 * @throws AppError not_found; conflict when it is already over
 */
export async function endMembership(
  ctx: SignedInCtx,
  { id: leaseId, memberId }: { id: number; memberId: number },
): Promise<void> {
  const lease = await lockOpen(ctx, leaseId);
  const member = await findMember(ctx, leaseId, memberId);
  if (member.to_on !== null && member.to_on < lease.today)
    throw conflict(`This membership already ended on ${formatCalendarDay(member.to_on)}.`);
  const hasPast = lease.state !== "draft" && member.from_on < lease.today;
  if (hasPast)
    await sql`update lease_members set to_on = ${lease.today}::date - 1 where id = ${memberId}`.execute(
      ctx.db,
    );
  else await ctx.db.deleteFrom("lease_members").where("id", "=", memberId).execute();
  await log(ctx, lease, "lease.member-ended", {
    memberId,
    userId: member.user_id,
    from: member.from_on,
    to: member.to_on,
  });
  if (isRunning(lease.state))
    await notifyEnded(ctx, { ...membershipChange(lease, member.user_id), isGone: !hasPast }, null);
  else rereadAccessScope(ctx, [member.user_id]);
}

const membershipChange = ({ id, property_id }: LockedLease, userId: number) => ({
  leaseId: id,
  propertyId: property_id,
  userIds: [userId],
});

async function lockOpen(ctx: SignedInCtx, leaseId: number): Promise<LockedLease> {
  const lease = await lockLease(ctx, leaseId);
  if (lease.state === "ended") throw conflict("This lease has ended and stays as it is.");
  return lease;
}

async function findTenant({ db, actor }: SignedInCtx, userId: number) {
  const { rows } = await sql<{ id: number; full_name: string; role: string; state: string }>`
    select u.id, u.full_name, u.role, u.state from users u where u.id = ${userId} and ${personScope(actor.accessScope)}`.execute(
    db,
  );
  const person = rows[0];
  if (person === undefined) throw invalid({ userId: "Please choose one of your people." });
  if (person.role !== "tenant") throw invalid({ userId: `${person.full_name} is not a tenant.` });
  if (person.state !== "active")
    throw invalid({ userId: `${person.full_name} is not approved. Please approve them first.` });
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

/** @throws AppError invalid when the days are out of order, outside the lease, or overlap another membership of the person */
async function refuseDays(
  { db }: SignedInCtx,
  { id, from_on, to_on }: LockedLease,
  {
    from,
    to,
    userId,
    exceptId,
  }: { from: string; to: string | null; userId: number; exceptId: number | null },
): Promise<void> {
  if (to !== null && to < from) throw invalid({ to: endsBeforeItBegins });
  if (from < from_on) throw invalid({ from: `The lease begins on ${formatCalendarDay(from_on)}.` });
  if (to_on !== null && from > to_on)
    throw invalid({ from: `The lease ends on ${formatCalendarDay(to_on)}.` });
  if (to_on !== null && to !== null && to > to_on)
    throw invalid({ to: `The lease ends on ${formatCalendarDay(to_on)}.` });
  const { rows } = await sql<{ full_name: string; from_on: string; to_on: string | null }>`
    select u.full_name, m.from_on, m.to_on from lease_members m join users u on u.id = m.user_id
    where m.lease_id = ${id} and m.user_id = ${userId} and m.id is distinct from ${exceptId}::bigint
      and daterange(m.from_on, m.to_on, '[]') && daterange(${from}::date, ${to}::date, '[]') limit 1`.execute(
    db,
  );
  const other = rows[0];
  if (other !== undefined)
    throw invalid({
      userId:
        `${other.full_name} is already a member, from ${formatCalendarDay(other.from_on)}` +
        `${other.to_on === null ? " on" : ` to ${formatCalendarDay(other.to_on)}`}.`,
    });
}

const log = (ctx: SignedInCtx, lease: LockedLease, action: string, details: Record<string, unknown>) =>
  audit(ctx, {
    action,
    subjectType: "lease",
    subjectId: lease.id,
    propertyId: lease.property_id,
    details,
  });
