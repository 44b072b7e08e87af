import { type Db, isDatabaseUnavailable } from "#server/db/database.ts";
import { AppError } from "#shared/errors.ts";

/**
 * The connection was lost during the commit, so its outcome is unknown. The request's files are kept because
 * rows might refer to them. If none do, the files are swept later.
 */
export class OutcomeUnknown extends AppError {
  constructor(cause: unknown) {
    super(
      "unavailable",
      "We lost the database connection while saving. Reload to check whether your changes were saved.",
      { retryAfterSeconds: 2 },
    );
    this.cause = cause;
  }
}

/**
 * Runs `work` in one transaction.
 * @throws OutcomeUnknown
 */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  let isCommitting = false;
  try {
    return await db.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    throw isCommitting && isDatabaseUnavailable(error) ? new OutcomeUnknown(error) : error;
  }
}

/** Runs `read` on one snapshot of the database, in which nothing changes between two statements. */
export const inSnapshot = <T>(db: Db, read: (transaction: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
