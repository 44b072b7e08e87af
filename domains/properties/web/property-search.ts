import { searchWords } from "#shared/search-words.ts";
import type { Property } from "../contract.ts";
import type { PropertyType } from "../property-types.ts";

export const propertyTabs = [
  { value: "all", label: "All" },
  { value: "multi", label: "Multi-Unit" },
  { value: "single", label: "Single-Unit" },
] as const;
type PropertyTab = (typeof propertyTabs)[number]["value"];

/** A property with its searchable text, built once per list instead of at every key press. */
export interface Searchable {
  property: Property;
  text: string;
}

export const searchable = (properties: readonly Property[]): Searchable[] =>
  properties.map((property) => ({
    property,
    text: [property.name, property.address, property.city, property.state, property.zip]
      .join(" ")
      .toLowerCase(),
  }));

/**
 * PROP-08, PROP-09: the properties of the tab with each word in name, address, city, state or zip, as in the CSV file (`holdsWords`);
 * without a word only an empty text finds any.
 */
export function findProperties(all: readonly Searchable[], tab: PropertyTab, wanted: string): Property[] {
  const words = searchWords(wanted);
  const isWanted = words.length > 0 || wanted.trim() === "";
  const isFound = ({ property, text }: Searchable) =>
    isWanted && isOfTab(property.type, tab) && words.every((word) => text.includes(word));
  return all.filter(isFound).map(({ property }) => property);
}

const isOfTab = (type: PropertyType, tab: PropertyTab) => tab === "all" || type === tab;

/** PROP-06, PROP-07: the figures of all properties, regardless of the search. */
export function figuresOf(properties: readonly Property[]) {
  const ofType = (type: PropertyType) => properties.filter((property) => property.type === type).length;
  return {
    total: properties.length,
    multi: ofType("multi"),
    single: ofType("single"),
    units: properties.reduce((sum, { unitCount }) => sum + (unitCount ?? 1), 0),
  };
}

/** `318 Canal Street, Seattle, WA 98107`, followed by the country outside the USA. */
export const fullAddress = ({ address, city, state, zip, country }: Property): string =>
  [address, city, `${state} ${zip}`, ...(country === "USA" ? [] : [country])].join(", ");
