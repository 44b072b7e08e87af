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

/** Computes the texts on first use because computing them for all zones is slow. */
function toOption(zone: string): ComboboxOption {
  let offset: string | undefined;
  return {
    value: zone,
    get label() {
      return formatTimeZone(zone);
    },
    get detail() {
      offset ??= formatOffset(zone);
      return offset;
    },
  };
}

const formatOffset = (zone: string): string =>
  (
    new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "shortOffset" })
      .formatToParts()
      .find(({ type }) => type === "timeZoneName")?.value ?? ""
  )
    .replace("GMT", "UTC")
    .replace("-", "−");
