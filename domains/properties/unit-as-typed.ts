import * as z from "zod/mini";
import { centsOf } from "#shared/format/dollars.ts";
import { type NewUnit, newUnit } from "./unit-facts.ts";

/** `1,250.50` and `$1250.5` are 125050 cents (AUN-09); NaN when it is no amount. */
export const centsFromDollars = (written: string): number => centsOf(written) ?? Number.NaN;

/** Spreadsheets write 1,200 for 1200. */
const numberTyped = (written: string) =>
  /^[+-]?((\d+|\d{1,3}(,\d{3})+)(\.\d*)?|\.\d+)$/.test(written.trim())
    ? Number(written.replaceAll(",", ""))
    : Number.NaN;
const orNothing =
  <Value>(read: (written: string) => Value, nothing: Value) =>
  (written: string): Value =>
    written.trim() === "" ? nothing : read(written);
const typed = <Value>(read: (written: string) => Value) => z.pipe(z.string(), z.transform(read));

const fields = z.object({
  propertyId: typed(orNothing(numberTyped, Number.NaN)),
  unitNumber: z.string(),
  type: z.string(),
  beds: typed(orNothing(numberTyped, 0)),
  baths: typed(orNothing(numberTyped, 0)),
  rent: typed(orNothing(centsFromDollars, 0)),
  deposit: typed(orNothing(centsFromDollars, 0)),
  sizeSqft: typed(orNothing<number | null>(numberTyped, null)),
  suite: z.string(),
  floor: z.string(),
  rentableSqft: typed(orNothing<number | null>(numberTyped, null)),
  accessNotes: z.optional(z.string()),
  status: typed(orNothing((status) => status, "vacant")),
});

/**
 * A unit as people type it, in a form or a file: every field is text, money is in dollars, and an empty field takes its
 * default. It is converted to what `newUnit` takes, and checked by it.
 */
export const unitAsTyped = z.pipe(
  fields,
  // `newUnit` checks whether type and status are allowed values, so any text passes here.
  newUnit as unknown as z.ZodMiniType<NewUnit, z.output<typeof fields>>,
);
