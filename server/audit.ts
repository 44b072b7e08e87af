import type { AuditSubjectType } from "#domains/audit/actions.ts";
import type { ActionWithDetails } from "#domains/audit/details.ts";
import type { Ctx } from "./http/context.ts";
import { recordEvent } from "./webhooks/record-event.ts";

/**
 * Records who did what in the audit log, within the transaction of the change, and sends the event to
 * webhooks. `details` lists the changes with old and new values (see `diffFields`). It must never contain
 * a password, a code or a token.
 */
export async function audit(
  ctx: Ctx,
  entry: ActionWithDetails & {
    subjectType: AuditSubjectType;
    subjectId: string | number;
    propertyId?: number | null;
    actorName?: string;
  },
): Promise<void> {
  await ctx.db
    .insertInto("audit_log")
    .values({
      actor_id: ctx.actor?.id ?? null,
      actor_name: ctx.actor?.fullName ?? entry.actorName ?? "Signed out",
      action: entry.action,
      subject_type: entry.subjectType,
      subject_id: String(entry.subjectId),
      property_id: entry.propertyId ?? null,
      network_address: ctx.networkAddress,
      request_id: ctx.requestId,
      details: JSON.stringify({
        ...entry.details,
        ...(ctx.actor?.token ? { apiToken: ctx.actor.token.name } : {}),
      }),
    })
    .execute();
  // Work order events reach webhooks through the work order's activity log.
  if (entry.subjectType !== "work-order")
    await recordEvent(ctx, {
      kind: entry.action,
      subject: { kind: entry.subjectType, id: String(entry.subjectId) },
      propertyId: entry.propertyId ?? null,
      details: entry.details ?? {},
    });
}

export interface Change<Field extends string = string> {
  field: Field;
  from: unknown;
  to: unknown;
}

/** Returns the `fields` that differ, as the `changes` of an audit log entry. */
export function diffFields<Row extends object, Field extends keyof Row & string>(
  before: Row,
  after: Row,
  fields: readonly Field[],
): Change<Field>[] {
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }));
}
