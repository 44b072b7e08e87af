import type { Ctx } from "./http/context.ts";
import { recordEvent } from "./webhooks/record-event.ts";

/**
 * Writes who did what into the audit log, in the transaction of the change, and tells webhooks of it. `details` names what changed, from and to
 * (`changes`, see `changesBetween`); never a password, a code or a token.
 */
export async function audit(
  ctx: Ctx,
  entry: {
    action: string;
    subjectType: string;
    subjectId: string | number;
    propertyId?: number | null;
    details?: Record<string, unknown>;
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
  // What happens to a work order is in its activity log as well, which tells of it.
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

/** The `fields` that differ, as the `changes` of an entry. */
export function changesBetween<Record extends object, Field extends keyof Record & string>(
  before: Record,
  after: Record,
  fields: readonly Field[],
): Change<Field>[] {
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }));
}
