/** Formats `America/Los_Angeles` as `Los Angeles, America`. */
export function formatTimeZone(zone: string): string {
  const [region, ...places] = zone.replaceAll("_", " ").split("/");
  return places.length === 0 ? (region ?? zone) : `${places.toReversed().join(", ")}, ${region}`;
}
