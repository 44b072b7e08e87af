import * as z from "zod/mini";
import { line } from "#shared/http/fields.ts";
import { accessNotes } from "./access-notes.ts";
import { unitStatuses } from "./unit-statuses.ts";
import { unitTypes } from "./unit-types.ts";

/** $100,000,000.00 */
const maxCents = 10_000_000_000;
const amountMessage = "Please enter an amount from $0.00 to $100,000,000.00";
const wholeNumber = (message: string, max: number) =>
  z.int(message).check(z.minimum(0, message), z.maximum(max, message));
const bathsMessage = "Baths must be 0 or more, in increments of 0.5";
const squareFeetField = (name: string) =>
  z.nullable(wholeNumber(`${name} must be a whole number of square feet, 0 or more`, 100_000_000));

/** A short text. An empty text becomes null. */
const optionalLabel = (name: string) =>
  z.pipe(
    z.nullable(line(0, `Please enter ${name} as text`, 40)),
    z.transform((value: string | null) => (value === "" ? null : value)),
  );

/** The fields of a unit and their error messages (AUN-02 to AUN-11). `rent` and `deposit` are whole cents. */
export const unitFields = {
  propertyId: z.int("Property is required").check(z.positive("Property is required")),
  unitNumber: line(1, "Unit number is required", 40),
  type: z.enum(unitTypes, {
    error: ({ input }) =>
      input === undefined || input === "" || input === null
        ? "Unit type is required"
        : `type must be one of ${unitTypes.join(", ")}.`,
  }),
  beds: wholeNumber("Beds must be a whole number, 0 or more", 1000),
  baths: z
    .number(bathsMessage)
    .check(z.minimum(0, bathsMessage), z.maximum(500, bathsMessage), z.multipleOf(0.5, bathsMessage)),
  rent: wholeNumber(amountMessage, maxCents),
  deposit: wholeNumber(amountMessage, maxCents),
  sizeSqft: squareFeetField("Size"),
  suite: optionalLabel("suite"),
  /** Not a number. It can be `B1` or `Mezzanine`. */
  floor: optionalLabel("floor"),
  /**
   * The area by which an office or shop is leased, including its share of the common areas. If it's set, it's
   * used instead of the size.
   */
  rentableSqft: squareFeetField("Rentable area"),
  accessNotes,
  status: z.enum(unitStatuses, `status must be one of ${unitStatuses.join(", ")}.`),
};

/** The body of `POST /api/units`. The form, the setup, and imported rows use the same rules. */
export const newUnit = z.object({
  ...unitFields,
  beds: z._default(unitFields.beds, 0),
  baths: z._default(unitFields.baths, 0),
  rent: z._default(unitFields.rent, 0),
  deposit: z._default(unitFields.deposit, 0),
  sizeSqft: z.optional(unitFields.sizeSqft),
  suite: z.optional(unitFields.suite),
  floor: z.optional(unitFields.floor),
  rentableSqft: z.optional(unitFields.rentableSqft),
  accessNotes: z.optional(unitFields.accessNotes),
  status: z._default(unitFields.status, "vacant"),
});
export type NewUnit = z.output<typeof newUnit>;

export const maxUnitsPerRequest = 200;

/** The body of `POST /api/properties/:id/units`: several units, each validated like a single one. */
export const newUnits = z.object({
  units: z
    .array(z.omit(newUnit, { propertyId: true }))
    .check(
      z.minLength(1, "Please enter at least one unit"),
      z.maxLength(maxUnitsPerRequest, `You can add up to ${maxUnitsPerRequest} units at a time`),
    ),
});
