import { type RawBuilder, type Selectable, sql } from "kysely";
import { everyViewer, viewerFor } from "#server/access/viewer.ts";
import type { Db } from "#server/db/database.ts";
import type { WorkOrdersTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { forbidden, notFound } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { getGrant } from "#shared/permissions.ts";
import type { Appointment } from "../appointment.ts";
import type { PhotoLabel } from "../contract.ts";
import type { Pause } from "../work.ts";
import { fileScope, type Purpose, workOrderScope } from "./access.ts";
import { boundHappenedAt, reportedAt } from "./activity/bound-happened-at.ts";
import { appointmentColumn } from "./appointment-columns.ts";
import { isTeamMember } from "./assignment/teams.ts";
import {
  type ConflictRow,
  conflictsColumn,
  isStaffViewer,
  pauseColumn,
  type TimeEntryRow,
  timeEntriesColumn,
} from "./work-columns.ts";

export type WorkOrderRecord = Selectable<WorkOrdersTable>;

/** A full work order with its names, photos, files, and signatures, as selected by one statement. */
export interface WorkOrderDetails extends WorkOrderRecord {
  property_name: string;
  property_address: string;
  time_zone: string;
  reported_at: Date;
  appointment: Appointment | null;
  pause: Pause | null;
  times: TimeEntryRow[];
  conflicts: ConflictRow[];
  unit_number: string | null;
  floor: string | null;
  building_access: string | null;
  unit_access: string | null;
  assignee_name: string | null;
  assignee_email: string | null;
  team_name: string | null;
  /** Whether the user is on the team. */
  is_team_member: boolean;
  creator_name: string;
  creator_role: Role;
  creator_email: string;
  /** The company of the lease the work order belongs to. */
  company_name: string | null;
  company_phone: string | null;
  images: {
    id: number;
    width: number;
    height: number;
    sha256: string;
    label: PhotoLabel | null;
    added_by_id: number;
    added_by_name: string;
    added_at: string;
  }[];
  files: {
    id: number;
    name: string;
    media_type: string;
    bytes: number;
    internal: boolean;
    added_by_id: number;
    added_by_name: string;
    added_at: string;
  }[];
  signatures: {
    id: number;
    signed_by_name: string;
    signed_by_id: number;
    signer_name: string;
    signed_at: string;
    content_hash: string;
    content_hash_version: number;
  }[];
  watchers: { id: number; full_name: string }[];
  members: string[];
}

/** Whether work order `o` is unfinished: `unfinishedStatuses`, but on an indexed column. */
export const isUnfinished = sql<boolean>`o.board_column in ('open', 'scheduled', 'in_progress')`;

/** Whether work order `o` is unfinished and neither a person nor a team is responsible for it. */
export const isUnassigned = sql<boolean>`${isUnfinished} and o.assignee_id is null and o.team_id is null`;

const selectDetails = (accessScope: AccessScope) => sql`
  select o.*, p.name as property_name, concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip) as property_address,
    p.time_zone, ${reportedAt} as reported_at, ${appointmentColumn}, ${pauseColumn}, ${timeEntriesColumn(accessScope)}, ${conflictsColumn(accessScope)},
    p.access_notes as building_access, u.unit_number, u.floor, u.access_notes as unit_access,
    (select a.full_name from users a where a.id = o.assignee_id) as assignee_name,
    (select a.email from users a where a.id = o.assignee_id) as assignee_email,
    (select g.name from teams g where g.id = o.team_id) as team_name,
    ${isTeamMember(sql`o.team_id`, sql`${accessScope.userId}::bigint`)} as is_team_member,
    c.full_name as creator_name, c.role as creator_role, c.email as creator_email,
    tenant.name as company_name, tenant.contact_phone as company_phone,
    (select coalesce(json_agg(json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'sha256', encode(i.sha256, 'hex'),
        'label', i.label, 'added_by_id', i.added_by_id, 'added_by_name', adder.full_name, 'added_at', i.created_at) order by i.position), '[]')
       from work_order_images i join users adder on adder.id = i.added_by_id where i.work_order_id = o.id) as images,
    (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'media_type', f.media_type, 'bytes', f.bytes,
        'internal', f.internal, 'added_by_id', f.added_by_id, 'added_by_name', adder.full_name, 'added_at', f.created_at) order by f.id), '[]')
       from work_order_files f join users adder on adder.id = f.added_by_id
       where f.work_order_id = o.id and ${fileScope(accessScope)}) as files,
    (select coalesce(json_agg(json_build_object('id', s.id, 'signed_by_name', s.signed_by_name, 'signed_by_id', s.signed_by_id,
        'signer_name', signer.full_name, 'signed_at', s.signed_at, 'content_hash', encode(s.content_hash, 'hex'),
        'content_hash_version', s.content_hash_version) order by s.id desc), '[]')
       from work_order_signatures s join users signer on signer.id = s.signed_by_id where s.work_order_id = o.id
         and not exists (select from work_order_conflicts k where k.signature_id = s.id and k.outcome is distinct from 'used')) as signatures,
    (select coalesce(json_agg(distinct member.full_name), '[]') from current_lease_members m join users member on member.id = m.user_id
       where m.lease_id = o.lease_id and m.user_id <> o.created_by_id and member.state = 'active' and ${isStaffViewer(accessScope)}) as members,
    (select coalesce(json_agg(json_build_object('id', w.user_id, 'full_name', watcher.full_name)
        order by watcher.full_name collate "C", w.user_id), '[]')
       from work_order_watchers w join users watcher on watcher.id = w.user_id
       where w.work_order_id = o.id and exists (
         select from ${viewerFor(sql`w.user_id`)} where ${workOrderScope(everyViewer)})) as watchers
  from work_orders o
  join properties p on p.id = o.property_id
  join users c on c.id = o.created_by_id
  left join units u on u.id = o.unit_id
  left join leases l on l.id = o.lease_id
  left join companies tenant on tenant.id = l.company_id`;

/** @throws AppError not_found if missing, deleted, or not accessible */
export const findWorkOrder = (db: Db, accessScope: AccessScope, id: number): Promise<WorkOrderDetails> =>
  findDetails(db, accessScope, sql`o.id = ${id} and o.deleted_at is null`);

/** @throws AppError not_found if missing, not deleted, or not accessible */
export const findDeletedWorkOrder = (
  db: Db,
  accessScope: AccessScope,
  id: number,
): Promise<WorkOrderDetails> => findDetails(db, accessScope, sql`o.id = ${id} and o.deleted_at is not null`);

/**
 * Returns the work order for reading its log, photos, files, or signatures. Users who can read deleted work
 * orders get those too.
 * @throws AppError not_found as for `findWorkOrder`
 */
export const findWorkOrderEvenIfDeleted = (
  db: Db,
  accessScope: AccessScope,
  id: number,
): Promise<WorkOrderDetails> =>
  getGrant(accessScope.effectiveRole, "work-orders.read-deleted") === "no"
    ? findWorkOrder(db, accessScope, id)
    : findDetails(db, accessScope, sql`o.id = ${id}`);

async function findDetails(
  db: Db,
  accessScope: AccessScope,
  condition: RawBuilder<unknown>,
): Promise<WorkOrderDetails> {
  const { rows } = await sql<WorkOrderDetails>`${selectDetails(accessScope)}
    where ${condition} and ${workOrderScope(accessScope, "read")}`.execute(db);
  const order = rows[0];
  if (order === undefined) throw notFound("work order");
  return order;
}

/**
 * Returns the accessible work orders `o` that match `clause`: a condition, which `order by` and `limit` can
 * follow.
 */
export async function findWorkOrders(
  db: Db,
  accessScope: AccessScope,
  clause: RawBuilder<unknown>,
): Promise<WorkOrderDetails[]> {
  const { rows } = await sql<WorkOrderDetails>`${selectDetails(accessScope)}
    where o.deleted_at is null and ${workOrderScope(accessScope, "read")} and ${clause}`.execute(db);
  return rows;
}

/**
 * Returns the work order, locked for an update, and bounds the time of a change made offline.
 * @throws AppError not_found if not accessible; forbidden if the user can see but not change it
 */
export async function lockWorkOrder(
  ctx: SignedInCtx,
  id: number,
  purpose: Purpose = "write",
): Promise<WorkOrderRecord> {
  const { accessScope } = ctx.actor;
  const { rows } = await sql<WorkOrderRecord & { is_permitted: boolean }>`
    select o.*, ${workOrderScope(accessScope, purpose)} as is_permitted from work_orders o
    where o.id = ${id} and o.deleted_at is null and ${workOrderScope(accessScope, "read")}
    for update of o`.execute(ctx.db);
  const order = rows[0];
  if (order === undefined) throw notFound("work order");
  if (!order.is_permitted)
    throw forbidden("Your lease has ended. You can view your history but not add to it.");
  await boundHappenedAt(ctx, id);
  return order;
}

/** Returns the property's time zone. */
export async function getTimeZone({ db }: SignedInCtx, order: { property_id: number }): Promise<string> {
  const { time_zone } = await db
    .selectFrom("properties")
    .select("time_zone")
    .where("id", "=", order.property_id)
    .executeTakeFirstOrThrow();
  return time_zone;
}
