import { conflict } from "#shared/errors.ts";

/** @throws AppError conflict while the file is being scanned, or if a virus was found in it */
export function assertScannedFile({ scan }: { scan: string }): void {
  if (scan === "waiting")
    throw conflict("This file is still being scanned for viruses. Try again in a minute.");
  if (scan === "infected") throw conflict("This file contained a virus and was removed.");
}
