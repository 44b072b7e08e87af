import { createHash, timingSafeEqual } from "node:crypto";

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** Compares two secrets in a time that doesn't depend on their lengths or on where they differ. */
export const isSameSecret = (actual: string, expected: string): boolean =>
  timingSafeEqual(sha256(actual), sha256(expected));
