export interface Address {
  street: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/** Street and town as in a letter, without unknown parts; a country alone is not an address. */
export function addressLines({ street, city, state, zip, country }: Address): string[] {
  const place = [city, [state, zip].filter((part) => part !== "").join(" ")].filter((part) => part !== "");
  if (street === "" && place.length === 0) return [];
  return [street, place.join(", "), country === "USA" ? "" : country].filter((part) => part !== "");
}
