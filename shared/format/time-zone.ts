const names = new Map<string, string>();

/**
 * Formats `America/Los_Angeles` as `Pacific Time (Los Angeles)`. The name is stored because computing it is
 * slow.
 */
export function formatTimeZone(zone: string): string {
  const name = names.get(zone) ?? nameTimeZone(zone);
  names.set(zone, name);
  return name;
}

function nameTimeZone(zone: string): string {
  const [, ...places] = zone.replaceAll("_", " ").split("/");
  if (places.length === 0) return zone;
  const place = places.toReversed().join(", ");
  const name = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longGeneric" })
    .formatToParts()
    .find(({ type }) => type === "timeZoneName")?.value;
  if (name === undefined) return place;
  return name.includes(place) ? name : `${name} (${place})`;
}
