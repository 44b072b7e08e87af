import { conflict } from "#shared/errors.ts";

export const takenNumber = (unitNumber: string): string =>
  `Unit ${unitNumber} already exists in this property.`;

/** @throws AppError conflict when `write` gives a unit the number of another unit of the same property */
export async function refusingTwins<Row>(unitNumber: string, write: () => Promise<Row>): Promise<Row> {
  return write().catch((error: { code?: string; constraint?: string }) => {
    if (error.code !== "23505" || error.constraint !== "units_number_once_a_property") throw error;
    const sentence = takenNumber(unitNumber);
    throw conflict(sentence, { fields: { unitNumber: sentence } });
  });
}
