import type { ComboboxOption } from "#web/ui/combobox.tsx";

let options: ComboboxOption[] | undefined;

/** The browser's time zones with their current offset from UTC, always including `present`. */
export function timeZoneOptions(present: string): ComboboxOption[] {
  options ??= Intl.supportedValuesOf("timeZone").map(optionOf);
  return options.some(({ value }) => value === present) || present === ""
    ? options
    : [optionOf(present), ...options];
}

/** The details are computed on first use: for all zones they take noticeable time. */
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
