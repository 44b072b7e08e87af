import * as z from "zod/mini";

/** The name of a time zone such as `Pacific/Honolulu` or `UTC`; not a bare offset such as `+05:00`, which has no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const message = "Please choose a time zone from the list";
export const timeZone = z.string(message).check(z.trim(), z.refine(isTimeZone, message));
