import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { conflict } from "#shared/errors.ts";
import type { FileImport } from "../contract.ts";
import { countOf } from "../import-kinds.ts";
import { findImport, type ImportRecord, presentImport } from "./queries.ts";

/**
 * Enqueues the job that writes a checked import. A second call does nothing and gets the import as it is.
 * @throws AppError not_found; conflict while rows have errors, or when the import has expired
 */
export async function runImport(ctx: SignedInCtx, id: number): Promise<FileImport> {
  const { db, actor, requestId, networkAddress } = ctx;
  await sql`select from imports where id = ${id} for update`.execute(db);
  const found = await findImport(db, actor.accessScope, id);
  if (["queued", "running", "done"].includes(found.state)) return presentImport(found);
  refuseUnready(found);
  await sql`
    update imports set state = 'queued', done_count = 0, message = null, moved_at = now() where id = ${id}`.execute(
    db,
  );
  await enqueue(
    db,
    "run-import",
    { importId: id, userId: actor.id, requestId, networkAddress },
    { triesMax: 3 },
  );
  return presentImport(await findImport(db, actor.accessScope, id));
}

function refuseUnready({ state, kind, bad_row_count: bad }: ImportRecord): void {
  if (state === "reading") throw conflict("This file is still being read. Please wait a moment.");
  if (state === "expired")
    throw conflict("This import was kept for 7 days and is gone. Please choose the file again.");
  if (bad > 0)
    throw conflict(
      `Nothing was imported: ${countOf(kind, bad)} in this file ${bad === 1 ? "has" : "have"} errors. Please correct the file and choose it again.`,
    );
}
