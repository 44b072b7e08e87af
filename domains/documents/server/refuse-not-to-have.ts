import { conflict } from "#shared/errors.ts";

/** @throws AppError conflict while the file is being checked, or when a virus was found in it */
export function refuseNotToHave({ scan }: { scan: string }): void {
  if (scan === "waiting")
    throw conflict("This file is still being checked for viruses. Please try again in a minute.");
  if (scan === "infected") throw conflict("A virus was found in this file, so it was removed.");
}
