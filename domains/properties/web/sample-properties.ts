import type { Property } from "../contract.ts";

/** Sample data, shown while the properties cannot be loaded (PROP-18). */
export const sampleProperties: readonly Property[] = [
  sample(1, "Lakeside Plaza", "400 Lakeside Drive", "98109", 8),
  sample(2, "Pine Street Annex", "27 Pine Street", "98101", null),
  sample(3, "Summit Offices", "1500 Summit Avenue", "98122", 14),
];

function sample(id: number, name: string, address: string, zip: string, unitCount: number | null): Property {
  return {
    id: -id,
    name,
    address,
    city: "Seattle",
    state: "WA",
    zip,
    country: "USA",
    type: unitCount === null ? "single" : "multi",
    unitCount,
    yearBuilt: null,
    mlsNumber: null,
    createdById: null,
    attachments: [],
    image: null,
  };
}
