import { handBackOrders } from "#domains/work-orders/server/hand-back-orders.ts";
import { audit, changesBetween } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { endSessionsOf } from "#server/http/session.ts";
import { notify } from "#server/notifications/notify.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { Role } from "#shared/permissions.ts";
import type { editPerson as editPersonEndpoint, Person } from "../people-contract.ts";
import { refreshApprovers } from "./approvers.ts";
import { grantBuildings, grantedBuildings, refuseUnknownBuildings } from "./buildings-of-people.ts";
import { lockForChange, refuseStalePerson } from "./lock-for-change.ts";
import { type PersonRow, presentPerson } from "./present.ts";
import { findPerson } from "./queries.ts";
import { withdrawUnbacked } from "./withdraw-invitation.ts";

type Changes = BodyOf<typeof editPersonEndpoint>;

/** A person's role and buildings, before or after a change. */
interface Access {
  fullName: string;
  role: Role;
  allBuildings: boolean;
  propertyIds: number[];
}

/**
 * Changes a person's name, role and buildings. Another role ends all sessions; other buildings change the access scope at
 * once. Open orders of a technician who no longer works in their building go back to the queue.
 * @throws AppError not_found; forbidden; conflict when `seen` is an old version; invalid
 */
export async function editPerson(
  ctx: SignedInCtx,
  id: number,
  wanted: Changes,
  seen: number | undefined,
): Promise<Person> {
  const { db, actor } = ctx;
  const person = await lockForChange(ctx, id);
  await refuseStalePerson(ctx, person, seen);
  const before = await accessOf(ctx, person);
  const after = accessAfter(before, wanted);
  await refuseImpossible(ctx, person, { before, after, wanted });
  const changes = changesBetween(before, after, ["fullName", "role", "allBuildings", "propertyIds"]);
  if (changes.length === 0) return presentPerson(person);
  const isChanged = (field: keyof Access) => changes.some((change) => change.field === field);

  await db
    .updateTable("users")
    .set((row) => ({
      full_name: after.fullName,
      role: after.role,
      all_buildings: after.allBuildings,
      ...(after.role === "tenant" ? {} : { claimed_unit_id: null }),
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await grantBuildings(db, { id, role: after.role }, after.propertyIds);
  if (before.role === "maintenance")
    await handBackOrders(ctx, {
      assigneeId: id,
      keptIn: after.role !== "maintenance" ? [] : after.allBuildings ? "everywhere" : after.propertyIds,
      reason: `${after.fullName} does not work here any more`,
    });
  await withdrawUnbacked(ctx, id);
  await audit(ctx, { action: "person.edited", subjectType: "person", subjectId: id, details: { changes } });
  if (isChanged("role")) await endSessionsOf(ctx, id);
  else {
    if (isChanged("propertyIds") || isChanged("allBuildings"))
      await notify(ctx, [id], {
        kind: "person.buildings",
        particulars: {},
        link: after.role === "landlord" ? "/properties" : "/work-orders",
      });
    ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [id] }));
  }
  await refreshApprovers(ctx, null);
  return presentPerson(await findPerson(db, actor.accessScope, id));
}

async function accessOf({ db }: SignedInCtx, person: PersonRow): Promise<Access> {
  return {
    fullName: person.fullName,
    role: person.role,
    allBuildings: person.allBuildings,
    propertyIds: await grantedBuildings(db, person),
  };
}

/** Omitted fields stay unchanged, as far as they apply to the new role. */
function accessAfter(
  before: Access,
  { fullName, role = before.role, propertyIds, allBuildings }: Changes,
): Access {
  const hasBuildings = role === "landlord" || role === "maintenance";
  const kept = role === before.role ? before.propertyIds : [];
  return {
    fullName: fullName ?? before.fullName,
    role,
    allBuildings: role === "maintenance" && (allBuildings ?? (before.role === role && before.allBuildings)),
    propertyIds: hasBuildings ? [...new Set(propertyIds ?? kept)].sort((a, b) => a - b) : [],
  };
}

async function refuseImpossible(
  { db }: SignedInCtx,
  person: PersonRow,
  { before, after, wanted }: { before: Access; after: Access; wanted: Changes },
): Promise<void> {
  const { propertyIds = [], allBuildings = false } = wanted;
  if (propertyIds.length > 0 && after.role !== "landlord" && after.role !== "maintenance")
    throw invalid({ propertyIds: "Only landlords and maintenance staff have buildings." });
  if (allBuildings && after.role !== "maintenance")
    throw invalid({ allBuildings: "Only maintenance staff can have all buildings." });
  if (after.role !== before.role && (person.state === "pending" || person.state === "refused"))
    throw conflict(`Please approve ${person.fullName} first, then change the role.`);
  await refuseUnknownBuildings(db, after.propertyIds);
}
