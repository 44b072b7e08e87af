export interface Address {
  street: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/** Formats street and city as in a letter, without unknown parts. A country alone isn't an address. */
export function addressLines({ street, city, state, zip, country }: Address): string[] {
  const place = [city, [state, zip].filter((part) => part !== "").join(" ")].filter((part) => part !== "");
  if (street === "" && place.length === 0) return [];
  return [street, place.join(", "), country === "USA" ? "" : country].filter((part) => part !== "");
}
