import { sql } from "kysely";
import { people } from "#domains/accounts/server/list-people.ts";
import { leases } from "#domains/leases/server/list-leases.ts";
import { properties } from "#domains/properties/server/list-properties.ts";
import { units } from "#domains/properties/server/list-units.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { grantOf } from "#shared/permissions.ts";
import { type Checklist, type SetUpStep, setUpSteps } from "../contract.ts";

/** What is left to set up within the access scope; mail and payments are for those who change the settings. */
export async function readChecklistFor(ctx: SignedInCtx): Promise<Checklist> {
  const { db, config, cards, actor } = ctx;
  const { rows } = await sql<Record<Exclude<SetUpStep, "mail"> | "isDismissed", boolean>>`
    select u.checklist_dismissed as "isDismissed", (o.payment_handle <> '' or o.accounting_email <> '') as payments,
      exists (select from properties p where ${properties.conditions(ctx, {})}) as building,
      exists (select from units u where ${units.conditions(ctx, {})}) as units,
      exists (select from leases l where ${leases.conditions(ctx, { state: "active" })}) as leases,
      exists (select from users u where ${people.conditions(ctx, { role: "tenant" })}) as people
    from organisation o, users u where u.id = ${actor.id}`.execute(db);
  const [found] = rows;
  if (found === undefined || found.isDismissed) return { steps: [] };
  const isDone = {
    ...found,
    // In demo mode mails are read in the outbox.
    mail: config.smtpUrl !== undefined || config.demo,
    payments: found.payments || cards !== null,
  };
  const maySet = grantOf(actor.accessScope.effectiveRole, "settings.edit") !== "no";
  const steps = setUpSteps
    .filter((step) => maySet || (step !== "mail" && step !== "payments"))
    .map((step) => ({ step, isDone: isDone[step] }));
  return { steps: steps.every((step) => step.isDone) ? [] : steps };
}

export async function dismissChecklistFor({ db, actor }: SignedInCtx): Promise<{ success: true }> {
  await db.updateTable("users").set({ checklist_dismissed: true }).where("id", "=", actor.id).execute();
  return { success: true };
}
