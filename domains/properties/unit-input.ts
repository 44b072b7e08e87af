import * as z from "zod/mini";
import { parseDollars } from "#shared/format/dollars.ts";
import { type NewUnit, newUnit } from "./unit-fields.ts";

/**
 * Converts an amount in dollars to cents: `1,250.50` and `$1250.5` both become 125050 (AUN-09). NaN if it
 * isn't an amount.
 */
export const centsFromDollars = (text: string): number => parseDollars(text) ?? Number.NaN;

/** Accepts thousands separators, because spreadsheets write 1,200 for 1200. */
const parseNumber = (text: string) =>
  /^[+-]?((\d+|\d{1,3}(,\d{3})+)(\.\d*)?|\.\d+)$/.test(text.trim())
    ? Number(text.replaceAll(",", ""))
    : Number.NaN;
const orDefault =
  <Value>(parse: (text: string) => Value, defaultValue: Value) =>
  (text: string): Value =>
    text.trim() === "" ? defaultValue : parse(text);
const parsedText = <Value>(parse: (text: string) => Value) => z.pipe(z.string(), z.transform(parse));

const fields = z.object({
  propertyId: parsedText(orDefault(parseNumber, Number.NaN)),
  unitNumber: z.string(),
  type: z.string(),
  beds: parsedText(orDefault(parseNumber, 0)),
  baths: parsedText(orDefault(parseNumber, 0)),
  rent: parsedText(orDefault(centsFromDollars, 0)),
  deposit: parsedText(orDefault(centsFromDollars, 0)),
  sizeSqft: parsedText(orDefault<number | null>(parseNumber, null)),
  suite: z.string(),
  floor: z.string(),
  rentableSqft: parsedText(orDefault<number | null>(parseNumber, null)),
  accessNotes: z.optional(z.string()),
  status: parsedText(orDefault((status) => status, "vacant")),
});

/**
 * A unit as typed in a form or a file. Every field is text, money is in dollars, and an empty field gets its
 * default. The result is converted to the input of `newUnit` and validated by it.
 */
export const unitInput = z.pipe(
  fields,
  // `newUnit` validates type and status, so any text passes here.
  newUnit as unknown as z.ZodMiniType<NewUnit, z.output<typeof fields>>,
);
