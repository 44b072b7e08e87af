import { sql } from "kysely";
import { fileLeasePdf } from "#domains/documents/server/uploads/file-pdf.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { enqueue, type Tasks } from "#server/jobs/tasks.ts";
import type { FrozenStatement } from "./frozen-content.ts";
import { type IssuedBy, writeRecoveryPdf } from "./statement-pdf.ts";

/** How many PDFs a job files before it leaves its place to another job. */
const statementsPerJob = 20;

/** A statement without its PDF. */
interface UnfiledStatement extends IssuedBy {
  id: number;
  leaseId: number;
  content: FrozenStatement;
  issuedById: number;
}

/**
 * Files the PDFs of a run among the documents of its leases (REC-09), each in a transaction of its own. A killed job is
 * run again and goes on with the next statement. A reversed run gets no more documents.
 */
export async function fileStatements(
  services: Services,
  { reconciliationId }: Tasks["file-recovery-statements"],
): Promise<void> {
  const { rows } = await sql<UnfiledStatement>`
    select s.id, s.lease_id as "leaseId", s.content, s.posted_cents as "postedCents", r.number, r.due_on as "dueOn",
      to_json(r.issued_at) as at, u.full_name as by, u.id as "issuedById"
    from recovery_statements s join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
      join users u on u.id = r.issued_by_id
    where s.reconciliation_id = ${reconciliationId} and s.filed_at is null order by s.id limit ${statementsPerJob}`.execute(
    services.db,
  );
  for (const statement of rows) await fileStatement(services, statement);
  if (rows.length === statementsPerJob)
    await enqueue(services.db, "file-recovery-statements", { reconciliationId });
}

async function fileStatement(services: Services, statement: UnfiledStatement): Promise<void> {
  const { id, leaseId, content, issuedById } = statement;
  // Drawn outside the transaction that holds locks.
  const { title, pdf } = await runAsPortal(services, (ctx) => writeRecoveryPdf(ctx, content, statement));
  await runAsPortal(services, async (ctx) => {
    if (!(await lockUnfiled(ctx, id))) return;
    const documentId = await fileLeasePdf(ctx, { leaseId, title, pdf, createdById: issuedById });
    await ctx.db
      .updateTable("recovery_statements")
      .set({ document_id: documentId, filed_at: ctx.now })
      .where("id", "=", id)
      .execute();
  });
}

/** Locks a statement. Returns false if another job has filed it, or if its run was reversed. */
async function lockUnfiled({ db }: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from recovery_statements s join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
    where s.id = ${id} and s.filed_at is null for update of s for share of r`.execute(db);
  return rows.length > 0;
}
