import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";

/** API-13; the same rows as properties, for every role within its reach (decisions, "Buildings"). */
export const building = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  image: z.nullable(z.string()),
});
export type Building = z.infer<typeof building>;

export const listBuildings = endpoint({
  method: "GET",
  path: "/api/buildings",
  action: "buildings.list",
  summary: "Buildings within the caller's reach",
  answer: z.array(building),
});

export const listUnits = endpoint({
  method: "GET",
  path: "/api/properties/:id/units",
  action: "units.list",
  summary: "Units of a property; a tenant gets those of the own leases",
  params: byId,
  answer: z.array(
    z.object({
      id: z.number(),
      propertyId: z.number(),
      unitNumber: z.string(),
      type: z.string(),
      status: z.string(),
    }),
  ),
});
