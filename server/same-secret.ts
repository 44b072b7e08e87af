import { createHash, timingSafeEqual } from "node:crypto";

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** Compares two secrets in constant time, whatever their lengths and wherever they differ. */
export const isSameSecret = (actual: string, expected: string): boolean =>
  timingSafeEqual(sha256(actual), sha256(expected));
