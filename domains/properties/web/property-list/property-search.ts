import { foldText } from "#shared/fold-text.ts";
import { splitSearchWords } from "#shared/search-words.ts";
import type { Property } from "../../contract.ts";
import type { PropertyType } from "../../property-types.ts";

export const propertyTabs = [
  { value: "all", label: "All" },
  { value: "multi", label: "Multi-Unit" },
  { value: "single", label: "Single-Unit" },
] as const;
type PropertyTab = (typeof propertyTabs)[number]["value"];

/** A property with its searchable text, built once per list instead of on every keystroke. */
export interface SearchableProperty {
  property: Property;
  text: string;
}

export const toSearchableProperties = (properties: readonly Property[]): SearchableProperty[] =>
  properties.map((property) => ({
    property,
    text: foldText([property.name, property.address, property.city, property.state, property.zip].join(" ")),
  }));

/**
 * PROP-08, PROP-09: returns the properties on the tab that have every word in their name, address, city,
 * state, or ZIP, as in the CSV export (`containsWords`). A search without any words matches only if the text is
 * empty.
 */
export function findProperties(
  properties: readonly SearchableProperty[],
  tab: PropertyTab,
  searchText: string,
): Property[] {
  const words = splitSearchWords(searchText);
  const hasSearch = words.length > 0 || searchText.trim() === "";
  const isMatch = ({ property, text }: SearchableProperty) =>
    hasSearch && matchesTab(property.type, tab) && words.every((word) => text.includes(word));
  return properties.filter(isMatch).map(({ property }) => property);
}

const matchesTab = (type: PropertyType, tab: PropertyTab) => tab === "all" || type === tab;

/** PROP-06, PROP-07: the key figures for all properties, regardless of the search. */
export function calculateFigures(properties: readonly Property[]) {
  const countType = (type: PropertyType) => properties.filter((property) => property.type === type).length;
  return {
    total: properties.length,
    multi: countType("multi"),
    single: countType("single"),
    units: properties.reduce((sum, { unitCount }) => sum + (unitCount ?? 1), 0),
  };
}

/**
 * Formats an address as `318 Canal Street, Seattle, WA 98107`, followed by the country if it isn't the USA.
 */
export const fullAddress = ({ address, city, state, zip, country }: Property): string =>
  [address, city, `${state} ${zip}`, ...(country === "USA" ? [] : [country])].join(", ");
