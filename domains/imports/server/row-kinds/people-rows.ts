import { sql } from "kysely";
import * as z from "zod/mini";
import { newInvitation } from "#domains/people/invitation-contract.ts";
import { createInvitation } from "#domains/people/server/invitations/invite.ts";
import { foldText } from "#shared/fold-text.ts";
import type { Role } from "#shared/permissions.ts";
import { rememberRecords } from "../write/import-records.ts";
import { checkUnits, linkProperties, readLinkedRows } from "./link-properties.ts";
import { type RowKind, recordErrors, splitList } from "./row-kind.ts";

interface PersonRow {
  email: string;
  role: Role;
  hasAllProperties: boolean;
}

/** “All buildings” is the wording of earlier templates. */
const allPropertiesWords = ["all properties", "all buildings"];

/** Imports people. Each gets an email invitation for their unit or properties. */
export const peopleRows: RowKind = {
  read({ email, role, property = "", unit = "" }) {
    const hasAllProperties = allPropertiesWords.includes(foldText(property));
    return {
      person: { email, role },
      hasAllProperties,
      property: hasAllProperties ? [] : splitList(property),
      unit,
    };
  },
  readNames: ({ property = "", unit }) => ({
    properties: allPropertiesWords.includes(foldText(property)) ? [] : splitList(property),
    units: splitList(unit),
  }),
  rules: z.pipe(
    z
      .object({
        person: z.pick(newInvitation, { email: true, role: true }),
        hasAllProperties: z.boolean(),
        property: z.array(z.string()),
        unit: z.string(),
      })
      .check((context) => {
        for (const [field, message] of Object.entries(findRoleErrors(context.value)))
          context.issues.push({ code: "custom", input: context.value, path: [field], message });
      }),
    z.transform(({ person, hasAllProperties, property, unit }) => ({
      ...person,
      hasAllProperties,
      properties: property,
      units: unit === "" ? [] : [unit],
    })),
  ),

  async checkAgainstPortal(ctx, importId) {
    const { db, actor, now } = ctx;
    await linkProperties(ctx, importId);
    await checkUnits(ctx, importId, "Unit");
    const rows = sql`import_rows r where r.import_id = ${importId}`;
    if (actor.accessScope.effectiveRole !== "admin") {
      await recordErrors(
        db,
        importId,
        "Role",
        sql`select r.line, 'Only administrators can invite landlords and administrators.' as message
        from ${rows} and r.content ->> 'role' in ('landlord', 'admin')`,
      );
      await recordErrors(
        db,
        importId,
        "Property",
        sql`select r.line, 'Only administrators can grant access to all properties.' as message
        from ${rows} and (r.content -> 'hasAllProperties')::boolean`,
      );
    }
    await recordErrors(
      db,
      importId,
      "Email",
      sql`select line, format('This email address is already on line %s.', first) as message from (
        select r.line, min(r.line) over (partition by lower(r.content ->> 'email')) as first from ${rows} and r.content ? 'email') twice
      where line > first`,
    );
    await recordErrors(
      db,
      importId,
      "Email",
      sql`select r.line, 'An account with this email address already exists.' as message
      from ${rows} and exists (select from users u where lower(u.email) = lower(r.content ->> 'email'))`,
    );
    await recordErrors(
      db,
      importId,
      "Email",
      sql`select r.line, 'This email address already has a pending invitation.' as message
      from ${rows} and exists (select from invitations i where lower(i.email) = lower(r.content ->> 'email')
        and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${now}
        and (${actor.accessScope.effectiveRole === "admin"}::boolean or i.invited_by_id = ${actor.id}))`,
    );
  },

  batchSize: 20,

  async write(ctx, importId, lines) {
    for (const { content, propertyIds, unitIds } of await readLinkedRows<PersonRow>(ctx, importId, lines)) {
      const { email, role, hasAllProperties } = content;
      const { invitation } = await createInvitation(ctx, {
        email,
        role,
        ...(role === "tenant" ? { unitId: unitIds[0] ?? null } : { propertyIds, hasAllProperties }),
      });
      await rememberRecords(ctx, importId, "invitation", [invitation.id]);
    }
  },
};

/** Returns error messages, by column, for fields a role requires or can't have. */
function findRoleErrors({
  person: { role },
  hasAllProperties,
  property,
  unit,
}: {
  person: { role: Role };
  hasAllProperties: boolean;
  property: readonly string[];
  unit: string;
}): Record<string, string> {
  if (role === "tenant") {
    const errors: Record<string, string> = {};
    if (hasAllProperties || property.length !== 1) errors.property = "Enter this tenant's property.";
    if (unit === "") errors.unit = "Enter this tenant's unit.";
    return errors;
  }
  if (unit !== "") return { unit: "Only tenants have a unit." };
  if (hasAllProperties && role !== "maintenance")
    return { property: "Only maintenance staff can be given all properties." };
  if (role === "maintenance" && property.length === 0 && !hasAllProperties)
    return { property: "Enter at least one property, or “all properties.”" };
  if (role === "admin" && property.length > 0)
    return { property: "Administrators have access to every property. Leave this blank." };
  return {};
}
