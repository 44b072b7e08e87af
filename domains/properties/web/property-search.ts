import type { Property } from "../contract.ts";
import type { PropertyType } from "../property-types.ts";

export const propertyTabs = [
  { value: "all", label: "All" },
  { value: "multi", label: "Multi-Unit" },
  { value: "single", label: "Single-Unit" },
] as const;
type PropertyTab = (typeof propertyTabs)[number]["value"];

/** A property with its searchable texts, built once per list instead of at every key press. */
export interface Searchable {
  property: Property;
  words: readonly string[];
}

export const searchable = (properties: readonly Property[]): Searchable[] =>
  properties.map((property) => ({
    property,
    words: [property.name, property.address, property.city, property.state, property.zip].map((word) =>
      word.toLowerCase(),
    ),
  }));

/** PROP-08, PROP-09: the properties of the tab with the text in name, address, city, state or zip. */
export function findProperties(all: readonly Searchable[], tab: PropertyTab, text: string): Property[] {
  const wanted = text.trim().toLowerCase();
  const isFound = ({ property, words }: Searchable) =>
    isOfTab(property.type, tab) && (wanted === "" || words.some((word) => word.includes(wanted)));
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
