import fc from "fast-check";
import { oddValues } from "./odd-values.ts";

/** The parts of JSON Schema that the OpenAPI document uses for requests. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema;
}

/** `valid`: values the schema allows. `invalid`: any part can have another type, be missing, or be odd. */
export type Validity = "valid" | "invalid";

/** Returns random values for a schema. Integers are mostly small, so that they're often ids of records. */
export function arbitraryFor(schema: Schema, validity: Validity): fc.Arbitrary<unknown> {
  const valid = validArbitraryFor(schema, validity);
  if (validity === "valid") return valid;
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 1, arbitrary: fc.constantFrom(...oddValues.filter((value) => !isHuge(value))) },
  );
}

/** Returns all names of top-level properties in a schema and its alternatives. */
export const propertyNames = ({ properties = {}, anyOf = [], allOf = [] }: Schema): string[] => [
  ...new Set([...Object.keys(properties), ...[...anyOf, ...allOf].flatMap(propertyNames)]),
];

/** The body's size limit would reject it before the field is read. */
const isHuge = (value: unknown) => typeof value === "string" && value.length > 10_000;

function validArbitraryFor(schema: Schema, validity: Validity): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined)
    return fc.oneof(
      ...schema.anyOf.map((one) => arbitraryFor({ ...schema, ...one, anyOf: undefined }, validity)),
    );
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type ?? "any") {
    case "object": {
      // The required names of a record have no schemas of their own.
      const required = schema.required ?? [];
      const properties = {
        ...Object.fromEntries(required.map((name) => [name, schema.additionalProperties ?? {}])),
        ...schema.properties,
      };
      return fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([name, part]) => [name, arbitraryFor(part, validity)]),
        ),
        { requiredKeys: validity === "valid" ? required : [] },
      );
    }
    case "array":
      return fc.array(arbitraryFor(schema.items ?? {}, validity), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(4, schema.minItems ?? 0)),
      });
    case "string":
      return textsFor(schema);
    case "integer":
    case "number":
      return numbersFor(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function numbersFor(schema: Schema): fc.Arbitrary<number> {
  const step = schema.multipleOf ?? 1;
  const least =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1_000 : schema.exclusiveMinimum + step);
  const most =
    schema.maximum ?? (schema.exclusiveMaximum === undefined ? 10 ** 9 : schema.exclusiveMaximum - step);
  const [min, max] = [Math.ceil(least / step), Math.floor(most / step)];
  return fc
    .oneof(
      fc.integer({ min, max }),
      fc.integer({ min, max: Math.max(min, Math.min(max, 60)) }),
      fc.constantFrom(min, max),
    )
    .map((times) => (step < 1 ? times / Math.round(1 / step) : times * step));
}

/** Whether values can be generated from the pattern. Other patterns only filter random texts. */
const canGenerate = (pattern: string) => pattern.startsWith("^") && !/\\[pP]\{|\[\^|\(\?:\(\?:/.test(pattern);

const maxMissesInARow = 100_000;

function textsFor({ allOf = [], ...schema }: Schema): fc.Arbitrary<string> {
  const rules = [schema, ...allOf];
  const patterns = rules.flatMap(({ pattern }) => pattern ?? []);
  const min = Math.max(0, ...rules.map(({ minLength = 0 }) => minLength));
  const max = Math.min(300, ...rules.map(({ maxLength = 300 }) => maxLength));
  let missesInARow = 0;
  const fits = (text: string) => {
    const isFitting =
      text.length >= min &&
      text.length <= max &&
      patterns.every((pattern) => new RegExp(pattern, "u").test(text));
    missesInARow = isFitting ? 0 : missesInARow + 1;
    // fast-check draws until a text fits. Without this limit, rules that no text fits would run forever.
    if (missesInARow > maxMissesInARow)
      throw new Error(`No random text fits ${JSON.stringify(rules)}. Describe the field by its format.`);
    return isFitting;
  };
  if (rules.some(({ format }) => format === "date")) return days;
  if (rules.some(({ format }) => format === "date-time")) return moments;
  if (rules.some(({ format }) => format === "email"))
    return fc
      .tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.constantFrom("example.com", "xn--e1afmkfd.example"))
      .map((parts) => parts.join("@"));
  const generators = patterns.filter(canGenerate);
  if (generators.length > 0 && fits("7"))
    return fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }).map(String).filter(fits) },
      { weight: 1, arbitrary: fc.stringMatching(new RegExp(generators[0] ?? "", "u")) },
    );
  if (generators.length > 0) return fc.stringMatching(new RegExp(generators[0] ?? "", "u")).filter(fits);
  return fc
    .oneof(
      fc.string({ minLength: min, maxLength: max }),
      fc.string({ unit: "grapheme", minLength: min, maxLength: max }),
    )
    .map((text) => text.slice(0, max))
    .filter(fits);
}

const days = fc.oneof(
  fc.constantFrom("2024-02-29", "1900-01-01", "2199-12-31", "0000-01-01", "9999-12-31"),
  fc
    .integer({ min: -2_000, max: 2_000 })
    .map((count) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)),
);

const moments = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
  .map((moment) => moment.toISOString());
