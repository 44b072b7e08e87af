import * as z from "zod/mini";
import { leaseStates } from "#domains/leases/states.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, done, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { maxImageBytes } from "#shared/images.ts";
import { unitRow } from "./choices-contract.ts";
import { countries } from "./countries.ts";
import { occupancies } from "./occupancy.ts";
import { newProperty, propertyFields } from "./property-fields.ts";
import { propertyTypes } from "./property-types.ts";
import { newUnit, newUnits, unitFields } from "./unit-fields.ts";

export { type NewProperty, newProperty } from "./property-fields.ts";
export type { NewUnit } from "./unit-fields.ts";

/** PROP-05. `unitCount` is set for type `multi`. A single-unit property counts as one unit. */
export const property = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.enum(countries),
  type: z.enum(propertyTypes),
  unitCount: z.nullish(z.number()),
  yearBuilt: z.nullish(z.number()),
  mlsNumber: z.nullish(z.string()),
  createdById: z.nullable(z.number()),
  attachments: z.array(z.unknown()),
  /** The URL of its photo, for an `img`. Null without a photo. */
  image: z.nullish(z.string()),
  version: z.optional(z.number()),
});
export type Property = z.infer<typeof property>;

/** A property for its detail page. */
export const propertyDetails = z.extend(property, {
  version: z.number(),
  timeZone: z.string(),
  /** How to get access, for staff. */
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
  /** The rentable area if known, otherwise the size. */
  areaSqft: z.nullable(z.number()),
  /** How to get access, for staff, in addition to the property's access notes. */
  accessNotes: z.nullable(z.string()),
  rent: z.number(),
  deposit: z.number(),
  version: z.number(),
  property: z.object({ id: z.number(), name: z.string(), address: z.string() }),
  /** The start date of the next lease. */
  nextLeaseStartsOn: z.nullable(z.string()),
  /** Today's date at the property. */
  today: z.string(),
  /** Its areas, the last entered first. Empty if its area has never changed. */
  areas: z.array(
    z.object({
      number: z.number(),
      squareFeet: z.number(),
      /** Null if it applies from the beginning. */
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
      /** Whether a later change replaces it from its start date on. */
      isReplaced: z.boolean(),
      madeBy: z.nullable(z.string()),
      madeAt: z.string(),
    }),
  ),
  /** Its past, current, and upcoming leases, newest first. */
  leases: z.array(
    z.object({
      id: z.number(),
      company: z.string(),
      state: z.enum(leaseStates),
      from: z.string(),
      to: z.nullable(z.string()),
      /** Whether the lease is current, based on the property's date. */
      isCurrent: z.boolean(),
      createdAt: z.string(),
    }),
  ),
});
export type UnitDetails = z.infer<typeof unitDetails>;

export const listProperties = endpoint({
  method: "GET",
  path: "/api/properties",
  action: "properties.list",
  summary: "List properties you can access, newest first; returns all without paging",
  query: z.object({
    ...paging,
    /** Searches name, address, city, state, and ZIP (PROP-08). */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200, "Searches can be up to 200 characters."))),
    type: z.optional(z.enum(propertyTypes, "type must be one of single, multi.")),
  }),
  response: z.array(property),
});

export const exportProperties = csvEndpoint(listProperties);

export const createProperty = endpoint({
  method: "POST",
  path: "/api/properties",
  action: "properties.create",
  summary:
    "Add a property; a landlord who adds one becomes one of its landlords, and single-unit properties get unit 1",
  body: newProperty,
  response: propertyDetails,
  status: 201,
});

export const readProperty = endpoint({
  method: "GET",
  path: "/api/properties/:id",
  action: "properties.read",
  summary: "Get one property",
  params: byId,
  response: propertyDetails,
});

export const readPropertyOverview = endpoint({
  method: "GET",
  path: "/api/properties/:id/overview",
  action: "properties.read",
  summary: "Get today's key figures for a property",
  params: byId,
  response: z.object({
    currentLeases: z.number(),
    comingLeases: z.number(),
    /** Under the terms of the current leases. Null if there are more than 5,000 of them. */
    monthlyRentCents: z.nullable(z.number()),
    overdueCents: z.number(),
    overdueLeases: z.number(),
    /** The number of units by occupancy. `other` counts units that are neither leased nor available. */
    occupied: z.number(),
    vacant: z.number(),
    other: z.number(),
    /** Totals of the areas that are known. */
    squareFeet: z.number(),
    occupiedSquareFeet: z.number(),
    vacantSquareFeet: z.number(),
  }),
});
export type PropertyOverview = z.infer<typeof readPropertyOverview.response>;

/** The states that the stacking plan draws differently. */
export const stackedStates = ["occupied", "overdue", "ending", "vacant", "other"] as const;

export const stackedUnit = z.object({
  id: z.number(),
  unitNumber: z.string(),
  floor: z.nullable(z.string()),
  areaSqft: z.nullable(z.number()),
  status: z.string(),
  nextLeaseStartsOn: z.nullish(z.string()),
  /** `overdue` and `ending` describe the current lease. `ending` means within 90 days. */
  state: z.enum(stackedStates),
  /** The current lease. Its rent covers all of its units. */
  lease: z.nullable(
    z.object({
      company: z.string(),
      to: z.nullable(z.string()),
      monthlyRentCents: z.number(),
      units: z.number(),
    }),
  ),
});
export type StackedUnit = z.infer<typeof stackedUnit>;

export const readStackingPlan = endpoint({
  method: "GET",
  path: "/api/properties/:id/stacking-plan",
  action: "units.read",
  summary: "Get a property's units for its stacking plan, with area, tenant, rent, and end date",
  params: byId,
  response: z.object({
    /** The number of units by occupancy. */
    occupied: z.number(),
    vacant: z.number(),
    other: z.number(),
    /** In the order of their numbers. Null if there are more than 400. */
    units: z.nullable(z.array(stackedUnit)),
  }),
});
export type StackingPlan = z.infer<typeof readStackingPlan.response>;

export const editProperty = endpoint({
  method: "PATCH",
  path: "/api/properties/:id",
  action: "properties.edit",
  summary: "Update a property; If-Match rejects updates based on an old version",
  versioned: true,
  params: byId,
  body: z.extend(z.partial(z.object(propertyFields)), { version: z.optional(z.int()) }),
  response: propertyDetails,
});

export const deleteProperty = endpoint({
  method: "DELETE",
  path: "/api/properties/:id",
  action: "properties.delete",
  summary: "Delete a property with no related records",
  versioned: true,
  params: byId,
  response: done,
});

export const listVacantUnits = endpoint({
  method: "GET",
  path: "/api/units/vacant",
  action: "units.read",
  summary: "List vacant units you can access",
  query: z.object(paging),
  response: z.array(unitRow),
});

export const unitWithProperty = z.object({
  id: z.number(),
  propertyId: z.number(),
  unitNumber: z.string(),
  type: z.string(),
  status: z.string(),
  suite: z.nullable(z.string()),
  floor: z.nullable(z.string()),
  sizeSqft: z.nullable(z.number()),
  rentableSqft: z.nullable(z.number()),
  /** The rentable area if known, otherwise the size. */
  areaSqft: z.nullable(z.number()),
  rent: z.number(),
  /** The company on the current lease. */
  tenant: z.nullish(z.string()),
  /** The start date of the next lease. */
  nextLeaseStartsOn: z.nullish(z.string()),
  property: z.object({ id: z.number(), name: z.string() }),
});
export type UnitWithProperty = z.infer<typeof unitWithProperty>;

export const listUnitsByOccupancy = endpoint({
  method: "GET",
  path: "/api/units",
  action: "units.read",
  summary: "List units you can access, by property",
  query: z.object({
    ...paging,
    occupancy: z.optional(z.enum(occupancies, "occupancy must be one of occupied, vacant, other.")),
    propertyId: z.optional(idInPath),
  }),
  response: z.array(unitWithProperty),
});

export const exportUnits = csvEndpoint(listUnitsByOccupancy);

export const createUnit = endpoint({
  method: "POST",
  path: "/api/units",
  action: "units.create",
  summary: "Add a unit to a property",
  body: newUnit,
  response: unitDetails,
  status: 201,
});

export const createUnits = endpoint({
  method: "POST",
  path: "/api/properties/:id/units",
  action: "units.create",
  summary: "Add several units to a property: all, or none with the rows in error",
  params: byId,
  maxBodyBytes: 256 * 1024,
  body: newUnits,
  response: z.array(z.object({ id: z.number(), unitNumber: z.string() })),
  status: 201,
});

export const readUnit = endpoint({
  method: "GET",
  path: "/api/units/:id",
  action: "units.read",
  summary: "Get one unit, with its leases",
  params: byId,
  response: unitDetails,
});

export const editUnit = endpoint({
  method: "PATCH",
  path: "/api/units/:id",
  action: "units.edit",
  summary:
    "Update a unit (it can't change property), with the date from which a changed area applies; If-Match rejects updates based on an old version",
  versioned: true,
  params: byId,
  body: z.extend(z.partial(z.omit(z.object(unitFields), { propertyId: true })), {
    /**
     * The date from which a changed area applies, up to today. Null if the unit always had this area. The default is
     * today, or null if no area was known.
     */
    areaFrom: z.optional(z.nullable(day("Enter the date the area changed"))),
    version: z.optional(z.int()),
  }),
  response: unitDetails,
});

export const deleteUnit = endpoint({
  method: "DELETE",
  path: "/api/units/:id",
  action: "units.delete",
  summary: "Delete a unit with no related records",
  versioned: true,
  params: byId,
  response: done,
});

export const readPhoto = endpoint({
  method: "GET",
  path: "/api/properties/:id/photo",
  action: "buildings.list",
  summary: "Get a property's photo",
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
  summary: "Set a property's photo (multipart, field photo: PNG, JPG, or GIF, up to 10 MB)",
  ignoresIdempotencyKey: true,
  params: byId,
  files: { name: "photo", maxCount: 1, maxBytes: maxImageBytes },
  response: propertyDetails,
});

export const removePhoto = endpoint({
  method: "DELETE",
  path: "/api/properties/:id/photo",
  action: "properties.edit",
  summary: "Remove a property's photo; the default photo is shown instead",
  params: byId,
  response: propertyDetails,
});
