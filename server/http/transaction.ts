import { AppError } from "#shared/errors.ts";
import { type Db, isDatabaseAway } from "../db/database.ts";

/**
 * The connection was lost during the commit, so its outcome is unknown. Files of the request are kept, as a row may name
 * them; if none does, they are swept later.
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
