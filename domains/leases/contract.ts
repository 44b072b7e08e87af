import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { company } from "./company-contract.ts";
import {
  areInOrder,
  companyName,
  endsBeforeItBegins,
  firstDay,
  lastDay,
  newLease,
  propertyId,
  searchText,
  unitIds,
  version,
} from "./lease-facts.ts";
import { leaseFilterStates, leaseStates } from "./states.ts";

export { type NewLease, newLease } from "./lease-facts.ts";

const unitRef = z.object({ id: z.number(), unitNumber: z.string() });

/** A row of the list. */
export const leaseRow = z.object({
  id: z.number(),
  state: z.enum(leaseStates),
  company: z.object({ id: z.number(), name: z.string() }),
  property: z.object({ id: z.number(), name: z.string() }),
  units: z.array(unitRef),
  /** Calendar days at the property. Without `to` the lease is open-ended. */
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

/** A whole lease, with what the user may do with it now. */
export const lease = z.extend(leaseRow, {
  company,
  /** `from` and `to` are the days the unit belongs to the lease; `to` is before the lease's last day when given back early. */
  units: z.array(z.extend(unitRef, { from: z.string(), to: z.nullable(z.string()), status: z.string() })),
  /** Its members and their days; a former member sees only their own entries. */
  members: z.array(leaseMember),
  /** Today's date at the property. */
  today: z.string(),
  /** The rent of the current month, by the schedule; null while no terms apply, and for a former member. */
  monthlyRentCents: z.nullable(z.number()),
  createdAt: z.string(),
  /** In the response to a change: what it charged on the lease's account; negative when charges were taken back. */
  justPosted: z.optional(z.object({ entries: z.number(), cents: z.number() })),
  may: z.object({
    edit: z.boolean(),
    activate: z.boolean(),
    giveNotice: z.boolean(),
    end: z.boolean(),
    delete: z.boolean(),
  }),
});
export type Lease = z.infer<typeof lease>;

export const listLeases = endpoint({
  method: "GET",
  path: "/api/leases",
  action: "leases.list",
  summary: "Leases within the access scope, newest first; a tenant gets their own",
  query: z.object({
    ...paging,
    propertyId: z.optional(idInPath),
    unitId: z.optional(idInPath),
    companyId: z.optional(idInPath),
    /** Of the running leases `current` finds those that have begun, `coming` the others, `ending` those that end within 90 days. */
    state: z.optional(z.enum(leaseFilterStates, `state must be one of ${leaseFilterStates.join(", ")}.`)),
    q: searchText,
  }),
  response: z.array(leaseRow),
});

export const exportLeases = csvOf(listLeases);

export const createLease = endpoint({
  method: "POST",
  path: "/api/leases",
  action: "leases.create",
  summary: "Record a lease, as a draft or as active; no two leases have a unit at once",
  body: newLease,
  response: lease,
  status: 201,
});

export const readLease = endpoint({
  method: "GET",
  path: "/api/leases/:id",
  action: "leases.read",
  summary: "One lease with its units and members",
  params: byId,
  response: lease,
});

export const exportUnitsOfLease = endpoint({
  method: "GET",
  path: "/api/leases/:id/units.csv",
  action: "leases.read",
  summary: "The units of a lease with their days, as CSV",
  params: byId,
  response: z.unknown(),
  responseKind: "csv",
});

export const editLease = endpoint({
  method: "PATCH",
  path: "/api/leases/:id",
  action: "leases.edit",
  summary: "Change a draft, or a running lease's last day and the units given back early",
  versioned: true,
  params: byId,
  body: z
    .object({
      companyId: z.optional(id),
      companyName: z.optional(companyName),
      propertyId: z.optional(propertyId),
      unitIds: z.optional(unitIds),
      from: z.optional(firstDay),
      to: z.optional(z.nullable(lastDay)),
      /** `on` is the last day the unit belongs to the lease; null sets it back to the lease's last day. */
      givenBack: z.optional(
        z.array(z.object({ unitId: id, on: z.nullable(lastDay) })).check(z.maxLength(100, "Too many units.")),
      ),
      version,
    })
    .check(z.refine(areInOrder, { error: endsBeforeItBegins, path: ["to"] })),
  response: lease,
});

export const activateLease = endpoint({
  method: "POST",
  path: "/api/leases/:id/activate",
  action: "leases.edit",
  summary: "Activate a draft: its units are occupied from its first day",
  versioned: true,
  params: byId,
  body: z.object({ version }),
  response: lease,
});

export const giveNotice = endpoint({
  method: "POST",
  path: "/api/leases/:id/notice",
  action: "leases.edit",
  summary: "Record that notice was given, and the last day",
  versioned: true,
  params: byId,
  body: z.object({ to: lastDay, version }),
  response: lease,
});

export const endLease = endpoint({
  method: "POST",
  path: "/api/leases/:id/end",
  action: "leases.edit",
  summary: "End a lease on a day: at once when it is today or past",
  versioned: true,
  params: byId,
  body: z.object({ on: lastDay, version }),
  response: lease,
});

export const deleteLease = endpoint({
  method: "DELETE",
  path: "/api/leases/:id",
  action: "leases.edit",
  summary: "Delete a draft, or a lease that has not begun",
  params: byId,
  response: done,
});

export const readLeaseHistory = endpoint({
  method: "GET",
  path: "/api/leases/:id/history",
  action: "leases.edit",
  summary: "The history of a lease, newest first",
  params: byId,
  response: z.array(z.object({ id: z.number(), at: z.string(), who: z.string(), what: z.string() })),
});
