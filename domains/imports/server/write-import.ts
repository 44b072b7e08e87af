import { sql } from "kysely";
import { publishPropertyChange } from "#domains/properties/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { actorOfUser } from "#server/http/session.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { AppError } from "#shared/errors.ts";
import { grantOf } from "#shared/permissions.ts";
import { countOf, type KindName } from "../import-kinds.ts";
import { allowLongStatements, examine } from "./check-import.ts";
import { rowKinds } from "./row-kinds.ts";

const notifiedBuildingsMax = 100;

/** Thrown to roll everything back when the portal has changed since the file was checked. */
class DoesNotFit extends Error {}

/**
 * The job that writes a checked import: all rows or none, in one transaction, with its audit log entry. Within it, the rows
 * are checked once more against the portal. Run twice, or by two workers at once, it writes once.
 */
export async function writeImport(
  services: Services,
  { importId, userId, requestId, networkAddress }: Tasks["run-import"],
): Promise<void> {
  const actor = await actorOfUser(services.db, userId);
  if (actor === null || grantOf(actor.accessScope.effectiveRole, "imports.write") === "no")
    return giveUp(services.db, importId, "The person who started this import may no longer import.");
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
    await services.db
      .transaction()
      .execute((db) => writeAll({ ...ctx, db }, { importId, progressOn: services.db }));
  } catch (error) {
    if (!isMisfit(error)) throw error;
    return sayWhatDoesNotFit(ctx, importId);
  }
  for (const run of afterCommit) await run();
}

async function writeAll(
  ctx: SignedInCtx,
  { importId, progressOn }: { importId: number; progressOn: Db },
): Promise<void> {
  const { db, now } = ctx;
  // The import's own row is not locked, as the progress is written to it from another connection.
  const { rows: turns } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('import'), ${importId}::integer) as is_mine`.execute(db);
  if (turns[0]?.is_mine !== true) return;
  const found = await db
    .selectFrom("imports")
    .select(["id", "kind", "state", "file_name"])
    .where("id", "=", importId)
    .executeTakeFirst();
  if (found === undefined || !["queued", "running"].includes(found.state)) return;
  const kind = found.kind as KindName;
  await noteProgress(progressOn, importId, 0);
  await allowLongStatements(db);
  if ((await countMisfits(ctx, { id: importId, kind })) > 0) throw new DoesNotFit();

  const lines = await linesOf(db, importId);
  const rowKind = rowKinds[kind];
  for (let at = 0; at < lines.length; at += rowKind.rowsAtOnce) {
    const part = lines.slice(at, at + rowKind.rowsAtOnce);
    await rowKind.write(ctx, importId, { from: part[0] ?? 0, to: part.at(-1) ?? 0 });
    await noteProgress(progressOn, importId, at + part.length);
  }
  await audit(ctx, {
    action: "import.done",
    subjectType: "import",
    subjectId: importId,
    details: { kind, rows: lines.length, fileName: found.file_name },
  });
  await notifyOpenPages(ctx, importId);
  await db.deleteFrom("import_rows").where("import_id", "=", importId).execute();
  await db
    .updateTable("imports")
    .set({ state: "done", done_count: lines.length, finished_at: now, message: null })
    .where("id", "=", importId)
    .execute();
}

/** Open pages fetch the changed buildings again; of very many only the first ones, as a page shows no more. */
async function notifyOpenPages(ctx: SignedInCtx, importId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct property_id as id from import_rows where import_id = ${importId} and property_id is not null
    order by id limit ${sql.lit(notifiedBuildingsMax)}`.execute(ctx.db);
  for (const { id } of rows) publishPropertyChange(ctx, id);
}

/** Checks the rows again; a misfit rolls the transaction back, with the errors noted in it. */
async function countMisfits(ctx: SignedInCtx, found: { id: number; kind: KindName }): Promise<number> {
  const { db } = ctx;
  await rowKinds[found.kind].examine(ctx, found.id);
  const { rows } = await sql<{ errors: number }>`
    select count(*) as errors from import_errors where import_id = ${found.id}`.execute(db);
  return rows[0]?.errors ?? 0;
}

async function linesOf(db: Db, importId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("import_rows")
    .select("line")
    .where("import_id", "=", importId)
    .orderBy("line")
    .execute();
  return rows.map(({ line }) => line);
}

/** Written on another connection, so that others see it at once, whatever becomes of the transaction. */
async function noteProgress(db: Db, importId: number, done: number): Promise<void> {
  await sql`
    update imports set state = 'running', done_count = ${done}, moved_at = now()
    where id = ${importId} and state in ('queued', 'running')`.execute(db);
}

/** The rows are checked against the portal as it is now, so that the page names those that no longer fit. */
async function sayWhatDoesNotFit(ctx: SignedInCtx, importId: number): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const found = await db
      .selectFrom("imports")
      .select(["id", "kind"])
      .where("id", "=", importId)
      .where("state", "in", ["queued", "running"])
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return;
    const misfits = await examine({ ...ctx, db }, { id: importId, kind: found.kind as KindName });
    const message =
      misfits > 0
        ? `Nothing was imported: the portal has changed since the file was checked, and ${countOf(found.kind as KindName, misfits)} no longer ${misfits === 1 ? "fits" : "fit"}.`
        : "Nothing was imported: somebody changed the same records at that moment. Please try again.";
    await db.updateTable("imports").set({ message }).where("id", "=", importId).execute();
  });
}

const giveUp = async (db: Db, importId: number, message: string): Promise<void> => {
  await db
    .updateTable("imports")
    .set({ state: "checked", message: `Nothing was imported: ${message}` })
    .where("id", "=", importId)
    .where("state", "in", ["queued", "running"])
    .execute();
};

/** Another change came between the check and the write: a number or a day was taken, or a building was deleted. */
const isMisfit = (error: unknown): boolean =>
  error instanceof DoesNotFit ||
  (error instanceof AppError && error.status < 500) ||
  ["23505", "23P01", "23503"].includes(String((error as { code?: unknown }).code));
