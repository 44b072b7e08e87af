import * as z from "zod/mini";
import { sessionUser } from "#domains/accounts/contract.ts";
import { registration } from "#domains/accounts/registration-contract.ts";
import { newProperty } from "#domains/properties/contract.ts";
import { unitTypes } from "#domains/properties/unit-types.ts";
import { timeZone } from "#domains/settings/time-zone.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { done, line, text } from "#shared/http/fields.ts";
import { readUnitNumbers } from "./unit-numbers.ts";

const setupToken = z.string("This link is not complete.").check(z.maxLength(200));

export const readLink = endpoint({
  method: "GET",
  path: "/api/set-up",
  action: "config.read",
  summary: "Whether a set-up link is still valid",
  query: z.object({ setup: setupToken }),
  /** `used`: there is an administrator. `unknown`: the link never existed, or has expired. */
  response: z.object({ link: z.enum(["open", "used", "unknown"]), name: z.string() }),
});

/** The first step of the set-up. */
export const newOrganisation = z.object({
  name: line(2, "Please enter the name of your organization", 120),
  timeZone,
});

/** The second step. */
export const newAdministrator = z.pick(registration, { fullName: true, email: true, password: true });

export const begin = endpoint({
  method: "POST",
  path: "/api/set-up",
  action: "accounts.register",
  summary: "Create the first administrator and name the organization, with the set-up link; signs in",
  body: z.extend(newAdministrator, { setupToken, organisation: newOrganisation }),
  response: sessionUser,
  status: 201,
});

export const readProgress = endpoint({
  method: "GET",
  path: "/api/set-up/progress",
  action: "set-up.continue",
  summary: "Whether the set-up still asks for the first building",
  response: z.object({ step: z.enum(["building", "done"]), organisation: z.string() }),
});

export const newFirstBuilding = z.object({
  property: newProperty,
  /** Such as `101-110, PH`. A single-unit property gets its unit automatically. */
  unitNumbers: z.optional(text(0, "Please enter unit numbers, such as 101-110", 2000)),
  unitType: z._default(z.enum(unitTypes, `unitType must be one of ${unitTypes.join(", ")}.`), "apartment"),
});

/** What is wrong with the units of the first building; undefined when they are valid. */
export function unitNumbersError({
  property: { type },
  unitNumbers = "",
}: {
  property: { type: string };
  unitNumbers?: string | undefined;
}): string | undefined {
  if (type === "single" || unitNumbers.trim() === "") return undefined;
  const read = readUnitNumbers(unitNumbers);
  return "error" in read ? read.error : undefined;
}

export const addFirstBuilding = endpoint({
  method: "POST",
  path: "/api/set-up/building",
  action: "set-up.continue",
  summary: "Add the first building with its units, and end the set-up",
  body: newFirstBuilding,
  response: z.object({ propertyId: z.number(), name: z.string(), units: z.number() }),
  status: 201,
});

export const skipBuilding = endpoint({
  method: "POST",
  path: "/api/set-up/skip",
  action: "set-up.continue",
  summary: "End the set-up without a building",
  response: done,
});
