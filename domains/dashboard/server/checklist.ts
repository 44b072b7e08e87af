import { sql } from "kysely";
import { leases } from "#domains/leases/server/lists/list-leases.ts";
import { personList } from "#domains/people/server/directory/list-people.ts";
import { propertyList } from "#domains/properties/server/properties/list-properties.ts";
import { unitList } from "#domains/properties/server/units/list-units.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { getGrant } from "#shared/permissions.ts";
import { type Checklist, type SetupStep, setupSteps } from "../contract.ts";

/**
 * Returns the setup steps within the access scope. Email and payments are only for people who can edit the
 * settings.
 */
export async function readChecklistFor(ctx: SignedInCtx): Promise<Checklist> {
  const { db, config, cards, actor } = ctx;
  const { rows } = await sql<Record<Exclude<SetupStep, "email"> | "isDismissed", boolean>>`
    select u.checklist_dismissed as "isDismissed", (o.payment_handle <> '' or o.accounting_email <> '') as payments,
      exists (select from properties p where ${propertyList.conditions(ctx, {})}) as property,
      exists (select from units u where ${unitList.conditions(ctx, {})}) as units,
      exists (select from leases l where ${leases.conditions(ctx, { state: "active" })}) as leases,
      exists (select from users u where ${personList.conditions(ctx, { role: "tenant" })}) as people
    from organization o, users u where u.id = ${actor.id}`.execute(db);
  const [state] = rows;
  if (state === undefined || state.isDismissed) return { steps: [] };
  const isDone = {
    ...state,
    // In demo mode, emails can be read in the outbox.
    email: config.smtpUrl !== undefined || config.demo,
    payments: state.payments || cards !== null,
  };
  const canEditSettings = getGrant(actor.accessScope.effectiveRole, "settings.edit") !== "no";
  const steps = setupSteps
    .filter((step) => canEditSettings || (step !== "email" && step !== "payments"))
    .map((step) => ({ step, isDone: isDone[step] }));
  return { steps: steps.every((step) => step.isDone) ? [] : steps };
}

export async function dismissChecklistFor({ db, actor }: SignedInCtx): Promise<{ success: true }> {
  await db.updateTable("users").set({ checklist_dismissed: true }).where("id", "=", actor.id).execute();
  return { success: true };
}
