import type { ComboboxOption } from "#web/ui/combobox.tsx";

let known: ComboboxOption[] | undefined;

/** The zones the browser knows, as people say them, with the distance from UTC of today; `present` is always among them. */
export function timeZoneOptions(present: string): ComboboxOption[] {
  known ??= Intl.supportedValuesOf("timeZone").map(optionOf);
  return known.some(({ value }) => value === present) || present === ""
    ? known
    : [optionOf(present), ...known];
}

/** Working out the names of all zones takes a moment, so it is left until somebody looks for one. */
function optionOf(zone: string): ComboboxOption {
  let detail: string | undefined;
  return {
    value: zone,
    label: labelOf(zone),
    get detail() {
      detail ??= `${partOf(zone, "longGeneric")}, ${distanceOf(zone)}`;
      return detail;
    },
  };
}

/** `America/Los_Angeles` is `Los Angeles, America`. */
function labelOf(zone: string): string {
  const [region, ...places] = zone.replaceAll("_", " ").split("/");
  return places.length === 0 ? (region ?? zone) : `${places.toReversed().join(", ")}, ${region}`;
}

const distanceOf = (zone: string) => partOf(zone, "shortOffset").replace("GMT", "UTC").replace("-", "−");

function partOf(zone: string, timeZoneName: "longGeneric" | "shortOffset"): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
