import * as z from "zod/mini";
import { line } from "#shared/http/fields.ts";
import { accessNotes } from "./access-notes.ts";
import { countries } from "./countries.ts";
import { propertyTypes } from "./property-types.ts";
import { readState } from "./states.ts";

const yearMessage = "Year must be a 4-digit number";

/** A number, or its digits as they come from a form or a file; absent and empty are null. */
const yearBuilt = z.pipe(
  z.union([z.number(), z.string().check(z.trim()), z.null()], yearMessage),
  z.pipe(
    z.transform((given: number | string | null) =>
      given === null || given === "" ? null : /^\d+$/.test(String(given)) ? Number(given) : Number.NaN,
    ),
    z.nullable(z.int(yearMessage).check(z.minimum(1000, yearMessage), z.maximum(9999, yearMessage))),
  ),
);

const mlsNumber = z.pipe(
  z.nullable(line(0, "Please enter the number as text", 60)),
  z.transform((given: string | null) => (given === "" ? null : given)),
);

/** The fields of a property and their sentences (APR-04 to APR-14). */
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

/** Within the USA the state is one of the 50, DC or a territory, stored by its two letters; elsewhere it is free text (APR-24). */
const withItsState = <Facts extends { country: string; state: string }>(facts: Facts): Facts =>
  facts.country === "USA" ? { ...facts, state: readState(facts.state) ?? facts.state } : facts;

/** The body of `POST /api/properties`: the rules for the form, the set-up and an imported row. */
export const newProperty = z.pipe(
  z.object(propertyFields).check(
    z.refine(({ country, state }) => country !== "USA" || readState(state) !== undefined, {
      error: "Please choose a US state, DC or a territory",
      path: ["state"],
    }),
  ),
  z.transform(withItsState),
);
export type NewProperty = z.output<typeof newProperty>;
