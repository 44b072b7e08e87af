import { conflict } from "#shared/errors.ts";
import type { SignedInCtx } from "./context.ts";

/** A versioned record, with its subject type in the audit log and its name for people. */
interface Versioned {
  type: "dispatch-rule" | "document" | "lease" | "property" | "team" | "unit" | "webhook";
  id: number;
  name: string;
  version: number;
}

/** The audit actions that make a new version, for records that have entries of other actions as well. */
const versionActions: Partial<Record<Versioned["type"], readonly string[]>> = {
  property: ["property.edited", "settings.building-changed"],
};

/**
 * @throws AppError conflict with the current record and a sentence that says who changed it, when the version the user saw is
 * not the current one
 */
export async function refuseOldVersion(
  { db }: SignedInCtx,
  { type, id, name, version }: Versioned,
  seen: number | undefined,
  readCurrent: () => Promise<unknown>,
): Promise<void> {
  if (seen === undefined || seen === version) return;
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
  throw conflict(`${last?.actor_name ?? "Somebody else"} changed ${name} in the meantime.`, {
    current: await readCurrent(),
  });
}
