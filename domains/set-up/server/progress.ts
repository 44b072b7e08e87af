import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { conflict } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { readProgress } from "../contract.ts";

/** The key under which the next step is kept, from the first administrator until the set-up ends. */
const fact = "set-up";

/** Records that the administrator exists and that the first building comes next. */
export async function noteBuildingIsNext(db: Db): Promise<void> {
  await db
    .insertInto("database_facts")
    .values({ name: fact, value: "building" })
    .onConflict((noted) => noted.column("name").doUpdateSet({ value: "building" }))
    .execute();
}

/** Where the set-up stands. A portal that was not set up this way has nothing left to do. */
export async function progressOf(db: Db): Promise<ResponseOf<typeof readProgress>> {
  const { rows } = await sql<{ is_open: boolean; name: string }>`
    select exists (select from database_facts where name = ${fact} and value = 'building') as is_open, o.name
    from organisation o`.execute(db);
  return { step: rows[0]?.is_open === true ? "building" : "done", organisation: rows[0]?.name ?? "" };
}

/**
 * Ends the set-up, in the transaction of the call that ends it. A second call is refused.
 * @throws AppError conflict when it has already ended
 */
export async function endSetUp(db: Db): Promise<void> {
  const ended = await db
    .deleteFrom("database_facts")
    .where("name", "=", fact)
    .where("value", "=", "building")
    .returning("name")
    .executeTakeFirst();
  if (ended === undefined)
    throw conflict("The set-up has ended already. More buildings are added under Properties.");
}
