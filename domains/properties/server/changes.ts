import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";

/**
 * @throws AppError conflict with the record as it is now and a sentence that says who changed it, when the caller's
 * version is not the present one
 */
export async function refuseStale(
  { db }: SignedInCtx,
  record: { type: "property" | "unit"; id: number; name: string; version: number },
  seen: number | undefined,
  readCurrent: () => Promise<unknown>,
): Promise<void> {
  if (seen === undefined || seen === record.version) return;
  const last = await db
    .selectFrom("audit_log")
    .select("actor_name")
    .where("subject_type", "=", record.type)
    .where("subject_id", "=", String(record.id))
    .where("action", "=", `${record.type}.edited`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  throw conflict(`${last?.actor_name ?? "Somebody else"} changed ${record.name} in the meantime.`, {
    current: await readCurrent(),
  });
}
