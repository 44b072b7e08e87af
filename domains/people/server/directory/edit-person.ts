import { endAccess } from "#domains/accounts/server/sessions/end-access.ts";
import { unassignWorkOrders } from "#domains/work-orders/server/assignment/unassign-work-orders.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Role } from "#shared/permissions.ts";
import type { editPerson as editPersonEndpoint, Person } from "../../people-contract.ts";
import { refreshApprovalLists } from "../approvals/approvers.ts";
import { withdrawUnauthorizedInvitations } from "../invitations/withdraw-invitation.ts";
import { assertPropertiesExist, assignProperties, findAssignedPropertyIds } from "./assigned-properties.ts";
import { assertCurrentPersonVersion, lockPersonForChange } from "./lock-person-for-change.ts";
import { findPerson } from "./person-queries.ts";
import { type PersonRow, presentPerson } from "./present-person.ts";

type Changes = BodyOf<typeof editPersonEndpoint>;

/** The fields that can be edited, before or after a change. */
interface PersonFields {
  fullName: string;
  role: Role;
  hasAllProperties: boolean;
  propertyIds: number[];
}

/**
 * Updates a person's name, role, and properties. A new role ends all sessions and API tokens. New properties change the access
 * scope immediately. Open work orders become unassigned if the technician no longer works at their property.
 * @throws AppError not_found; forbidden; conflict if `expectedVersion` is outdated; invalid
 */
export async function editPerson(
  ctx: SignedInCtx,
  id: number,
  input: Changes,
  expectedVersion: number | undefined,
): Promise<Person> {
  const { db, actor } = ctx;
  const person = await lockPersonForChange(ctx, id);
  await assertCurrentPersonVersion(ctx, person, expectedVersion);
  const before = await readFields(ctx, person);
  const after = applyChanges(before, input);
  await assertAllowedChange(ctx, person, { before, after, input });
  const changes = diffFields(before, after, ["fullName", "role", "hasAllProperties", "propertyIds"]);
  if (changes.length === 0) return presentPerson(person);
  const isChanged = (field: keyof PersonFields) => changes.some((change) => change.field === field);

  await db
    .updateTable("users")
    .set((row) => ({
      full_name: after.fullName,
      role: after.role,
      has_all_properties: after.hasAllProperties,
      ...(isChanged("role") ? { access_since: ctx.now } : {}),
      ...(after.role === "tenant" ? {} : { requested_unit_id: null }),
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await assignProperties(db, { id, role: after.role }, after.propertyIds);
  if (before.role === "maintenance")
    await unassignWorkOrders(ctx, {
      assigneeId: id,
      exceptAt: after.role !== "maintenance" ? [] : after.hasAllProperties ? "everywhere" : after.propertyIds,
      reason: `${after.fullName} is no longer on the team`,
    });
  await withdrawUnauthorizedInvitations(ctx, id);
  await audit(ctx, { action: "person.edited", subjectType: "person", subjectId: id, details: { changes } });
  if (isChanged("role")) await endAccess(ctx, id);
  else {
    if (isChanged("propertyIds") || isChanged("hasAllProperties"))
      await notify(ctx, [id], {
        kind: "person.properties",
        details: {},
        link: after.role === "landlord" ? "/properties" : "/work-orders",
      });
    ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [id] }));
  }
  await refreshApprovalLists(ctx, null);
  return presentPerson(await findPerson(db, actor.accessScope, id));
}

async function readFields({ db }: SignedInCtx, person: PersonRow): Promise<PersonFields> {
  return {
    fullName: person.fullName,
    role: person.role,
    hasAllProperties: person.hasAllProperties,
    propertyIds: await findAssignedPropertyIds(db, person),
  };
}

/** Omitted fields keep their values if they apply to the new role. */
function applyChanges(
  before: PersonFields,
  { fullName, role = before.role, propertyIds, hasAllProperties }: Changes,
): PersonFields {
  const hasProperties = role === "landlord" || role === "maintenance";
  const currentIds = role === before.role ? before.propertyIds : [];
  return {
    fullName: fullName ?? before.fullName,
    role,
    hasAllProperties:
      role === "maintenance" && (hasAllProperties ?? (before.role === role && before.hasAllProperties)),
    propertyIds: hasProperties ? [...new Set(propertyIds ?? currentIds)].sort((a, b) => a - b) : [],
  };
}

async function assertAllowedChange(
  { db }: SignedInCtx,
  person: PersonRow,
  { before, after, input }: { before: PersonFields; after: PersonFields; input: Changes },
): Promise<void> {
  const { propertyIds = [], hasAllProperties = false } = input;
  if (propertyIds.length > 0 && after.role !== "landlord" && after.role !== "maintenance")
    throw invalid({ propertyIds: "Only landlords and maintenance staff can be assigned to properties." });
  if (hasAllProperties && after.role !== "maintenance")
    throw invalid({ hasAllProperties: "Only maintenance staff can be given all properties." });
  if (after.role !== before.role && (person.state === "pending" || person.state === "declined"))
    throw conflict(`Approve ${person.fullName} before changing their role.`);
  await assertPropertiesExist(db, after.propertyIds);
}
