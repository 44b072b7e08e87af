import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, idInPath, idsInQuery } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { company } from "./company-contract.ts";
import {
  areDatesInOrder,
  companyName,
  endBeforeStartMessage,
  endDate,
  newLease,
  propertyId,
  searchText,
  startDate,
  unitIds,
  version,
} from "./lease-fields.ts";
import { leaseFilterStates, leaseStates } from "./states.ts";

export { type NewLease, newLease } from "./lease-fields.ts";

const unitRef = z.object({ id: z.number(), unitNumber: z.string() });

/** A row in the leases list. */
export const leaseRow = z.object({
  id: z.number(),
  state: z.enum(leaseStates),
  company: z.object({ id: z.number(), name: z.string() }),
  property: z.object({ id: z.number(), name: z.string() }),
  units: z.array(unitRef),
  /** Dates at the property, inclusive. A null `to` means open-ended. */
  from: z.string(),
  to: z.nullable(z.string()),
  version: z.number(),
});
export type LeaseRow = z.infer<typeof leaseRow>;

export const leaseMember = z.object({
  id: z.number(),
  userId: z.number(),
  fullName: z.string(),
  /** For landlords and admins only. */
  email: z.nullable(z.string()),
  from: z.string(),
  /** Null: until the lease ends. */
  to: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type LeaseMember = z.infer<typeof leaseMember>;

/** A lease with all details, and what the user can do with it now. */
export const lease = z.extend(leaseRow, {
  company,
  /**
   * `from` and `to` are the unit's first and last day on the lease. `to` is before the lease's end date if
   * the unit was vacated early.
   */
  units: z.array(z.extend(unitRef, { from: z.string(), to: z.nullable(z.string()), status: z.string() })),
  /** The people on the lease and their dates. Former members see only their own entries. */
  members: z.array(leaseMember),
  /** Today's date at the property. */
  today: z.string(),
  /**
   * The current month's rent according to the schedule. Null while no terms apply, and for a former member.
   */
  monthlyRentCents: z.nullable(z.number()),
  createdAt: z.string(),
  /** The end date before notice was recorded, which applies again if the notice is withdrawn. */
  toBeforeNotice: z.nullable(z.string()),
  /** In the response to a change: the charges it posted. Negative if charges were reversed. */
  justPosted: z.optional(z.object({ entries: z.number(), cents: z.number() })),
  can: z.object({
    edit: z.boolean(),
    activate: z.boolean(),
    /** Whether it has an end date that a renewal can move. */
    renew: z.boolean(),
    giveNotice: z.boolean(),
    withdrawNotice: z.boolean(),
    end: z.boolean(),
    delete: z.boolean(),
  }),
});
export type Lease = z.infer<typeof lease>;

export const listLeases = endpoint({
  method: "GET",
  path: "/api/leases",
  action: "leases.list",
  summary: "List leases you can access, newest first; tenants get their own",
  query: z.object({
    ...paging,
    propertyId: z.optional(idInPath),
    unitId: z.optional(idInPath),
    companyId: z.optional(idInPath),
    ids: z.optional(idsInQuery),
    /**
     * Among active leases, `current` returns those that have started, `coming` those that haven't, and
     * `ending` those that end within 90 days.
     */
    state: z.optional(z.enum(leaseFilterStates, `state must be one of ${leaseFilterStates.join(", ")}.`)),
    q: searchText,
  }),
  response: z.array(leaseRow),
});

export const exportLeases = csvEndpoint(listLeases);

export const createLease = endpoint({
  method: "POST",
  path: "/api/leases",
  action: "leases.create",
  summary: "Create a lease, as a draft or active; a unit can't be on two leases at the same time",
  body: newLease,
  response: lease,
  status: 201,
});

export const readLease = endpoint({
  method: "GET",
  path: "/api/leases/:id",
  action: "leases.read",
  summary: "Get one lease, with its units and people",
  params: byId,
  response: lease,
});

export const exportLeaseUnits = endpoint({
  method: "GET",
  path: "/api/leases/:id/units.csv",
  action: "leases.read",
  summary: "Export a lease's units and dates as CSV",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});

export const editLease = endpoint({
  method: "PATCH",
  path: "/api/leases/:id",
  action: "leases.edit",
  summary: "Update a draft, or an active lease's end date and units vacated early",
  versioned: true,
  params: byId,
  body: z
    .object({
      companyId: z.optional(id),
      companyName: z.optional(companyName),
      propertyId: z.optional(propertyId),
      unitIds: z.optional(unitIds),
      from: z.optional(startDate),
      to: z.optional(z.nullable(endDate)),
      /** `on` is the unit's last day on the lease. Null resets it to the lease's end date. */
      vacatedUnits: z.optional(
        z.array(z.object({ unitId: id, on: z.nullable(endDate) })).check(z.maxLength(100, "Too many units.")),
      ),
      version,
    })
    .check(z.refine(areDatesInOrder, { error: endBeforeStartMessage, path: ["to"] })),
  response: lease,
});

export const activateLease = endpoint({
  method: "POST",
  path: "/api/leases/:id/activate",
  action: "leases.edit",
  summary: "Activate a draft lease; its units become occupied on the start date",
  versioned: true,
  params: byId,
  body: z.object({ version }),
  response: lease,
});

export const recordNotice = endpoint({
  method: "POST",
  path: "/api/leases/:id/notice",
  action: "leases.edit",
  summary: "Record notice and the end date",
  versioned: true,
  params: byId,
  body: z.object({ to: endDate, version }),
  response: lease,
});

export const withdrawNotice = endpoint({
  method: "POST",
  path: "/api/leases/:id/withdraw-notice",
  action: "leases.edit",
  summary: "Withdraw a recorded notice; the lease's previous end date is restored",
  versioned: true,
  params: byId,
  body: z.object({ version }),
  response: lease,
});

export const endLease = endpoint({
  method: "POST",
  path: "/api/leases/:id/end",
  action: "leases.edit",
  summary: "End a lease on a date; immediately if it's today or earlier",
  versioned: true,
  params: byId,
  body: z.object({ on: endDate, version }),
  response: lease,
});

export const deleteLease = endpoint({
  method: "DELETE",
  path: "/api/leases/:id",
  action: "leases.edit",
  summary: "Delete a draft, or a lease that hasn't started",
  params: byId,
  response: done,
});

export const readLeaseHistory = endpoint({
  method: "GET",
  path: "/api/leases/:id/history",
  action: "leases.edit",
  summary: "Get a lease's history, newest first",
  params: byId,
  response: z.array(z.object({ id: z.number(), at: z.string(), who: z.string(), what: z.string() })),
});
