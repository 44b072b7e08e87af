import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";

/** A versioned record, with its subject type in the audit log and its name for people. */
interface Versioned {
  type: "dispatch-rule" | "document" | "lease" | "property" | "team" | "unit" | "webhook";
  id: number;
  name: string;
  version: number;
}

/** The audit actions that create a new version, for records that also have entries of other actions. */
const versionActions: Partial<Record<Versioned["type"], readonly string[]>> = {
  property: ["property.edited", "settings.property-changed"],
};

/**
 * Checks that the user edited the current version of the record.
 * @throws AppError conflict with the current record and a message that says who changed it
 */
export async function assertCurrentVersion(
  { db }: SignedInCtx,
  { type, id, name, version }: Versioned,
  expected: number | undefined,
  readCurrent: () => Promise<unknown>,
): Promise<void> {
  if (expected === undefined || expected === version) return;
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
  throw conflict(`${last?.actor_name ?? "Someone else"} changed ${name} after you opened it.`, {
    current: await readCurrent(),
  });
}
