import { formatCents, toCents } from "#shared/format/money.ts";

export const formatDollars = (cents: unknown) => formatCents(toCents(Number(cents)));
export const formatList = (values: unknown) => (Array.isArray(values) ? values.join("; ") : String(values));

/** The column of the property in several types of files. */
export const propertyColumn = {
  field: "property",
  header: "Property",
  otherNames: ["Property name", "Building", "Building name", "Prop", "Property code"],
  isRequired: true,
  acceptedValues: "The property's name, or the number in its page URL.",
  examples: ["Harborview Center", "Harborview Center"],
  storedAs: "properties",
  format: formatList,
} as const;
