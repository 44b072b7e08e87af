import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

/* What every role chooses from: buildings and their units. In a file of its own, as most pages need nothing else of properties. */

/** API-13; the same rows as properties, for every role within the access scope (requirements, "Buildings"). */
export const building = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  image: z.nullable(z.string()),
});
export type Building = z.infer<typeof building>;

/** A unit in the list of a building. Its rent and its tenant are for landlords and admins only. */
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
  /** The rentable area where it is known, else the size. */
  areaSqft: z.nullish(z.number()),
  /** Asking prices, in cents. */
  rent: z.optional(z.number()),
  deposit: z.optional(z.number()),
  /** The company of the current lease. */
  tenant: z.nullish(z.string()),
  leaseId: z.nullish(z.number()),
  version: z.optional(z.number()),
});
export type UnitRow = z.infer<typeof unitRow>;

export const listBuildings = endpoint({
  method: "GET",
  path: "/api/buildings",
  action: "buildings.list",
  summary: "Buildings within the access scope",
  query: z.object(paging),
  response: z.array(building),
});

export const listUnits = endpoint({
  method: "GET",
  path: "/api/properties/:id/units",
  action: "units.list",
  summary: "Units of a property; a tenant gets those of their own leases",
  params: byId,
  query: z.object(paging),
  response: z.array(unitRow),
});
