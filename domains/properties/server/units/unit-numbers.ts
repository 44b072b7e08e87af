import { conflict } from "#shared/errors.ts";

export const duplicateNumberMessage = (unitNumber: string): string =>
  `Unit ${unitNumber} already exists at this property.`;

/**
 * Runs `write`, translating a duplicate unit number into a conflict.
 * @throws AppError conflict if `write` gives a unit a number that another unit at the property already has
 */
export async function withUniqueNumber<Row>(unitNumber: string, write: () => Promise<Row>): Promise<Row> {
  return write().catch((error: { code?: string; constraint?: string }) => {
    if (error.code !== "23505" || error.constraint !== "units_number_once_a_property") throw error;
    const sentence = duplicateNumberMessage(unitNumber);
    throw conflict(sentence, { fields: { unitNumber: sentence } });
  });
}
