import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { notFound } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import type { Invitation } from "../../invitation-contract.ts";
import { invitationScope } from "../access.ts";
import { unitLabel } from "../units.ts";

export interface InvitationRow {
  id: number;
  email: string;
  role: Role;
  unit_id: number | null;
  unit_label: string | null;
  lease_id: number | null;
  /** Whether the invitation grants access without a lease. */
  without_lease: boolean;
  properties: { id: number; name: string }[];
  has_all_properties: boolean;
  state: Invitation["state"];
  invited_by_id: number;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  accepted_by_id: number | null;
  delivery: Invitation["delivery"];
}

/** The state of an invitation (alias `i`). An invitation to a deleted unit counts as withdrawn. */
export const invitationState = (now: Date): RawBuilder<Invitation["state"]> => sql`
  case when i.accepted_at is not null then 'accepted'
    when i.withdrawn_at is not null or (i.role = 'tenant' and i.unit_id is null) then 'withdrawn'
    when i.expires_at <= ${now} then 'expired' else 'pending' end`;

/** Matches invitations `i` in this state, with conditions that can use an index. */
export function matchesInvitationState(state: Invitation["state"], now: Date): RawBuilder<boolean> {
  const hasLostUnit = sql`(i.role = 'tenant' and i.unit_id is null)`;
  const isOpen = sql`i.accepted_at is null and i.withdrawn_at is null and not ${hasLostUnit}`;
  if (state === "accepted") return sql`i.accepted_at is not null`;
  if (state === "withdrawn")
    return sql`(i.accepted_at is null and (i.withdrawn_at is not null or ${hasLostUnit}))`;
  return state === "expired"
    ? sql`(${isOpen} and i.expires_at <= ${now})`
    : sql`(${isOpen} and i.expires_at > ${now})`;
}

/** The displayed columns of `invitations i`. */
export const invitationColumns = (now: Date) => sql`
  i.id, i.email, i.role, i.unit_id, i.lease_id, i.without_lease, i.has_all_properties, ${invitationState(now)} as state, i.invited_by_id, i.created_at,
  i.expires_at, i.accepted_at, i.accepted_by_id,
  (select ${unitLabel("p", "u")} from units u join properties p on p.id = u.property_id where u.id = i.unit_id) as unit_label,
  (select u.full_name from users u where u.id = i.invited_by_id) as invited_by,
  (select json_build_object('id', m.id, 'state', m.state, 'lastError', m.last_error)
    from emails m where m.id = i.email_id) as delivery,
  (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
    from invitation_properties ip join properties p on p.id = ip.property_id where ip.invitation_id = i.id) as properties`;

/** Finds the invitation that meets the condition, without checking access. */
export async function readInvitation(
  { db, now }: { db: Db; now: Date },
  condition: RawBuilder<unknown>,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns(now)} from invitations i where ${condition}`.execute(db);
  return rows[0];
}

/**
 * Finds an invitation the user can access.
 * @throws AppError not_found if it's missing or outside the access scope
 */
export async function findInvitation(
  ctx: { db: Db; now: Date },
  accessScope: AccessScope,
  id: number,
): Promise<InvitationRow> {
  const invitation = await readInvitation(ctx, sql`i.id = ${id} and ${invitationScope(accessScope)}`);
  if (invitation === undefined) throw notFound("invitation");
  return invitation;
}

/** Finds an invitation and locks it for a change. @throws AppError not_found */
export async function lockInvitation(
  ctx: { db: Db; now: Date },
  accessScope: AccessScope,
  id: number,
): Promise<InvitationRow> {
  await sql`select id from invitations where id = ${id} for update`.execute(ctx.db);
  return findInvitation(ctx, accessScope, id);
}

export const presentInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  unit: row.unit_id === null ? null : { id: row.unit_id, label: row.unit_label ?? "" },
  leaseId: row.lease_id,
  properties: row.properties,
  hasAllProperties: row.has_all_properties,
  state: row.state,
  invitedBy: row.invited_by,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  acceptedAt: row.accepted_at?.toISOString() ?? null,
  acceptedById: row.accepted_by_id,
  delivery: row.delivery,
});
