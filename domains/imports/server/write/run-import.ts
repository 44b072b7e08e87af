import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { FileImport, runImport as runEndpoint } from "../../contract.ts";
import { formatRowCount } from "../../import-kinds.ts";
import { findImport, type ImportRecord, toFileImport } from "../queries.ts";

/**
 * Enqueues the job that writes a checked import. With `validRowsOnly`, rows with errors are left out. A second call does
 * nothing and returns the current import.
 * @throws AppError not_found; conflict while rows have errors, or if the import has expired
 */
export async function runImport(
  ctx: SignedInCtx,
  id: number,
  { validRowsOnly = false }: BodyOf<typeof runEndpoint> = {},
): Promise<FileImport> {
  const { db, actor, requestId, networkAddress } = ctx;
  await sql`select from imports where id = ${id} for update`.execute(db);
  const row = await findImport(db, actor.accessScope, id);
  if (["queued", "running", "done"].includes(row.state)) return toFileImport(row);
  assertReady(row, validRowsOnly);
  await sql`
    update imports set state = 'queued', done_count = 0, message = null, last_progress_at = now() where id = ${id}`.execute(
    db,
  );
  await enqueue(
    db,
    "run-import",
    { importId: id, userId: actor.id, requestId, networkAddress },
    { maxAttempts: 3 },
  );
  return toFileImport(await findImport(db, actor.accessScope, id));
}

function assertReady(
  { state, kind, row_count: rowCount, bad_row_count: badRowCount }: ImportRecord,
  validRowsOnly: boolean,
): void {
  if (state === "reading") throw conflict("This file is still being read. Wait a moment and try again.");
  if (state === "matching") throw conflict("Match the columns of this file first.");
  if (state === "expired") throw conflict("This import expired after 7 days. Upload the file again.");
  if (validRowsOnly && badRowCount === rowCount)
    throw conflict("Nothing was imported: every row of this file has errors.");
  if (badRowCount > 0 && !validRowsOnly)
    throw conflict(
      badRowCount === 1
        ? `Nothing was imported: ${formatRowCount(kind, badRowCount)} in this file has errors. Fix the file and upload it again.`
        : `Nothing was imported: ${formatRowCount(kind, badRowCount)} in this file have errors. Fix the file and upload it again.`,
    );
}
