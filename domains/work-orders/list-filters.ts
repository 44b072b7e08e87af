import * as z from "zod/mini";
import { categories, readCategory } from "./categories.ts";

/** The category of a list's rows, with the names that older links use. */
export const categoryFilter = z.optional(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => readCategory(value) ?? ""),
    ),
    z.enum(categories, `category must be one of ${categories.join(", ")}.`),
  ),
);

export const textSearch = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(200, "Searches can be up to 200 characters."))),
  /** Where to search for `q`: in work orders and their comments, or only in work orders. */
  in: z.optional(z.enum(["details", "comments"], "in must be details or comments.")),
};
