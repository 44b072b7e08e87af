import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { conflict } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { readProgress } from "../contract.ts";

/** The key under which the next step is stored, from the first administrator until setup is complete. */
const stepKey = "setup";

/** Records that the administrator exists and that the first property comes next. */
export async function markPropertyStepPending(db: Db): Promise<void> {
  await db
    .insertInto("database_metadata")
    .values({ name: stepKey, value: "property" })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: "property" }))
    .execute();
}

/** Returns the current step of setup. A portal that was set up another way is done. */
export async function readSetupProgress(db: Db): Promise<ResponseOf<typeof readProgress>> {
  const { rows } = await sql<{ is_open: boolean; name: string; time_zone: string }>`
    select exists (select from database_metadata where name = ${stepKey} and value = 'property') as is_open, o.name, o.time_zone
    from organization o`.execute(db);
  const [row] = rows;
  return {
    step: row?.is_open === true ? "property" : "done",
    organization: row?.name ?? "",
    timeZone: row?.time_zone ?? "",
  };
}

/**
 * Completes setup, in the transaction of the call that completes it. A second call is rejected.
 * @throws AppError conflict if setup is already complete
 */
export async function finishSetup(db: Db): Promise<void> {
  const deletedStep = await db
    .deleteFrom("database_metadata")
    .where("name", "=", stepKey)
    .where("value", "=", "property")
    .returning("name")
    .executeTakeFirst();
  if (deletedStep === undefined)
    throw conflict("Setup is already complete. Add more properties under Properties.");
}
