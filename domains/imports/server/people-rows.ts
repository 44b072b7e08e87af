import { sql } from "kysely";
import * as z from "zod/mini";
import { newInvitation } from "#domains/accounts/invitation-contract.ts";
import { makeInvitation } from "#domains/accounts/server/invite.ts";
import type { Role } from "#shared/permissions.ts";
import { findBuildings, findUnits, foundRows } from "./find-buildings.ts";
import { listOf, note, type RowKind } from "./row-kind.ts";

interface PersonRow {
  email: string;
  role: Role;
  allBuildings: boolean;
}

const everyBuilding = "all buildings";

/** People who each get an invitation by mail for their unit or buildings. */
export const peopleRows: RowKind = {
  read({ email, role, property = "", unit = "" }) {
    const allBuildings = property.toLowerCase() === everyBuilding;
    return { person: { email, role }, allBuildings, property: allBuildings ? [] : listOf(property), unit };
  },
  namesOf: ({ property = "", unit }) => ({
    properties: property.toLowerCase() === everyBuilding ? [] : listOf(property),
    units: listOf(unit),
  }),
  rules: z.pipe(
    z
      .object({
        person: z.pick(newInvitation, { email: true, role: true }),
        allBuildings: z.boolean(),
        property: z.array(z.string()),
        unit: z.string(),
      })
      .check((context) => {
        for (const [field, message] of Object.entries(misplaced(context.value)))
          context.issues.push({ code: "custom", input: context.value, path: [field], message });
      }),
    z.transform(({ person, allBuildings, property, unit }) => ({
      ...person,
      allBuildings,
      properties: property,
      units: unit === "" ? [] : [unit],
    })),
  ),

  async examine(ctx, importId) {
    const { db, actor, now } = ctx;
    await findBuildings(ctx, importId);
    await findUnits(ctx, importId, "Unit");
    const rows = sql`import_rows r where r.import_id = ${importId}`;
    if (actor.accessScope.effectiveRole !== "admin") {
      await note(
        db,
        importId,
        "Role",
        sql`select r.line, 'Landlord and administrator accounts are invited by an administrator.' as message
        from ${rows} and r.content ->> 'role' in ('landlord', 'admin')`,
      );
      await note(
        db,
        importId,
        "Property",
        sql`select r.line, 'Only an administrator can grant all buildings.' as message
        from ${rows} and (r.content -> 'allBuildings')::boolean`,
      );
    }
    await note(
      db,
      importId,
      "Email",
      sql`select line, format('This address is already on line %s.', first) as message from (
        select r.line, min(r.line) over (partition by lower(r.content ->> 'email')) as first from ${rows} and r.content ? 'email') twice
      where line > first`,
    );
    await note(
      db,
      importId,
      "Email",
      sql`select r.line, 'An account with this email address exists already.' as message
      from ${rows} and exists (select from users u where lower(u.email) = lower(r.content ->> 'email'))`,
    );
    await note(
      db,
      importId,
      "Email",
      sql`select r.line, 'An invitation to this address is open already.' as message
      from ${rows} and exists (select from invitations i where lower(i.email) = lower(r.content ->> 'email')
        and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${now}
        and (${actor.accessScope.effectiveRole === "admin"}::boolean or i.invited_by_id = ${actor.id}))`,
    );
  },

  rowsAtOnce: 20,

  async write(ctx, importId, lines) {
    for (const { content, propertyIds, unitIds } of await foundRows<PersonRow>(ctx, importId, lines)) {
      const { email, role, allBuildings } = content;
      await makeInvitation(ctx, {
        email,
        role,
        ...(role === "tenant" ? { unitId: unitIds[0] ?? null } : { propertyIds, allBuildings }),
      });
    }
  },
};

/** Error messages for what a role needs or cannot have, by column. */
function misplaced({
  person: { role },
  allBuildings,
  property,
  unit,
}: {
  person: { role: Role };
  allBuildings: boolean;
  property: readonly string[];
  unit: string;
}): Record<string, string> {
  if (role === "tenant") {
    const found: Record<string, string> = {};
    if (allBuildings || property.length !== 1)
      found.property = "Please name the one building of this tenant.";
    if (unit === "") found.unit = "Please enter the unit of this tenant.";
    return found;
  }
  if (unit !== "") return { unit: "Only a tenant has a unit." };
  if (allBuildings && role !== "maintenance")
    return { property: "Only maintenance staff can have all buildings." };
  if (role === "maintenance" && property.length === 0 && !allBuildings)
    return { property: "Please name at least one building, or all buildings." };
  if (role === "admin" && property.length > 0)
    return { property: "An administrator has every building anyway: please leave this empty." };
  return {};
}
