import * as z from "zod/mini";
import { leaseChoice } from "#domains/leases/lease-facts.ts";
import { leaseStates } from "#domains/leases/states.ts";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, idInPath, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { roles } from "#shared/roles.ts";
import { labelled, named, propertyIds, role, searchText } from "./account-facts.ts";

export const personStates = ["pending", "active", "refused", "disabled"] as const;
const personState = z.enum(personStates, `state must be one of ${personStates.join(", ")}.`);

/** A person in a list; only buildings, units and companies within the access scope are included. */
export const person = z.object({
  id: z.number(),
  fullName: z.string(),
  email: z.string(),
  role,
  state: personState,
  emailConfirmed: z.boolean(),
  /** The unit the person claims or, approved without a lease, claimed. */
  claimedUnit: z.nullable(z.object({ id: z.number(), label: z.string(), propertyId: z.number() })),
  /** The first of the buildings that a landlord owns, maintenance staff are assigned to, or a tenant leases in. */
  buildings: z.array(named),
  buildingCount: z.number(),
  /** Maintenance staff assigned to all buildings, including future ones. */
  allBuildings: z.boolean(),
  /** The units of a tenant's active leases and drafts. */
  units: z.array(labelled),
  /** The companies of these leases. */
  companies: z.array(named),
  /** The invitation the account was created with, if any. */
  invitation: z.nullable(z.object({ id: z.number(), invitedBy: z.string(), acceptedAt: z.string() })),
  disabledReason: z.nullable(z.string()),
  createdAt: z.string(),
  lastSignInAt: z.nullable(z.string()),
  version: z.number(),
});
export type Person = z.infer<typeof person>;

export const listPeople = endpoint({
  method: "GET",
  path: "/api/users",
  action: "people.list",
  summary: "People; a landlord sees those of their own buildings",
  query: z.object({
    ...paging,
    role: z.optional(z.enum(roles, "role must be one of admin, landlord, maintenance, tenant.")),
    state: z.optional(personState),
    q: z.optional(searchText),
    propertyId: z.optional(idInPath),
    /** The present and future members of its leases. */
    companyId: z.optional(idInPath),
  }),
  response: z.array(person),
});

export const exportPeople = csvOf(listPeople);

export const approvePerson = endpoint({
  method: "POST",
  path: "/api/users/:id/approve",
  action: "people.approve",
  summary: "Approve a claim to a unit, or a member of the maintenance staff",
  params: byId,
  /** Without `lease` a tenant joins the unit's running lease, else the next to begin, else its draft, else a new draft. */
  body: z.object({ unitId: z.optional(id), lease: z.optional(leaseChoice), propertyIds }),
  response: z.extend(person, {
    /** The lease that a tenant joined, and the first day of the membership. */
    joined: z.nullable(
      z.object({
        id: z.number(),
        state: z.enum(leaseStates),
        company: z.string(),
        from: z.string(),
        isNew: z.boolean(),
      }),
    ),
  }),
});

export const undoApproval = endpoint({
  method: "POST",
  path: "/api/users/:id/undo-approval",
  action: "people.approve",
  summary: "Undo an approval within a minute: the person is waiting again, as before",
  params: byId,
  response: person,
});

export const refusePerson = endpoint({
  method: "POST",
  path: "/api/users/:id/refuse",
  action: "people.approve",
  summary: "Refuse a claim; the person sees the reason and may claim again",
  params: byId,
  body: z.object({ reason: text(3, "Please give a reason", 500) }),
  response: person,
});

export const readPerson = endpoint({
  method: "GET",
  path: "/api/users/:id",
  action: "people.list",
  summary: "A person with all buildings and assigned open work orders",
  params: byId,
  response: z.extend(person, {
    propertyIds: z.array(z.number()),
    openOrdersAssigned: z.number(),
    /** Whether two-factor sign-in is on; null for those who may not change people. */
    hasSecondFactor: z.nullable(z.boolean()),
  }),
});

export const editPerson = endpoint({
  method: "PATCH",
  path: "/api/users/:id",
  action: "people.edit",
  summary: "Change name, role or buildings; another role ends the person's sessions",
  versioned: true,
  params: byId,
  body: z.object({
    fullName: z.optional(line(2, "Full name is required", 120)),
    role: z.optional(role),
    propertyIds,
    allBuildings: z.optional(z.boolean()),
    version: z.optional(z.int()),
  }),
  response: person,
});

export const disablePerson = endpoint({
  method: "POST",
  path: "/api/users/:id/disable",
  action: "people.disable",
  summary: "Disable a person: ends all sessions; their open work orders go back to the queue",
  params: byId,
  body: z.object({ reason: z.optional(text(0, "", 500)) }),
  response: person,
});

export const enablePerson = endpoint({
  method: "POST",
  path: "/api/users/:id/enable",
  action: "people.disable",
  summary: "Enable a disabled person",
  params: byId,
  response: person,
});

export const signOutPerson = endpoint({
  method: "POST",
  path: "/api/users/:id/sign-out-everywhere",
  action: "people.disable",
  summary: "End all sessions of a person, who may sign in again",
  params: byId,
  response: done,
});

export const removeSecondFactor = endpoint({
  method: "POST",
  path: "/api/users/:id/second-factor/remove",
  action: "people.edit",
  summary: "Remove a person's two-factor sign-in, e.g. after a phone was lost; ends all sessions",
  params: byId,
  response: done,
});
