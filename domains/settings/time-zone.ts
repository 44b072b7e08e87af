import * as z from "zod/mini";

/**
 * Whether `name` is a time zone such as `Pacific/Honolulu` or `UTC`. Bare offsets such as `+05:00` are
 * rejected because they have no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const message = "Please select a time zone";
export const timeZone = z.string(message).check(z.trim(), z.refine(isTimeZone, message));
