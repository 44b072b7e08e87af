export interface Address {
  street: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/** Street and town, as they stand in a letter, without what is not known; a country by itself is no address. */
export function addressLines({ street, city, state, zip, country }: Address): string[] {
  const place = [city, [state, zip].filter((part) => part !== "").join(" ")].filter((part) => part !== "");
  if (street === "" && place.length === 0) return [];
  return [street, place.join(", "), country === "USA" ? "" : country].filter((part) => part !== "");
}
