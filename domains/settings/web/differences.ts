import type { Settings } from "../contract.ts";
import { asTyped, type Field, fieldLabels, type TypedSettings } from "./typed.ts";

/** Where what somebody else saved and what one typed differ from what one began with. */
export function differencesOf(base: Settings, theirs: Settings, mine: TypedSettings) {
  const before = asTyped(base);
  const now = asTyped(theirs);
  return (Object.keys(fieldLabels) as Field[])
    .filter((field) => now[field] !== before[field] || mine[field] !== before[field])
    .map((field) => ({
      field: fieldLabels[field],
      theirs: now[field],
      // What one did not touch stays as they saved it.
      yours: mine[field] === before[field] ? "Not changed" : mine[field],
    }));
}
