import { roles } from "#shared/roles.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import type { Settings } from "../contract.ts";
import { asTyped, type Field, fieldLabels, type TypedSettings } from "./typed.ts";

/** The fields changed by somebody else or by the user since the form was opened. */
export function differencesOf(base: Settings, theirs: Settings, mine: TypedSettings) {
  const before = asTyped(base);
  const now = asTyped(theirs);
  return (Object.keys(fieldLabels) as Field[])
    .filter((field) => !isSame(now, before, field) || !isSame(mine, before, field))
    .map((field) => ({
      field: fieldLabels[field],
      theirs: inWords(now, field),
      // A field that the user did not touch keeps the other person's value.
      yours: isSame(mine, before, field) ? "Not changed" : inWords(mine, field),
    }));
}

const isSame = (one: TypedSettings, other: TypedSettings, field: Field): boolean =>
  inWords(one, field) === inWords(other, field);

function inWords(typed: TypedSettings, field: Field): string {
  if (field !== "secondFactorRoles") return typed[field];
  const chosen = roles.filter((role) => typed.secondFactorRoles.includes(role));
  return chosen.length === 0 ? "Nobody" : chosen.map((role) => roleLabels[role]).join(", ");
}
