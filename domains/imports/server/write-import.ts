import { sql } from "kysely";
import { publishPropertyChange } from "#domains/properties/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { findUserActor } from "#server/http/requests/session.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { AppError } from "#shared/errors.ts";
import { getGrant } from "#shared/permissions.ts";
import { formatRowCount, type ImportKindName } from "../import-kinds.ts";
import { allowLongStatements, recheckStoredRows } from "./check-import.ts";
import { rowKinds } from "./row-kinds.ts";

const maxNotifiedProperties = 100;

/** Thrown to roll everything back if the portal has changed since the file was checked. */
class MisfitError extends Error {}

/**
 * Writes a checked import: all rows or none, in one transaction, with its audit log entry. In the
 * transaction, the rows are checked once more against the portal. If the job runs twice, or in two workers,
 * the rows are written once.
 */
export async function writeImport(
  services: Services,
  { importId, userId, requestId, networkAddress }: Tasks["run-import"],
): Promise<void> {
  const actor = await findUserActor(services.db, userId);
  if (actor === null || getGrant(actor.accessScope.effectiveRole, "imports.write") === "no")
    return failImport(
      services.db,
      importId,
      "Nothing was imported because the person who started this import no longer has permission to import.",
    );
  const afterCommit: (() => void | Promise<void>)[] = [];
  const now = services.clock();
  const ctx: SignedInCtx = {
    ...services,
    actor,
    requestId,
    networkAddress,
    userAgent: "",
    now,
    happenedAt: now,
    afterCommit: (run) => void afterCommit.push(run),
    onFailure: () => undefined,
  };
  try {
    await inTransaction(services.db, (db) =>
      writeAllRows({ ...ctx, db }, { importId, progressOn: services.db }),
    );
  } catch (error) {
    if (!isMisfitError(error)) throw error;
    return recordMisfits(ctx, importId);
  }
  for (const run of afterCommit) await run();
}

async function writeAllRows(
  ctx: SignedInCtx,
  { importId, progressOn: progressDb }: { importId: number; progressOn: Db },
): Promise<void> {
  const { db, now } = ctx;
  // The import's own row isn't locked, because the progress is written to it from another connection.
  const { rows: locks } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('import'), ${importId}::integer) as is_locked`.execute(db);
  if (locks[0]?.is_locked !== true) return;
  const row = await db
    .selectFrom("imports")
    .select(["id", "kind", "state", "file_name"])
    .where("id", "=", importId)
    .executeTakeFirst();
  if (row === undefined || !["queued", "running"].includes(row.state)) return;
  const { kind } = row;
  await recordProgress(progressDb, importId, 0);
  await allowLongStatements(db);
  if ((await countMisfits(ctx, { id: importId, kind })) > 0) throw new MisfitError();

  const lines = await readLineNumbers(db, importId);
  const rowKind = rowKinds[kind];
  for (let offset = 0; offset < lines.length; offset += rowKind.batchSize) {
    const batch = lines.slice(offset, offset + rowKind.batchSize);
    await rowKind.write(ctx, importId, { from: batch[0] ?? 0, to: batch.at(-1) ?? 0 });
    await recordProgress(progressDb, importId, offset + batch.length);
  }
  await audit(ctx, {
    action: "import.done",
    subjectType: "import",
    subjectId: importId,
    details: { kind, rows: lines.length, fileName: row.file_name },
  });
  await notifyOpenPages(ctx, importId);
  await db.deleteFrom("import_file_rows").where("import_id", "=", importId).execute();
  await db.deleteFrom("import_rows").where("import_id", "=", importId).execute();
  await db
    .updateTable("imports")
    .set({ state: "done", done_count: lines.length, finished_at: now, message: null })
    .where("id", "=", importId)
    .execute();
}

/**
 * Makes open pages refetch the changed properties. If there are very many, only the first ones, because a
 * page doesn't show more.
 */
async function notifyOpenPages(ctx: SignedInCtx, importId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct property_id as id from import_rows where import_id = ${importId} and property_id is not null
    order by id limit ${sql.lit(maxNotifiedProperties)}`.execute(ctx.db);
  for (const { id } of rows) publishPropertyChange(ctx, id);
}

/**
 * Checks the rows again. If a row doesn't fit, the transaction is rolled back with the errors recorded in it.
 */
async function countMisfits(ctx: SignedInCtx, row: { id: number; kind: ImportKindName }): Promise<number> {
  const { db } = ctx;
  await rowKinds[row.kind].checkAgainstPortal(ctx, row.id);
  const { rows } = await sql<{ errors: number }>`
    select count(*) as errors from import_errors where import_id = ${row.id}`.execute(db);
  return rows[0]?.errors ?? 0;
}

async function readLineNumbers(db: Db, importId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("import_rows")
    .select("line")
    .where("import_id", "=", importId)
    .orderBy("line")
    .execute();
  return rows.map(({ line }) => line);
}

/**
 * Records the progress on another connection, so that others see it immediately and even if the transaction
 * is rolled back.
 */
async function recordProgress(db: Db, importId: number, doneCount: number): Promise<void> {
  await sql`
    update imports set state = 'running', done_count = ${doneCount}, last_progress_at = now()
    where id = ${importId} and state in ('queued', 'running')`.execute(db);
}

/** Checks the rows against the current portal, so that the page names those that no longer fit. */
async function recordMisfits(ctx: SignedInCtx, importId: number): Promise<void> {
  await inTransaction(ctx.db, async (db) => {
    const row = await db
      .selectFrom("imports")
      .select(["id", "kind"])
      .where("id", "=", importId)
      .where("state", "in", ["queued", "running"])
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return;
    const { kind } = row;
    const misfitCount = await recheckStoredRows({ ...ctx, db }, { id: importId, kind });
    const message =
      misfitCount === 0
        ? "Nothing was imported because someone changed the same records. Please try again."
        : misfitCount === 1
          ? `Nothing was imported: data in the portal changed after the file was checked, and ${formatRowCount(kind, misfitCount)} no longer fits.`
          : `Nothing was imported: data in the portal changed after the file was checked, and ${formatRowCount(kind, misfitCount)} no longer fit.`;
    await db.updateTable("imports").set({ message }).where("id", "=", importId).execute();
  });
}

const failImport = async (db: Db, importId: number, message: string): Promise<void> => {
  await db
    .updateTable("imports")
    .set({ state: "checked", message })
    .where("id", "=", importId)
    .where("state", "in", ["queued", "running"])
    .execute();
};

/**
 * Whether the portal changed between the check and the write: a number or a date was taken, or a property was
 * deleted.
 */
const isMisfitError = (error: unknown): boolean =>
  error instanceof MisfitError ||
  (error instanceof AppError && error.status < 500) ||
  ["23505", "23P01", "23503"].includes(String((error as { code?: unknown }).code));
