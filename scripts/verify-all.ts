import { verifyDocumentFiles } from "#domains/documents/server/verify-documents.ts";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { verifyPayments } from "#domains/payments/server/verify-payments.ts";
import type { Db } from "#server/db/database.ts";
import type { FileStore } from "#server/integrations/files/file-store.ts";

const maxShownProblems = 1_000;

/**
 * Verifies that every stored sum of the ledger equals the rows it is computed from, that every payment matches its entry, and
 * that every file of a document is unchanged since its upload. Prints a message for each problem. Reads the database in one
 * snapshot, then the files. Returns whether there are no problems.
 */
export async function verifyAll(db: Db, files: FileStore): Promise<boolean> {
  let problemCount = 0;
  const report = async (foundProblems: AsyncIterable<string>) => {
    for await (const problem of foundProblems) {
      problemCount += 1;
      if (problemCount <= maxShownProblems) console.log(problem);
    }
  };
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      await report(verifyLedger(transaction));
      await report(verifyPayments(transaction));
    });
  await report(verifyDocumentFiles(db, files));
  console.log(
    problemCount === 0
      ? "Ledger, payments, and documents verified. No problems found."
      : `${problemCount} problems found.`,
  );
  return problemCount === 0;
}
