import * as z from "zod/mini";
import { email as emailField, id } from "#shared/http/fields.ts";
import { roles } from "#shared/roles.ts";

export const role = z.enum(roles);
export const email = emailField("Please enter a valid email");

/** How long an approval can be undone. */
export const undoableSeconds = 60;

export const namedRef = z.object({ id: z.number(), name: z.string() });
export const labeledRef = z.object({ id: z.number(), label: z.string() });
export const searchText = z
  .string()
  .check(z.trim(), z.maxLength(100, "Searches can be up to 100 characters."));
export const propertyIds = z.optional(
  z.array(id).check(z.maxLength(1000, "You can select up to 1,000 properties.")),
);
