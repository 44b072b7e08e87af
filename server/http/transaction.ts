import { AppError } from "#shared/errors.ts";
import { type Db, isDatabaseAway } from "../db/database.ts";

/**
 * The connection was lost while a transaction was committed, so nobody knows whether it was. What the request stored is
 * kept then: a row may name it; a file that none names is swept later.
 */
export class OutcomeUnknown extends AppError {
  constructor(cause: unknown) {
    super(
      "unavailable",
      "The connection to the database was lost while saving. Please reload to see whether it was saved.",
      { retryAfterSeconds: 2 },
    );
    this.cause = cause;
  }
}

/** Runs `work` in one transaction. @throws OutcomeUnknown */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  let isCommitting = false;
  try {
    return await db.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    throw isCommitting && isDatabaseAway(error) ? new OutcomeUnknown(error) : error;
  }
}
