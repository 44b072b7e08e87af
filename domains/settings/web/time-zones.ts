import { formatTimeZone } from "#shared/format/time-zone.ts";
import type { ComboboxOption } from "#web/ui/forms/combobox.tsx";

let cachedOptions: ComboboxOption[] | undefined;

/** Returns the browser's time zones with their current offset from UTC, always including `current`. */
export function getTimeZoneOptions(current: string): ComboboxOption[] {
  cachedOptions ??= Intl.supportedValuesOf("timeZone").map(toOption);
  return cachedOptions.some(({ value }) => value === current) || current === ""
    ? cachedOptions
    : [toOption(current), ...cachedOptions];
}

/** Computes the details on first use because computing them for all zones is slow. */
function toOption(zone: string): ComboboxOption {
  let detail: string | undefined;
  return {
    value: zone,
    label: formatTimeZone(zone),
    get detail() {
      detail ??= `${formatPart(zone, "longGeneric")}, ${formatOffset(zone)}`;
      return detail;
    },
  };
}

const formatOffset = (zone: string) =>
  formatPart(zone, "shortOffset").replace("GMT", "UTC").replace("-", "−");

function formatPart(zone: string, timeZoneName: "longGeneric" | "shortOffset"): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
