import { conflict } from "#shared/errors.ts";
import type { SignedInCtx } from "./context.ts";

/** A record that carries a version, as the audit log and people call it. */
interface Versioned {
  type: "document" | "lease" | "property" | "unit";
  id: number;
  name: string;
  version: number;
  /** What is written down of a change of its version, where other things are written down of it too. */
  action?: string;
}

/**
 * @throws AppError conflict with the record as it is now and a sentence that says who changed it, when the user's version
 * is not the present one
 */
export async function refuseOldVersion(
  { db }: SignedInCtx,
  { type, id, name, version, action }: Versioned,
  seen: number | undefined,
  readCurrent: () => Promise<unknown>,
): Promise<void> {
  if (seen === undefined || seen === version) return;
  const last = await db
    .selectFrom("audit_log")
    .select("actor_name")
    .where("subject_type", "=", type)
    .where("subject_id", "=", String(id))
    .$if(action !== undefined, (query) => query.where("action", "=", action ?? ""))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  throw conflict(`${last?.actor_name ?? "Somebody else"} changed ${name} in the meantime.`, {
    current: await readCurrent(),
  });
}
