import * as z from "zod/mini";

/** `Pacific/Honolulu`, `UTC`: the name of a zone, not a bare distance such as `+05:00`, which knows no summer time. */
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
