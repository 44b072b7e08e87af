import { type RawBuilder, type Selectable, sql } from "kysely";
import { everyViewer, viewerOf } from "#server/access/viewer.ts";
import type { Db } from "#server/db/database.ts";
import type { WorkOrdersTable } from "#server/db/tables.ts";
import type { AccessScope } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden, notFound } from "#shared/errors.ts";
import { grantOf } from "#shared/permissions.ts";
import type { Appointment } from "../appointment.ts";
import type { PhotoLabel } from "../contract.ts";
import type { Pause } from "../work.ts";
import { fileScope, type Purpose, workOrderScope } from "./access.ts";
import { appointmentColumn } from "./appointment-columns.ts";
import { isOfTeam } from "./teams.ts";
import { type ClashRow, clashesColumn, pauseColumn, type TimeRow, timesColumn } from "./work-columns.ts";

export type WorkOrderRecord = Selectable<WorkOrdersTable>;

/** A whole order with its names, photos, files and signatures, as one statement selects it. */
export interface WorkOrderDetails extends WorkOrderRecord {
  property_name: string;
  property_address: string;
  time_zone: string;
  appointment: Appointment | null;
  pause: Pause | null;
  times: TimeRow[];
  clashes: ClashRow[];
  unit_number: string | null;
  floor: string | null;
  building_access: string | null;
  unit_access: string | null;
  assignee_name: string | null;
  team_name: string | null;
  /** Whether the user belongs to the team. */
  is_of_own_team: boolean;
  creator_name: string;
  creator_role: string;
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
}

/** Whether an order `o` still has to be worked on: `unfinishedStatuses`, by the column that has an index. */
export const isUnfinished = sql<boolean>`o.board_column in ('open', 'scheduled', 'in_progress')`;

const selectDetails = (accessScope: AccessScope) => sql`
  select o.*, p.name as property_name, concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip) as property_address,
    p.time_zone, ${appointmentColumn}, ${pauseColumn}, ${timesColumn(accessScope)}, ${clashesColumn(accessScope)},
    p.access_notes as building_access, u.unit_number, u.floor, u.access_notes as unit_access,
    (select a.full_name from users a where a.id = o.assignee_id) as assignee_name,
    (select g.name from teams g where g.id = o.team_id) as team_name,
    ${isOfTeam(sql`o.team_id`, sql`${accessScope.userId}::bigint`)} as is_of_own_team,
    c.full_name as creator_name, c.role as creator_role,
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
       from work_order_signatures s join users signer on signer.id = s.signed_by_id where s.work_order_id = o.id) as signatures,
    (select coalesce(json_agg(json_build_object('id', w.user_id, 'full_name', watcher.full_name)
        order by watcher.full_name collate "C", w.user_id), '[]')
       from work_order_watchers w join users watcher on watcher.id = w.user_id
       where w.work_order_id = o.id and exists (
         select from ${viewerOf(sql`w.user_id`)} where ${workOrderScope(everyViewer)})) as watchers
  from work_orders o
  join properties p on p.id = o.property_id
  join users c on c.id = o.created_by_id
  left join units u on u.id = o.unit_id`;

/** @throws AppError not_found when missing, deleted or outside the access scope */
export const findOrder = (db: Db, accessScope: AccessScope, id: number): Promise<WorkOrderDetails> =>
  findOne(db, accessScope, sql`o.id = ${id} and o.deleted_at is null`);

/** @throws AppError not_found when missing, not deleted or outside the access scope */
export const findDeletedOrder = (db: Db, accessScope: AccessScope, id: number): Promise<WorkOrderDetails> =>
  findOne(db, accessScope, sql`o.id = ${id} and o.deleted_at is not null`);

/**
 * The order whose log, photos, files or signatures are read: they are kept of a deleted order too, for those who may read it.
 * @throws AppError not_found as for `findOrder`
 */
export const findKeptOrder = (db: Db, accessScope: AccessScope, id: number): Promise<WorkOrderDetails> =>
  grantOf(accessScope.effectiveRole, "work-orders.read-deleted") === "no"
    ? findOrder(db, accessScope, id)
    : findOne(db, accessScope, sql`o.id = ${id}`);

async function findOne(
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

/** The orders in the access scope that meet `rest`, a condition on the order `o` with what follows it. */
export async function findOrders(
  db: Db,
  accessScope: AccessScope,
  rest: RawBuilder<unknown>,
): Promise<WorkOrderDetails[]> {
  const { rows } = await sql<WorkOrderDetails>`${selectDetails(accessScope)}
    where o.deleted_at is null and ${workOrderScope(accessScope, "read")} and ${rest}`.execute(db);
  return rows;
}

/**
 * The order, locked for a change.
 * @throws AppError not_found outside the access scope; forbidden when the user may see but not change it
 */
export async function lockOrder(
  ctx: SignedInCtx,
  id: number,
  purpose: Purpose = "write",
): Promise<WorkOrderRecord> {
  const { accessScope } = ctx.actor;
  const { rows } = await sql<WorkOrderRecord & { may: boolean }>`
    select o.*, ${workOrderScope(accessScope, purpose)} as may from work_orders o
    where o.id = ${id} and o.deleted_at is null and ${workOrderScope(accessScope, "read")}
    for update of o`.execute(ctx.db);
  const order = rows[0];
  if (order === undefined) throw notFound("work order");
  if (!order.may) throw forbidden("Your tenancy has ended: you can read your history, but not add to it.");
  return order;
}

/** The zone of the order's building. */
export async function timeZoneOf({ db }: SignedInCtx, order: { property_id: number }): Promise<string> {
  const { time_zone } = await db
    .selectFrom("properties")
    .select("time_zone")
    .where("id", "=", order.property_id)
    .executeTakeFirstOrThrow();
  return time_zone;
}
