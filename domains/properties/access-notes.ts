import * as z from "zod/mini";
import { text } from "#shared/http/fields.ts";

export const accessNotesMax = 1000;

/** How to get in: hours, keys, who to ask. Empty is null. */
export const accessNotes = z.pipe(
  z.nullable(text(0, "Please enter the access notes as text", accessNotesMax)),
  z.transform((given: string | null) => (given === "" ? null : given)),
);
