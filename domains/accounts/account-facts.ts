import * as z from "zod/mini";
import { id } from "#shared/http/fields.ts";
import { roles } from "#shared/roles.ts";

export const role = z.enum(roles);
export const email = z
  .string("Please enter a valid email")
  .check(z.trim(), z.maxLength(254, "Please enter a valid email"), z.email("Please enter a valid email"));

/** For how long an approval can be undone. */
export const undoableSeconds = 60;

export const named = z.object({ id: z.number(), name: z.string() });
export const labelled = z.object({ id: z.number(), label: z.string() });
export const searchText = z
  .string()
  .check(z.trim(), z.maxLength(100, "Please search for at most 100 characters."));
export const propertyIds = z.optional(
  z.array(id).check(z.maxLength(1000, "Please choose at most 1,000 buildings.")),
);
