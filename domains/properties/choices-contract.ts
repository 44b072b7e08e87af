import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/*
 * The properties and units that people of every role select from. They have their own file because most pages
 * need nothing else from this domain.
 */

/** API-13. The same rows as properties, for every role that can access them (requirements, "Buildings"). */
export const propertyOption = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  image: z.nullable(z.string()),
});
export type PropertyOption = z.infer<typeof propertyOption>;

/** A unit in a property's list. Its rent and tenant are for landlords and administrators only. */
export const unitRow = z.object({
  id: z.number(),
  propertyId: z.number(),
  unitNumber: z.string(),
  type: z.string(),
  status: z.string(),
  beds: z.optional(z.number()),
  baths: z.optional(z.number()),
  sizeSqft: z.nullish(z.number()),
  suite: z.nullish(z.string()),
  floor: z.nullish(z.string()),
  rentableSqft: z.nullish(z.number()),
  /** The rentable area if known, otherwise the size. */
  areaSqft: z.nullish(z.number()),
  /** Asking rent and deposit, in cents. */
  rent: z.optional(z.number()),
  deposit: z.optional(z.number()),
  /** The company on the current lease. */
  tenant: z.nullish(z.string()),
  leaseId: z.nullish(z.number()),
  /** The start date of the next lease. */
  nextLeaseStartsOn: z.nullish(z.string()),
  version: z.optional(z.number()),
});
export type UnitRow = z.infer<typeof unitRow>;

export const listPropertyOptions = endpoint({
  method: "GET",
  path: "/api/buildings",
  action: "buildings.list",
  summary: "List properties you can access",
  query: z.object(paging),
  response: z.array(propertyOption),
});

export const listUnits = endpoint({
  method: "GET",
  path: "/api/properties/:id/units",
  action: "units.list",
  summary: "List a property's units; tenants get units on their own leases",
  params: byId,
  query: z.object(paging),
  response: z.array(unitRow),
});
