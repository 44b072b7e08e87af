import * as z from "zod/mini";
import { leaseStates } from "#domains/leases/states.ts";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { pictureBytesMax } from "#shared/pictures.ts";
import { unitRow } from "./choices-contract.ts";
import { occupancies } from "./occupancy.ts";
import { newProperty, propertyFields } from "./property-facts.ts";
import { propertyTypes } from "./property-types.ts";
import { newUnit, newUnits, unitFields } from "./unit-facts.ts";

export { type NewProperty, newProperty } from "./property-facts.ts";
export type { NewUnit } from "./unit-facts.ts";

/** PROP-05. `unitCount` is present for type `multi`; a single-unit property counts as one. */
export const property = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  type: z.enum(propertyTypes),
  unitCount: z.nullish(z.number()),
  yearBuilt: z.nullish(z.number()),
  mlsNumber: z.nullish(z.string()),
  createdById: z.nullable(z.number()),
  attachments: z.array(z.unknown()),
  /** The address of its photo, for an `img`; null without a photo. */
  image: z.nullish(z.string()),
  version: z.optional(z.number()),
});
export type Property = z.infer<typeof property>;

/** One property for its own page. */
export const propertyDetails = z.extend(property, {
  version: z.number(),
  timeZone: z.string(),
  /** How to get in, for staff. */
  accessNotes: z.nullable(z.string()),
});
export type PropertyDetails = z.infer<typeof propertyDetails>;

export const unitDetails = z.object({
  id: z.number(),
  propertyId: z.number(),
  unitNumber: z.string(),
  type: z.string(),
  status: z.string(),
  beds: z.number(),
  baths: z.number(),
  sizeSqft: z.nullable(z.number()),
  suite: z.nullable(z.string()),
  floor: z.nullable(z.string()),
  rentableSqft: z.nullable(z.number()),
  /** The rentable area where it is known, else the size. */
  areaSqft: z.nullable(z.number()),
  /** How to get in, for staff, beside what is said of the whole building. */
  accessNotes: z.nullable(z.string()),
  rent: z.number(),
  deposit: z.number(),
  version: z.number(),
  property: z.object({ id: z.number(), name: z.string(), address: z.string() }),
  /** Its past, current and coming leases, newest first. */
  leases: z.array(
    z.object({
      id: z.number(),
      company: z.string(),
      state: z.enum(leaseStates),
      from: z.string(),
      to: z.nullable(z.string()),
      /** Whether it is current, by the day at the property. */
      isCurrent: z.boolean(),
    }),
  ),
});
export type UnitDetails = z.infer<typeof unitDetails>;

export const listProperties = endpoint({
  method: "GET",
  path: "/api/properties",
  action: "properties.list",
  summary: "Properties within the access scope, newest first; all of them without paging",
  query: z.object({
    ...paging,
    /** Searched for in name, address, city, state and zip (PROP-08). */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200, "Please search for at most 200 characters."))),
    type: z.optional(z.enum(propertyTypes, "type must be one of single, multi.")),
  }),
  response: z.array(property),
});

export const exportProperties = csvOf(listProperties);

export const createProperty = endpoint({
  method: "POST",
  path: "/api/properties",
  action: "properties.create",
  summary:
    "Add a property; the landlord who adds it becomes one of its landlords, and a single-unit property gets unit 1",
  body: newProperty,
  response: propertyDetails,
  status: 201,
});

export const readProperty = endpoint({
  method: "GET",
  path: "/api/properties/:id",
  action: "properties.read",
  summary: "One property",
  params: byId,
  response: propertyDetails,
});

export const readPropertyOverview = endpoint({
  method: "GET",
  path: "/api/properties/:id/overview",
  action: "properties.read",
  summary: "The figures of a property today, each the total of a list",
  params: byId,
  response: z.object({
    currentLeases: z.number(),
    comingLeases: z.number(),
    /** By the terms of the current leases; null with more than 5,000 of them. */
    monthlyRentCents: z.nullable(z.number()),
    overdueCents: z.number(),
    overdueLeases: z.number(),
    /** The numbers of units; `other` are neither let nor to let. */
    occupied: z.number(),
    vacant: z.number(),
    other: z.number(),
    /** As far as the areas of the units are known. */
    squareFeet: z.number(),
    occupiedSquareFeet: z.number(),
    vacantSquareFeet: z.number(),
  }),
});
export type PropertyOverview = z.infer<typeof readPropertyOverview.response>;

export const editProperty = endpoint({
  method: "PATCH",
  path: "/api/properties/:id",
  action: "properties.edit",
  summary: "Change a property; If-Match refuses a change based on an old version",
  versioned: true,
  params: byId,
  body: z.extend(z.partial(z.object(propertyFields)), { version: z.optional(z.int()) }),
  response: propertyDetails,
});

export const deleteProperty = endpoint({
  method: "DELETE",
  path: "/api/properties/:id",
  action: "properties.delete",
  summary: "Delete a property that nothing refers to any more",
  versioned: true,
  params: byId,
  response: done,
});

export const listVacantUnits = endpoint({
  method: "GET",
  path: "/api/units/vacant",
  action: "units.read",
  summary: "Vacant units within the access scope",
  query: z.object(paging),
  response: z.array(unitRow),
});

export const unitInBuilding = z.object({
  id: z.number(),
  propertyId: z.number(),
  unitNumber: z.string(),
  type: z.string(),
  status: z.string(),
  suite: z.nullable(z.string()),
  floor: z.nullable(z.string()),
  sizeSqft: z.nullable(z.number()),
  rentableSqft: z.nullable(z.number()),
  /** The rentable area where it is known, else the size. */
  areaSqft: z.nullable(z.number()),
  rent: z.number(),
  /** The company of the current lease. */
  tenant: z.nullish(z.string()),
  property: z.object({ id: z.number(), name: z.string() }),
});
export type UnitInBuilding = z.infer<typeof unitInBuilding>;

export const listUnitsByOccupancy = endpoint({
  method: "GET",
  path: "/api/units",
  action: "units.read",
  summary: "Units within the access scope, building by building",
  query: z.object({
    ...paging,
    occupancy: z.optional(z.enum(occupancies, "occupancy must be one of occupied, vacant, other.")),
    propertyId: z.optional(idInPath),
  }),
  response: z.array(unitInBuilding),
});

export const exportUnits = csvOf(listUnitsByOccupancy);

export const createUnit = endpoint({
  method: "POST",
  path: "/api/units",
  action: "units.create",
  summary: "Add a unit to a property within the access scope",
  body: newUnit,
  response: unitDetails,
  status: 201,
});

export const createUnits = endpoint({
  method: "POST",
  path: "/api/properties/:id/units",
  action: "units.create",
  summary:
    "Add several units to a property within the access scope: all of them, or none with the rows at fault",
  params: byId,
  bodyBytesMax: 256 * 1024,
  body: newUnits,
  response: z.array(z.object({ id: z.number(), unitNumber: z.string() })),
  status: 201,
});

export const readUnit = endpoint({
  method: "GET",
  path: "/api/units/:id",
  action: "units.read",
  summary: "One unit, with its leases",
  params: byId,
  response: unitDetails,
});

export const editUnit = endpoint({
  method: "PATCH",
  path: "/api/units/:id",
  action: "units.edit",
  summary: "Change a unit; it stays in its property. If-Match refuses a change based on an old version",
  versioned: true,
  params: byId,
  body: z.extend(z.partial(z.omit(z.object(unitFields), { propertyId: true })), {
    version: z.optional(z.int()),
  }),
  response: unitDetails,
});

export const deleteUnit = endpoint({
  method: "DELETE",
  path: "/api/units/:id",
  action: "units.delete",
  summary: "Delete a unit that nothing refers to any more",
  versioned: true,
  params: byId,
  response: done,
});

export const readPhoto = endpoint({
  method: "GET",
  path: "/api/properties/:id/photo",
  action: "buildings.list",
  summary: "The photo of a building within the access scope",
  params: byId,
  query: z.object({
    size: z.optional(z.enum(["thumbnail", "full"], "size must be thumbnail or full.")),
  }),
  response: z.unknown(),
  responseKind: "file",
});

export const setPhoto = endpoint({
  method: "PUT",
  path: "/api/properties/:id/photo",
  action: "properties.edit",
  summary: "Set the photo of a property (multipart, field photo: PNG, JPG or GIF up to 10 MB)",
  ignoresIdempotencyKey: true,
  params: byId,
  files: { name: "photo", maxCount: 1, maxBytes: pictureBytesMax },
  response: propertyDetails,
});

export const removePhoto = endpoint({
  method: "DELETE",
  path: "/api/properties/:id/photo",
  action: "properties.edit",
  summary: "Remove the photo of a property; the default picture is shown instead",
  params: byId,
  response: propertyDetails,
});
