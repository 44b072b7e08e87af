import { isStaff } from "#server/access/viewer.ts";
import type { AccessScope, Actor } from "#server/http/requests/actor.ts";
import { getGrant } from "#shared/permissions.ts";
import type { WorkOrder } from "../contract.ts";
import { canTenantSetStatus, type Status, statuses, unfinishedStatuses } from "../status.ts";
import { canConfirmVisit, presentAppointment } from "./appointment-columns.ts";
import type { WorkOrderDetails, WorkOrderRecord } from "./queries.ts";
import { contentHash, contentHashVersion } from "./signatures/content-hash.ts";
import { presentConflict, presentPause, presentTimeEntry } from "./work-columns.ts";

/**
 * Returns a work order as the user sees it, with what they can do with it now. Deleted work orders allow no
 * actions.
 */
export function presentWorkOrder(order: WorkOrderDetails, actor: Actor, now: Date): WorkOrder {
  const url = `/api/work-orders/${order.id}`;
  const can = getPermissions(order, actor, now);
  const scope = actor.accessScope;
  const canRecordTime =
    order.deleted_at === null && getGrant(scope.effectiveRole, "work-orders.work") !== "no";
  const times = order.times.map((time) => presentTimeEntry(time, actor, canRecordTime));
  return {
    id: order.id,
    title: order.title,
    description: order.description,
    category: order.category,
    location: order.location,
    priority: order.priority,
    status: order.status,
    createdAt: order.created_at.toISOString(),
    reportedAt: order.reported_at.toISOString(),
    updatedAt: order.updated_at.toISOString(),
    completedAt: order.completed_at?.toISOString() ?? null,
    dueAt: order.due_at?.toISOString() ?? null,
    ...getVisiblePlan({ plannedOn: order.planned_on, estimateMinutes: order.estimate_minutes }, scope),
    timeZone: order.time_zone,
    appointment: presentAppointment(order.appointment),
    pause: presentPause(order.pause),
    signatureUrl: order.signature_id === null ? null : `${url}/signatures/${order.signature_id}`,
    version: order.version,
    propertyId: order.property_id,
    unitNumber: order.unit_number,
    assignee:
      order.assignee_id === null ? null : { id: order.assignee_id, fullName: order.assignee_name ?? "" },
    clockStartedAt:
      times.find(({ user, endedAt }) => user.id === order.assignee_id && endedAt === null)?.startedAt ?? null,
    team: order.team_id === null ? null : { id: order.team_id, name: order.team_name ?? "" },
    awaitingApproval: order.awaiting_approval,
    property: { id: order.property_id, name: order.property_name, address: order.property_address },
    unit:
      order.unit_id === null
        ? null
        : { id: order.unit_id, unitNumber: order.unit_number ?? "", floor: order.floor },
    access: isStaff(scope) ? { building: order.building_access, unit: order.unit_access } : null,
    createdBy: {
      id: order.created_by_id,
      fullName: order.creator_name,
      role: order.creator_role,
      company: order.creator_role === "tenant" ? order.company_name : null,
      phone: isStaff(scope) && order.creator_role === "tenant" ? order.company_phone : null,
      email: isStaff(scope) ? order.creator_email : null,
    },
    assigneeEmail: isStaff(scope) ? order.assignee_email : null,
    members: order.members,
    images: order.images.map((image) => ({
      id: image.id,
      url: `${url}/images/${image.id}`,
      thumbnailUrl: `${url}/images/${image.id}?size=thumbnail`,
      width: image.width,
      height: image.height,
      label: image.label,
      addedBy: { id: image.added_by_id, fullName: image.added_by_name },
      addedAt: new Date(image.added_at).toISOString(),
      canRemove: can.addPhotos && canRemove(image, scope),
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
      canRemove: can.addFiles && canRemove(file, scope),
    })),
    times,
    conflicts: order.conflicts.map((conflict) => presentConflict(conflict, actor)),
    contentHash: hashCurrentContent(order, contentHashVersion),
    signatures: order.signatures.map((signature) => ({
      id: signature.id,
      url: `${url}/signatures/${signature.id}`,
      signedByName: signature.signed_by_name,
      signedBy: { id: signature.signed_by_id, fullName: signature.signer_name },
      signedAt: new Date(signature.signed_at).toISOString(),
      changedAfterSigning:
        hashCurrentContent(order, signature.content_hash_version) !== signature.content_hash,
    })),
    isWatching: order.watchers.some(({ id }) => id === actor.id),
    watchers: isStaff(scope) ? order.watchers.map(({ id, full_name }) => ({ id, fullName: full_name })) : [],
    can,
  };
}

/** Hides planning from tenants, who are notified of visits instead. */
export const getVisiblePlan = <Plan extends Pick<WorkOrder, "plannedOn" | "estimateMinutes">>(
  order: Plan,
  scope: AccessScope,
): Pick<WorkOrder, "plannedOn" | "estimateMinutes"> =>
  isStaff(scope)
    ? { plannedOn: order.plannedOn, estimateMinutes: order.estimateMinutes }
    : { plannedOn: null, estimateMinutes: null };

/** Hashes the work order's current content with this version of the content hash. */
function hashCurrentContent(order: WorkOrderDetails, version: number): string {
  const photos = order.images.map(({ sha256 }) => Buffer.from(sha256, "hex"));
  return contentHash({ ...order, photos }, version).toString("hex");
}

function getPermissions(order: WorkOrderDetails, { accessScope }: Actor, now: Date): WorkOrder["can"] {
  const { effectiveRole } = accessScope;
  const isAllowed = (action: Parameters<typeof getGrant>[1]) =>
    order.deleted_at === null && getGrant(effectiveRole, action) !== "no";
  const canContribute =
    effectiveRole !== "tenant" || (order.lease_id !== null && accessScope.leaseIds.includes(order.lease_id));
  return {
    edit: isAllowed("work-orders.edit"),
    delete: isAllowed("work-orders.delete"),
    moveTo:
      isAllowed("work-orders.change-status") && canContribute && canWork(order, accessScope)
        ? getAllowedStatuses(order, accessScope, now)
        : [],
    assign: isAllowed("work-orders.assign") ? getAssignPermission(order, accessScope) : "no",
    work: isAllowed("work-orders.work") && canWork(order, accessScope),
    setDue: isAllowed("work-orders.set-due"),
    plan: isAllowed("work-orders.plan") && unfinishedStatuses.includes(order.status),
    ...getVisitPermissions(order, effectiveRole, isAllowed("work-orders.arrange-visit") && canContribute),
    watch: isAllowed("work-orders.watch") && canContribute,
    changeWatchers: isAllowed("work-orders.change-watchers"),
    comment: isAllowed("work-orders.comment") && canContribute,
    commentInternally: isAllowed("work-orders.comment") && isStaff(accessScope),
    addPhotos: isAllowed("work-orders.change-photos") && canContribute,
    addFiles: isAllowed("work-orders.change-files") && canContribute,
    sign: isAllowed("work-orders.sign") && canContribute,
  };
}

function getAssignPermission(
  order: WorkOrderDetails,
  { effectiveRole, userId }: AccessScope,
): WorkOrder["can"]["assign"] {
  if (effectiveRole !== "maintenance") return "any";
  if (!unfinishedStatuses.includes(order.status)) return "no";
  const canAssignSelf = order.assignee_id === userId || (order.assignee_id === null && canTake(order));
  return canAssignSelf ? "self" : "no";
}

/** The same rule as `assertCanWork`. */
const canWork = (order: WorkOrderDetails, { effectiveRole, userId }: AccessScope): boolean =>
  effectiveRole !== "maintenance" ||
  order.assignee_id === userId ||
  canTake(order) ||
  order.times.some(({ user_id, ended_at }) => user_id === userId && ended_at === null);

/** Only members of a team can take its work orders. */
const canTake = ({ team_id, is_team_member }: WorkOrderDetails): boolean =>
  team_id === null || is_team_member;

function getVisitPermissions(
  { status, appointment }: WorkOrderDetails,
  role: AccessScope["effectiveRole"],
  canArrange: boolean,
): Pick<WorkOrder["can"], "proposeVisit" | "confirmVisit" | "cancelVisit"> {
  const isTenant = role === "tenant";
  const canPropose = canArrange && unfinishedStatuses.includes(status);
  return {
    proposeVisit: canPropose && (!isTenant || appointment !== null),
    confirmVisit: canArrange && appointment !== null && canConfirmVisit({ ...appointment, status }, role),
    cancelVisit: canPropose && !isTenant && appointment !== null,
  };
}

/**
 * Whether the user can remove a photo or file from a work order they can change. Used for the response and to
 * authorize the removal.
 */
export const canRemove = (attachment: { added_by_id: number }, scope: AccessScope): boolean =>
  isStaff(scope) || attachment.added_by_id === scope.userId;

/** The statuses the user can set. Used for the response and to authorize the change. */
export function getAllowedStatuses(
  order: Pick<WorkOrderRecord, "status" | "completed_at" | "completion_received_at" | "created_by_id">,
  scope: AccessScope,
  now: Date,
): Status[] {
  const otherStatuses = statuses.filter((status) => status !== order.status);
  if (isStaff(scope)) return otherStatuses;
  if (order.created_by_id !== scope.userId) return [];
  const completedAt = order.completion_received_at ?? order.completed_at;
  return otherStatuses.filter((status) => canTenantSetStatus(order.status, status, completedAt, now));
}
