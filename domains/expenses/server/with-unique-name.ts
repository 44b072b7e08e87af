import { conflict } from "#shared/errors.ts";

/**
 * Runs `write`, and translates a name that is already used into a conflict.
 * @throws AppError conflict
 */
export async function withUniqueName<Row>(message: string, write: () => Promise<Row>): Promise<Row> {
  return write().catch((error: { code?: string; constraint?: string }) => {
    if (error.code !== "23505" || error.constraint?.endsWith("_name") !== true) throw error;
    throw conflict(message, { fields: { name: message } });
  });
}
