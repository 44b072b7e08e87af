import { sql } from "kysely";
import { holdCharges } from "#domains/ledger/server/posting/hold-charges.ts";
import { publishPropertyChange } from "#domains/properties/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { findUserActor } from "#server/http/requests/session.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { AppError } from "#shared/errors.ts";
import { getGrant } from "#shared/permissions.ts";
import { formatRowCount, type ImportKindName } from "../../import-kinds.ts";
import { allowLongStatements, recheckStoredRows } from "../check/check-import.ts";
import { isNotImported } from "../check/not-imported.ts";
import { selectBadLines } from "../queries.ts";
import type { RowKind } from "../row-kinds/row-kind.ts";
import { rowKinds } from "../row-kinds/row-kinds.ts";
import { saveVersions } from "./import-records.ts";

const maxNotifiedProperties = 100;

/** Thrown to roll everything back if the portal has changed since the file was checked. */
class MisfitError extends Error {}

/**
 * Writes the valid rows of a checked import: all or none, in one transaction, with its audit log entry. In the
 * transaction, the rows are checked once more against the portal. If the job runs twice, or in two workers,
 * the rows are written once. The charges of its leases are posted later, so that it can be undone until then.
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
    postCharges: holdCharges,
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
      writeAllRows({ ...ctx, db }, { importId, progressDb: services.db }),
    );
  } catch (error) {
    if (!isMisfitError(error)) throw error;
    return recordMisfits(ctx, importId);
  }
  for (const run of afterCommit) await run();
}

async function writeAllRows(
  ctx: SignedInCtx,
  { importId, progressDb }: { importId: number; progressDb: Db },
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
  const leftOutLines = new Set(await readBadLines(db, importId));
  await assertStillValid(ctx, { importId, kind, leftOutLines });

  const lines = (await readLineNumbers(db, importId)).filter((line) => !leftOutLines.has(line));
  const rowKind: RowKind = rowKinds[kind];
  await rowKind.lock?.(ctx, importId);
  for (let offset = 0; offset < lines.length; offset += rowKind.batchSize) {
    const batch = lines.slice(offset, offset + rowKind.batchSize);
    await rowKind.write(ctx, importId, batch);
    await recordProgress(progressDb, importId, offset + batch.length);
  }
  await saveVersions(ctx, importId);
  await audit(ctx, {
    action: "import.done",
    subjectType: "import",
    subjectId: importId,
    details: { kind, rows: lines.length, leftOut: leftOutLines.size, fileName: row.file_name },
  });
  await notifyOpenPages(ctx, importId);
  await sql`
    delete from import_file_rows f where f.import_id = ${importId} and not (${isNotImported(importId)})`.execute(
    db,
  );
  await sql`
    delete from import_rows where import_id = ${importId} and line not in (${selectBadLines(importId)})`.execute(
    db,
  );
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
 * Checks the rows again. The known errors of the rows that are left out stay as they are.
 * @throws MisfitError if another row no longer fits, which rolls the transaction back with the errors recorded in it
 */
async function assertStillValid(
  ctx: SignedInCtx,
  {
    importId,
    kind,
    leftOutLines,
  }: { importId: number; kind: ImportKindName; leftOutLines: ReadonlySet<number> },
): Promise<void> {
  const { db } = ctx;
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0)::bigint as id from import_errors where import_id = ${importId}`.execute(db);
  await rowKinds[kind].checkAgainstPortal(ctx, importId);
  if ((await readBadLines(db, importId)).some((line) => !leftOutLines.has(line))) throw new MisfitError();
  await db
    .deleteFrom("import_errors")
    .where("import_id", "=", importId)
    .where("id", ">", rows[0]?.id ?? 0)
    .execute();
}

async function readBadLines(db: Db, importId: number): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`${selectBadLines(importId)}`.execute(db);
  return rows.map(({ line }) => line);
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
      .select(["id", "kind", "bad_row_count"])
      .where("id", "=", importId)
      .where("state", "in", ["queued", "running"])
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return;
    const { kind } = row;
    const badRowCount = await recheckStoredRows({ ...ctx, db }, { id: importId, kind });
    const misfitCount = Math.max(0, badRowCount - row.bad_row_count);
    const message =
      misfitCount === 0
        ? "Nothing was imported because someone changed the same records. Please try again."
        : misfitCount === 1
          ? `Nothing was imported because data in the portal changed after the file was checked, and ${formatRowCount(kind, misfitCount)} is no longer valid.`
          : `Nothing was imported because data in the portal changed after the file was checked, and ${formatRowCount(kind, misfitCount)} are no longer valid.`;
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
