import { verifyFilesOfDocuments } from "#domains/documents/server/verify-documents.ts";
import { verifyLedger } from "#domains/ledger/server/verify-ledger.ts";
import { verifyPayments } from "#domains/payments/server/verify-payments.ts";
import type { Db } from "#server/db/database.ts";
import type { FileStore } from "#server/integrations/file-store.ts";

const faultsShown = 1_000;

/**
 * Verifies that every stored sum of the ledger equals the rows it is computed from, that every payment matches its entry, and
 * that every file of a document is as uploaded. Prints a sentence for each fault. It reads the database in one snapshot, then
 * the files. Returns whether there is no fault.
 */
export async function verifyAll(db: Db, files: FileStore): Promise<boolean> {
  let faults = 0;
  const tell = async (found: AsyncIterable<string>) => {
    for await (const fault of found) {
      faults += 1;
      if (faults <= faultsShown) console.log(fault);
    }
  };
  await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      await tell(verifyLedger(transaction));
      await tell(verifyPayments(transaction));
    });
  await tell(verifyFilesOfDocuments(db, files));
  console.log(
    faults === 0
      ? "Ledger, payments and documents are proven: no fault was found."
      : `${faults} faults were found.`,
  );
  return faults === 0;
}
