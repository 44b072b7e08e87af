import * as z from "zod/mini";
import { text } from "#shared/http/fields.ts";

export const maxAccessNotesLength = 1000;

/** How to get access: hours, keys, and who to contact. An empty text becomes null. */
export const accessNotes = z.pipe(
  z.nullable(text(0, "Please enter access notes as text", maxAccessNotesLength)),
  z.transform((value: string | null) => (value === "" ? null : value)),
);
