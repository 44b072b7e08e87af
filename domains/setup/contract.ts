import * as z from "zod/mini";
import { sessionUser } from "#domains/accounts/contract.ts";
import { registration } from "#domains/people/registration-contract.ts";

import { newProperty } from "#domains/properties/contract.ts";
import { unitTypes } from "#domains/properties/unit-types.ts";
import { settingsFields } from "#domains/settings/contract.ts";
import { timeZone } from "#domains/settings/time-zone.ts";
import { endpoint, type ResponseOf } from "#shared/http/endpoint.ts";
import { done, line, text } from "#shared/http/fields.ts";
import { parseUnitNumbers } from "./unit-numbers.ts";

const setupToken = z.string("This link is incomplete.").check(z.maxLength(200));

export const readSetupLink = endpoint({
  method: "GET",
  path: "/api/setup",
  action: "config.read",
  summary: "Check whether a setup link is still valid",
  query: z.object({ setup: setupToken }),
  /** `used`: there is an administrator. `unknown`: the link never existed or has expired. */
  response: z.object({ link: z.enum(["open", "used", "unknown"]), name: z.string() }),
});

/** The first step of setup. */
export const newOrganization = z.object({
  name: line(2, "Please enter the name of your organization", 120),
  timeZone,
  /** Required, so that tenants are never charged a fee that no one chose. */
  cardFeeBasisPoints: settingsFields.cardFeeBasisPoints,
});

/** The second step of setup. */
export const newAdministrator = z.pick(registration, { fullName: true, email: true, password: true });

export const startSetup = endpoint({
  method: "POST",
  path: "/api/setup",
  action: "accounts.register",
  summary: "Create the first administrator and the organization with the setup link, and sign in",
  body: z.extend(newAdministrator, { setupToken, organization: newOrganization }),
  response: sessionUser,
  status: 201,
});

export const readProgress = endpoint({
  method: "GET",
  path: "/api/setup/progress",
  action: "setup.continue",
  summary: "Check whether setup still needs a first property",
  response: z.object({ step: z.enum(["property", "done"]), organization: z.string(), timeZone: z.string() }),
});

export const newFirstProperty = z.object({
  property: newProperty,
  /** Such as `101-110, PH`. A single-unit property gets its unit automatically. */
  unitNumbers: z.optional(text(0, "Please enter unit numbers, such as 101-110", 2000)),
  /** Defaults to the organization's time zone. */
  timeZone: z.optional(timeZone),
  unitType: z._default(z.enum(unitTypes, `unitType must be one of ${unitTypes.join(", ")}.`), "apartment"),
});

/** Returns the error in the first property's units, or undefined if they're valid. */
export function findUnitNumbersError({
  property: { type },
  unitNumbers = "",
}: {
  property: { type: string };
  unitNumbers?: string;
}): string | undefined {
  if (type === "single" || unitNumbers.trim() === "") return undefined;
  const parsed = parseUnitNumbers(unitNumbers);
  return "error" in parsed ? parsed.error : undefined;
}

export const addFirstProperty = endpoint({
  method: "POST",
  path: "/api/setup/property",
  action: "setup.continue",
  summary: "Add the first property with its units and finish setup",
  body: newFirstProperty,
  response: z.object({ propertyId: z.number(), name: z.string(), units: z.number() }),
  status: 201,
});
export type AddedProperty = ResponseOf<typeof addFirstProperty>;

export const skipFirstProperty = endpoint({
  method: "POST",
  path: "/api/setup/skip",
  action: "setup.continue",
  summary: "Finish setup without adding a property",
  response: done,
});
