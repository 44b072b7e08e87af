import type { Actor } from "#server/http/actor.ts";
import { grantOf } from "#shared/permissions.ts";
import type { WorkOrder } from "../contract.ts";
import { type Status, statuses, tenantMayMove, unfinishedStatuses } from "../status.ts";
import { mayAgree, presentAppointment } from "./appointment-columns.ts";
import { contentHash } from "./content-hash.ts";
import type { WorkOrderDetails, WorkOrderRecord } from "./queries.ts";
import { presentClash, presentPause, presentTime } from "./work-columns.ts";

/** An order as the user sees it, with what they may do with it now: nothing with a deleted one. */
export function presentOrder(order: WorkOrderDetails, actor: Actor, now: Date): WorkOrder {
  const url = `/api/work-orders/${order.id}`;
  const may = allowances(order, actor, now);
  return {
    id: order.id,
    title: order.title,
    description: order.description,
    category: order.category,
    location: order.location,
    priority: order.priority,
    status: order.status,
    createdAt: order.created_at.toISOString(),
    updatedAt: order.updated_at.toISOString(),
    completedAt: order.completed_at?.toISOString() ?? null,
    dueAt: order.due_at?.toISOString() ?? null,
    ...plan({ plannedOn: order.planned_on, estimateMinutes: order.estimate_minutes }, actor),
    timeZone: order.time_zone,
    appointment: presentAppointment(order.appointment),
    pause: presentPause(order.pause),
    signatureUrl: order.signature_id === null ? null : `${url}/signatures/${order.signature_id}`,
    version: order.version,
    propertyId: order.property_id,
    unitNumber: order.unit_number,
    assignee:
      order.assignee_id === null ? null : { id: order.assignee_id, fullName: order.assignee_name ?? "" },
    team: order.team_id === null ? null : { id: order.team_id, name: order.team_name ?? "" },
    awaitingApproval: order.awaiting_approval,
    property: { id: order.property_id, name: order.property_name, address: order.property_address },
    unit:
      order.unit_id === null
        ? null
        : { id: order.unit_id, unitNumber: order.unit_number ?? "", floor: order.floor },
    access: actor.role === "tenant" ? null : { building: order.building_access, unit: order.unit_access },
    createdBy: { id: order.created_by_id, fullName: order.creator_name, role: order.creator_role },
    images: order.images.map((image) => ({
      id: image.id,
      url: `${url}/images/${image.id}`,
      thumbnailUrl: `${url}/images/${image.id}?size=thumbnail`,
      width: image.width,
      height: image.height,
      label: image.label,
      addedBy: { id: image.added_by_id, fullName: image.added_by_name },
      addedAt: new Date(image.added_at).toISOString(),
      mayRemove: may.addPhotos && mayRemove(image, actor),
    })),
    files: order.files.map((file) => ({
      id: file.id,
      url: `${url}/files/${file.id}`,
      name: file.name,
      mediaType: file.media_type,
      bytes: file.bytes,
      internal: file.internal,
      addedBy: { id: file.added_by_id, fullName: file.added_by_name },
      addedAt: new Date(file.added_at).toISOString(),
      mayRemove: may.addFiles && mayRemove(file, actor),
    })),
    times: order.times.map((time) => presentTime(time, actor, may.work)),
    clashes: order.clashes.map((clash) => presentClash(clash, actor)),
    signatures: order.signatures.map((signature) => ({
      id: signature.id,
      url: `${url}/signatures/${signature.id}`,
      signedByName: signature.signed_by_name,
      signedBy: { id: signature.signed_by_id, fullName: signature.signer_name },
      signedAt: new Date(signature.signed_at).toISOString(),
      changedAfterSigning: hashAsSigned(order, signature.content_hash_version) !== signature.content_hash,
    })),
    isWatching: order.watchers.some(({ id }) => id === actor.id),
    watchers: isStaff(actor) ? order.watchers.map(({ id, full_name }) => ({ id, fullName: full_name })) : [],
    may,
  };
}

/** What staff plan among themselves; tenants are told of visits instead. */
export const plan = <Plan extends Pick<WorkOrder, "plannedOn" | "estimateMinutes">>(
  order: Plan,
  { role }: Pick<Actor, "role">,
): Pick<WorkOrder, "plannedOn" | "estimateMinutes"> =>
  role === "tenant"
    ? { plannedOn: null, estimateMinutes: null }
    : { plannedOn: order.plannedOn, estimateMinutes: order.estimateMinutes };

const isStaff = ({ accessScope: { effectiveRole } }: Actor): boolean =>
  effectiveRole !== "tenant" && effectiveRole !== "pending";

/** The hash of the order's present content, by the version a signature used. */
function hashAsSigned(order: WorkOrderDetails, version: number): string {
  const photos = order.images.map(({ sha256 }) => Buffer.from(sha256, "hex"));
  return contentHash({ ...order, photos }, version).toString("hex");
}

function allowances(order: WorkOrderDetails, { id, accessScope, role }: Actor, now: Date): WorkOrder["may"] {
  const { effectiveRole } = accessScope;
  const may = (action: Parameters<typeof grantOf>[1]) =>
    order.deleted_at === null && grantOf(effectiveRole, action) !== "no";
  const mayAdd =
    effectiveRole !== "tenant" || (order.lease_id !== null && accessScope.leaseIds.includes(order.lease_id));
  return {
    edit: may("work-orders.edit"),
    delete: may("work-orders.delete"),
    moveTo: may("work-orders.change-status") && mayAdd ? movesFor(order, accessScope.userId, role, now) : [],
    assign: !may("work-orders.assign")
      ? "no"
      : role !== "maintenance"
        ? "any"
        : order.assignee_id === id || (order.assignee_id === null && mayTake(order))
          ? "self"
          : "no",
    work: may("work-orders.work"),
    setDue: may("work-orders.set-due"),
    plan: may("work-orders.plan") && unfinishedStatuses.includes(order.status),
    ...visitAllowances(order, role, may("work-orders.arrange-visit") && mayAdd),
    watch: may("work-orders.watch") && mayAdd,
    changeWatchers: may("work-orders.change-watchers"),
    comment: may("work-orders.comment") && mayAdd,
    commentInternally: may("work-orders.comment") && role !== "tenant",
    addPhotos: may("work-orders.change-photos") && mayAdd,
    addFiles: may("work-orders.change-files") && mayAdd,
    sign: may("work-orders.sign") && mayAdd,
  };
}

/** The order of a team is for its members. */
const mayTake = ({ team_id, is_of_own_team }: WorkOrderDetails): boolean =>
  team_id === null || is_of_own_team;

function visitAllowances(
  { status, appointment }: WorkOrderDetails,
  role: Actor["role"],
  mayArrange: boolean,
): Pick<WorkOrder["may"], "proposeVisit" | "agreeToVisit" | "callOffVisit"> {
  const isTenant = role === "tenant";
  const mayPropose = mayArrange && unfinishedStatuses.includes(status);
  return {
    proposeVisit: mayPropose && (!isTenant || appointment !== null),
    agreeToVisit: mayArrange && appointment !== null && mayAgree({ ...appointment, status }, role),
    callOffVisit: mayPropose && !isTenant && appointment !== null,
  };
}

/** Whether the user may remove a photo or file of an order they may change; the same rule for the response and for the removal. */
export const mayRemove = (
  added: { added_by_id: number },
  { id, role }: Pick<Actor, "id" | "role">,
): boolean => role !== "tenant" || added.added_by_id === id;

/** The statuses the user may move the order to; the same rule for the response and for the move itself. */
export function movesFor(
  order: Pick<WorkOrderRecord, "status" | "completed_at" | "completion_came_at" | "created_by_id">,
  userId: number,
  role: Actor["role"],
  now: Date,
): Status[] {
  const others = statuses.filter((status) => status !== order.status);
  if (role !== "tenant") return others;
  if (order.created_by_id !== userId) return [];
  const completedAt = order.completion_came_at ?? order.completed_at;
  return others.filter((status) => tenantMayMove(order.status as Status, status, completedAt, now));
}
