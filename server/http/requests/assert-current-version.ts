import type { AuditSubjectType } from "#domains/audit/actions.ts";
import type { Ctx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";

/** A record with versions: either its name and subject in the audit log, or its own conflict message. */
type Versioned = { version: number } & (
  | { type: AuditSubjectType; id: number; name: string }
  | { describeConflict: () => string | Promise<string> }
);

/** The audit actions that create a new version, for records that also have entries of other actions. */
const versionActions: Partial<Record<AuditSubjectType, readonly string[]>> = {
  property: ["property.edited", "settings.property-changed"],
};

/**
 * Checks that the user edited the current version of the record.
 * @throws AppError conflict with the current record and a message, which says who changed it
 */
export async function assertCurrentVersion(
  ctx: Pick<Ctx, "db">,
  record: Versioned,
  expected: number | undefined,
  readCurrent: () => unknown,
): Promise<void> {
  if (expected === undefined || expected === record.version) return;
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
  const last = await db
    .selectFrom("audit_log")
    .select("actor_name")
    .where("subject_type", "=", type)
    .where("subject_id", "=", String(id))
    .$if(actions !== undefined, (query) => query.where("action", "in", actions ?? []))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.actor_name ?? "Someone else";
}
