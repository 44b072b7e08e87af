import { type Selectable, sql } from "kysely";
import type { WorkOrderConflictsTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { conflict, forbidden, notFound } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { WorkOrder } from "../../contract.ts";
import { type CurrentWork, type RequestedWork, statusAfterStep } from "../../work.ts";
import type { ExpectedWork, listConflicts } from "../../work-contract.ts";
import { workOrderScope } from "../access.ts";
import { addActivity } from "../activity/activity.ts";
import { assertCanTake, lockAssignee } from "../assignment/assign.ts";
import { presentWorkOrder } from "../present.ts";
import { notifyPeople, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, getTimeZone, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";
import { hasWorkedElsewhereSince, lockMyWork, startTimer } from "../time-entries/timers.ts";
import {
  type ConflictRow,
  conflictObject,
  isManager,
  isOwnerOrManager,
  presentConflict,
} from "../work-columns.ts";
import { applyWork } from "../work-steps/apply-work.ts";

/*
 * Two updates to one work order, made without knowing of each other (docs/decisions/022). Both are saved
 * until the technician who made the late update or the property's manager chooses one.
 */

/** The field someone else had changed. */
export type ConflictField = CurrentWork["field"];

/** The stored form. `byId` is the person who had changed the field. */
type StoredCurrentWork = CurrentWork & { byId: number | null };

/**
 * The user's open conflict that a step builds on: the step expects the status that the conflict requested.
 */
export interface EarlierConflict {
  /** What the device showed before the first rejected step. */
  expected: ExpectedWork;
  requested: RequestedWork;
  signatureId: number | null;
}

/** Returns the open conflict that a step with these expected values builds on. */
export async function findEarlierConflict(
  { db, actor }: SignedInCtx,
  order: WorkOrderRecord,
  expected: ExpectedWork,
): Promise<EarlierConflict | undefined> {
  const record = await db
    .selectFrom("work_order_conflicts")
    // `recordConflict` writes these types.
    .select([
      sql<RequestedWork>`requested`.as("requested"),
      sql<ExpectedWork>`expected`.as("expected"),
      "signature_id as signatureId",
    ])
    .where("work_order_id", "=", order.id)
    .where("user_id", "=", actor.id)
    .where("resolved_at", "is", null)
    .executeTakeFirst();
  return record !== undefined && statusAfterStep[record.requested.step] === expected.status
    ? record
    : undefined;
}

interface NewConflict {
  requested: RequestedWork;
  field: ConflictField;
  expected: ExpectedWork;
  earlierConflict: EarlierConflict | undefined;
}

/**
 * Saves the requested update without applying it, next to the current values, and notifies the people who can
 * choose. A newer conflict replaces the person's previous one, and the log keeps both. A step that builds on
 * a rejected one continues its conflict, so no one is notified again.
 */
export async function recordConflict(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  { requested, field, expected, earlierConflict }: NewConflict,
): Promise<void> {
  const { db, actor, now, happenedAt } = ctx;
  const current = await readCurrentWork(ctx, order, field);
  // The new conflict gets a new id, so no one can resolve it without having seen it.
  await db
    .deleteFrom("work_order_conflicts")
    .where("work_order_id", "=", order.id)
    .where("user_id", "=", actor.id)
    .where("resolved_at", "is", null)
    .execute();
  await db
    .insertInto("work_order_conflicts")
    .values({
      work_order_id: order.id,
      property_id: order.property_id,
      requested: JSON.stringify(requested),
      current: JSON.stringify(current),
      expected: JSON.stringify(expected),
      signature_id: earlierConflict?.signatureId ?? null,
      user_id: actor.id,
      happened_at: happenedAt,
      created_at: now,
    })
    .execute();
  const timeZone = await getTimeZone(ctx, order);
  // The log has the reason as a comment.
  const { byId, reason: _reason, ...currentValues } = current;
  const sides = {
    requested,
    current: currentValues,
    author: actor.fullName,
    happenedAt: happenedAt.toISOString(),
    timeZone,
  };
  await addActivity(ctx, order, { actionType: "conflict", details: sides, internal: true });
  if (earlierConflict === undefined) {
    const managers = await findManagers(ctx, order.property_id, { admins: "when-no-landlord" });
    const { id, title } = order;
    const details = { workOrderId: id, title, ...sides };
    const content = { kind: "work-order.conflict", details } as const;
    await notifyPeople(ctx, order, [...managers, byId], content, { staffOnly: true });
  }
  publishWorkOrderChange(ctx, "work-order.work", order, true);
}

/** Returns when a completed or cancelled work order was closed. Undefined if it's unfinished. */
export async function findClosedAt(ctx: SignedInCtx, order: WorkOrderRecord): Promise<Date | undefined> {
  if (order.completed_at !== null) return order.completed_at;
  if (order.status !== "cancelled") return undefined;
  const { at } = await readCurrentWork(ctx, order, "status");
  return at === null ? order.created_at : new Date(at);
}

/** Returns the work order's current values and the person who set them. */
async function readCurrentWork(
  { db }: SignedInCtx,
  order: WorkOrderRecord,
  field: ConflictField,
): Promise<StoredCurrentWork> {
  const conditions = {
    status: sql`action_type = 'status_changed' or (action_type = 'edited' and details @> '{"changes": [{"field": "status"}]}')`,
    assignee: sql`action_type = 'assigned'`,
    pause: sql`action_type = 'pause_changed'`,
  };
  const { rows } = await sql<{
    assignee: string | null;
    team: string | null;
    by: string | null;
    by_id: number | null;
    at: Date | null;
    reason: string | null;
  }>`
    select (select full_name from users where id = ${order.assignee_id}::bigint) as assignee,
      (select name from teams where id = ${order.team_id}::bigint) as team, last_change.user_name as by,
      last_change.user_id as by_id, coalesce(last_change.happened_at, last_change.created_at) as at,
      -- Changes and their reasons are logged in one transaction, which has one time.
      (select details ->> 'text' from work_order_activity where work_order_id = ${order.id} and action_type = 'comment_added'
        and seq > last_change.seq and user_id = last_change.user_id and created_at = last_change.created_at
        order by seq limit 1) as reason
    from (select) single_row left join lateral (
      select seq, user_name, user_id, happened_at, created_at from work_order_activity
      where work_order_id = ${order.id} and (${conditions[field]}) order by seq desc limit 1) last_change on true`.execute(
    db,
  );
  const {
    assignee = null,
    team = null,
    by = null,
    by_id: byId = null,
    at = null,
    reason: comment = null,
  } = rows[0] ?? {};
  const { pause_reason: reason, paused_at, paused_until } = order;
  const isPaused = reason !== null && paused_at !== null;
  const pauseTimes = { since: paused_at?.toISOString() ?? "", until: paused_until?.toISOString() ?? null };
  return {
    field,
    status: order.status,
    assignee,
    ...(team !== null && { team }),
    pause: isPaused ? { reason, ...pauseTimes } : null,
    by,
    byId,
    at: at?.toISOString() ?? null,
    ...(comment !== null && { reason: comment }),
  };
}

/**
 * Resolves a conflict. With `use`, the late update is applied to the work order as it is now. Otherwise the
 * work order stays unchanged.
 * @throws AppError not_found; forbidden for other technicians, and for taking over someone else's work order;
 * conflict if it was already resolved differently, or if the new assignee no longer works at the property
 */
export async function resolveWorkConflict(
  ctx: SignedInCtx,
  { id, conflictId, use }: { id: number; conflictId: number; use: boolean },
): Promise<WorkOrder> {
  const { db, actor, now } = ctx;
  await lockMyWork(ctx, id);
  const order = await lockWorkOrder(ctx, id);
  const record = await db
    .selectFrom("work_order_conflicts as k")
    .innerJoin("users as author", "author.id", "k.user_id")
    .leftJoin("users as resolver", "resolver.id", "k.resolved_by_id")
    .select([
      "k.id",
      "k.requested",
      "k.current",
      "k.user_id",
      "k.happened_at",
      "k.signature_id",
      "k.outcome",
      "author.full_name as author",
      "resolver.full_name as resolver",
    ])
    .where("k.id", "=", conflictId)
    .where("k.work_order_id", "=", id)
    .executeTakeFirst();
  if (record === undefined) throw notFound("conflict");
  if (!isOwnerOrManager(record, actor.accessScope))
    throw forbidden(
      "Only the technician who made the change or the property's manager can resolve this conflict.",
    );
  // Written by `recordConflict`.
  const requested = record.requested as unknown as RequestedWork;
  const outcome = use ? "used" : "left";
  const readResponse = async () =>
    presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);
  if (record.outcome !== null && record.outcome !== outcome)
    throw conflict(`${record.resolver} has already resolved this conflict.`, {
      current: await readResponse(),
    });
  if (record.outcome !== null) return readResponse();
  const reassigns = use && requested.assignsSelf === true && order.assignee_id !== record.user_id;
  if (reassigns && !isManager(actor.accessScope)) await assertUnassigned(ctx, order);
  const assignee = reassigns ? await lockAssignee(ctx, order.property_id, record.user_id) : undefined;
  if (reassigns && assignee === undefined)
    throw conflict(`${record.author} no longer works at this property.`);
  await saveResolution(ctx, order, record, outcome);
  if (use) await applyWork(ctx, order, requested, { assignee, at: record.happened_at });
  // Starting a closed work order left no running timer, so using that start continues the work now.
  const isMyStart = requested.step === "start" && record.user_id === actor.id;
  const isContinued = use && isMyStart && (await findClosedAt(ctx, order)) !== undefined;
  if (isContinued && !(await hasWorkedElsewhereSince(ctx, id, record.happened_at)))
    await startTimer(ctx, order);
  if (use && record.signature_id !== null) await useSignature(ctx, id, record.signature_id);
  return readResponse();
}

/** Makes this the work order's signature, unless another one has been collected since. */
const useSignature = ({ db }: SignedInCtx, id: number, signatureId: number) =>
  db
    .updateTable("work_orders")
    .set({ signature_id: signatureId })
    .where("id", "=", id)
    .where("signature_id", "is", null)
    .execute();

/**
 * Adds a signature to the signer's rejected completion of the work order. Returns whether there is one. If
 * so, the signature belongs to the conflict, not to the work order.
 */
export async function addToRejectedCompletion(
  { db, actor }: SignedInCtx,
  orderId: number,
  signatureId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("work_order_conflicts")
    .set({ signature_id: signatureId })
    .where("work_order_id", "=", orderId)
    .where("user_id", "=", actor.id)
    .where("resolved_at", "is", null)
    .where(sql<boolean>`requested @> '{"step": "complete"}'`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Resolves the user's open conflict on a work order they've worked on since. Using the old update would undo
 * that work.
 */
export async function dismissMyConflict(ctx: SignedInCtx, order: WorkOrderRecord): Promise<void> {
  const { db, actor } = ctx;
  const record = await db
    .selectFrom("work_order_conflicts")
    .select(["id", "requested", "current", "user_id"])
    .where("work_order_id", "=", order.id)
    .where("user_id", "=", actor.id)
    .where("resolved_at", "is", null)
    .executeTakeFirst();
  if (record !== undefined) await saveResolution(ctx, order, { ...record, author: actor.fullName }, "left");
}

type UnresolvedConflict = Pick<
  Selectable<WorkOrderConflictsTable>,
  "id" | "requested" | "current" | "user_id"
> & {
  author: string;
};

/** Saves and logs the choice and notifies the other side. */
async function saveResolution(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  record: UnresolvedConflict,
  outcome: "used" | "left",
): Promise<void> {
  const { db, actor, now } = ctx;
  await db
    .updateTable("work_order_conflicts")
    .set({ resolved_at: now, resolved_by_id: actor.id, outcome })
    .where("id", "=", record.id)
    .execute();
  // Written by `recordConflict`.
  const requested = record.requested as unknown as RequestedWork;
  const { byId } = record.current as unknown as StoredCurrentWork;
  const timeZone = await getTimeZone(ctx, order);
  const resolution = { requested, outcome, madeBy: record.author, timeZone };
  await addActivity(ctx, order, { actionType: "conflict", details: resolution, internal: true });
  const details = { workOrderId: order.id, title: order.title, by: actor.fullName, ...resolution };
  const content = { kind: "work-order.conflict-resolved", details } as const;
  await notifyPeople(ctx, order, [record.user_id, byId], content, { staffOnly: true });
  publishWorkOrderChange(ctx, "work-order.work", order, true);
}

/** @throws AppError forbidden if the work order is assigned to someone else or to another team */
async function assertUnassigned(ctx: SignedInCtx, order: WorkOrderRecord): Promise<void> {
  if (order.assignee_id !== null)
    throw forbidden(
      "This work order is assigned to someone else. Ask the property's manager to reassign it.",
    );
  await assertCanTake(ctx, order);
}

/** Returns the conflicts this person can resolve, oldest first. */
export async function findOpenConflicts({
  db,
  actor,
}: SignedInCtx): Promise<ResponseOf<typeof listConflicts>> {
  const { rows } = await sql<{
    record: ConflictRow;
    order: ResponseOf<typeof listConflicts>[number]["order"];
  }>`
    select ${conflictObject} as record, json_build_object('id', o.id, 'title', o.title, 'status', o.status, 'timeZone', p.time_zone,
      'property', p.name, 'unitNumber', u.unit_number) as order
    from work_order_conflicts k join users author on author.id = k.user_id
    left join work_order_signatures s on s.id = k.signature_id join work_orders o on o.id = k.work_order_id
    join properties p on p.id = o.property_id left join units u on u.id = o.unit_id
    where k.resolved_at is null and o.deleted_at is null and ${workOrderScope(actor.accessScope, "write")}
      and (${actor.accessScope.effectiveRole !== "maintenance"} or k.user_id = ${actor.id})
    order by k.id limit 100`.execute(db);
  return rows.map(({ record, order }) => ({ ...presentConflict(record, actor), order }));
}
