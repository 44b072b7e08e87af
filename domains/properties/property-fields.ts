import * as z from "zod/mini";
import { line } from "#shared/http/fields.ts";
import { accessNotes } from "./access-notes.ts";
import { countries } from "./countries.ts";
import { propertyTypes } from "./property-types.ts";
import { parseState } from "./states.ts";

const yearMessage = "Year must be a 4-digit number";

/** A number, or its digits as entered in a form or a file. Missing and empty values become null. */
const yearBuilt = z.pipe(
  z.union([z.number(), z.string().check(z.trim()), z.null()], yearMessage),
  z.pipe(
    z.transform((value: number | string | null) =>
      value === null || value === "" ? null : /^\d+$/.test(String(value)) ? Number(value) : Number.NaN,
    ),
    z.nullable(z.int(yearMessage).check(z.minimum(1000, yearMessage), z.maximum(9999, yearMessage))),
  ),
);

const mlsNumber = z.pipe(
  z.nullable(line(0, "Please enter the number as text", 60)),
  z.transform((value: string | null) => (value === "" ? null : value)),
);

/** The fields of a property and their error messages (APR-04 to APR-14). */
export const propertyFields = {
  name: line(1, "Property name is required", 200),
  address: line(1, "Address is required", 300),
  city: line(1, "City is required", 100),
  state: line(1, "State is required", 100),
  zip: line(5, "Valid ZIP code is required", 20),
  country: z.enum(countries, {
    error: ({ input }) =>
      input === undefined || input === "" || input === null
        ? "Country is required"
        : `country must be one of ${countries.join(", ")}.`,
  }),
  type: z.enum(propertyTypes, "Please select a property type"),
  yearBuilt: z.optional(yearBuilt),
  mlsNumber: z.optional(mlsNumber),
  accessNotes: z.optional(accessNotes),
};

/**
 * In the USA, the state must be one of the 50, DC, or a territory, and is stored as its two-letter code.
 * Elsewhere it is free text (APR-24).
 */
const normalizeState = <T extends { country: string; state: string }>(property: T): T =>
  property.country === "USA"
    ? { ...property, state: parseState(property.state) ?? property.state }
    : property;

/** The body of `POST /api/properties`. The form, the setup, and imported rows use the same rules. */
export const newProperty = z.pipe(
  z.object(propertyFields).check(
    z.refine(({ country, state }) => country !== "USA" || parseState(state) !== undefined, {
      error: "Please select a US state, DC, or territory",
      path: ["state"],
    }),
  ),
  z.transform(normalizeState),
);
export type NewProperty = z.output<typeof newProperty>;
