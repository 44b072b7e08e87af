import type { AuditSubjectType } from "#domains/audit/actions.ts";
import type { Ctx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";

/** A record with versions, and either its subject in the audit log or its own conflict message. */
type VersionedRecord = { version: number } & (
  | { type: AuditSubjectType; id: number; name: string }
  | { describeConflict: () => string | Promise<string> }
);

/** The audit actions that create a new version, for records that also have other audit actions. */
const versionActions: Partial<Record<AuditSubjectType, readonly string[]>> = {
  property: ["property.edited", "settings.property-changed"],
};

/**
 * Checks that the user edited the current version of the record.
 * @throws AppError conflict with the current record and a message that says who changed it
 */
export async function assertCurrentVersion(
  ctx: Pick<Ctx, "db">,
  record: VersionedRecord,
  expectedVersion: number | undefined,
  readCurrent: () => unknown,
): Promise<void> {
  if (expectedVersion === undefined || expectedVersion === record.version) return;
  const message =
    "describeConflict" in record
      ? await record.describeConflict()
      : `${await findLastEditor(ctx, record.type, record.id)} changed ${record.name} after you opened it.`;
  throw conflict(message, { current: await readCurrent() });
}

/** Returns the name of the person who made the record's current version. */
export async function findLastEditor(
  { db }: Pick<Ctx, "db">,
  type: AuditSubjectType,
  id: number | string,
): Promise<string> {
  const actions = versionActions[type];
  const lastEntry = await db
    .selectFrom("audit_log")
    .select("actor_name")
    .where("subject_type", "=", type)
    .where("subject_id", "=", String(id))
    .$if(actions !== undefined, (query) => query.where("action", "in", actions ?? []))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return lastEntry?.actor_name ?? "Someone else";
}
