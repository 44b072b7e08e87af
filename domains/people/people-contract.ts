import * as z from "zod/mini";
import { labeledRef, namedRef, propertyIds, role, searchText } from "#domains/accounts/account-fields.ts";
import { leaseChoice } from "#domains/leases/lease-fields.ts";
import { leaseStates } from "#domains/leases/states.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, id, idInPath, idsInQuery, line, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { roles } from "#shared/roles.ts";

export const personStates = ["pending", "active", "declined", "disabled"] as const;
const personState = z.enum(personStates, `state must be one of ${personStates.join(", ")}.`);

/** A person in a list. Includes only properties, units, and companies within the access scope. */
export const person = z.object({
  id: z.number(),
  fullName: z.string(),
  email: z.string(),
  role,
  state: personState,
  emailConfirmed: z.boolean(),
  /** The unit the person requested access to. It's kept after an approval without a lease. */
  requestedUnit: z.nullable(z.object({ id: z.number(), label: z.string(), propertyId: z.number() })),
  /**
   * The first few properties that a landlord owns, maintenance staff are assigned to, or a tenant leases in.
   */
  properties: z.array(namedRef),
  propertyCount: z.number(),
  /** Whether maintenance staff are assigned to all properties, including future ones. */
  hasAllProperties: z.boolean(),
  /** The units of a tenant's active leases and drafts. */
  units: z.array(labeledRef),
  /** The companies of these leases. */
  companies: z.array(namedRef),
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
  summary: "List people; landlords see only people at their own properties",
  query: z.object({
    ...paging,
    role: z.optional(z.enum(roles, "role must be one of admin, landlord, maintenance, tenant.")),
    state: z.optional(personState),
    q: z.optional(searchText),
    propertyId: z.optional(idInPath),
    /** Current and future people on the company's leases. */
    companyId: z.optional(idInPath),
    ids: z.optional(idsInQuery),
  }),
  response: z.array(person),
});

export const exportPeople = csvEndpoint(listPeople);

export const approvePerson = endpoint({
  method: "POST",
  path: "/api/users/:id/approve",
  action: "people.approve",
  summary: "Approve a tenant's unit request or a maintenance staff account",
  params: byId,
  /**
   * Without `lease`, a tenant joins the unit's current lease, its next upcoming lease, its draft, or a new
   * draft, in this order.
   */
  body: z.object({ unitId: z.optional(id), lease: z.optional(leaseChoice), propertyIds }),
  response: z.extend(person, {
    /** The lease that a tenant joined, and their first day on it. */
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
  summary: "Undo an approval within one minute and return the person to pending",
  params: byId,
  response: person,
});

export const declinePerson = endpoint({
  method: "POST",
  path: "/api/users/:id/decline",
  action: "people.approve",
  summary: "Decline a request; the person sees the reason and can request access again",
  params: byId,
  body: z.object({ reason: text(3, "Please enter a reason", 500) }),
  response: person,
});

export const readPerson = endpoint({
  method: "GET",
  path: "/api/users/:id",
  action: "people.list",
  summary: "Get one person, with their properties and assigned open work orders",
  params: byId,
  response: z.extend(person, {
    propertyIds: z.array(z.number()),
    openWorkOrderCount: z.number(),
    /** Whether two-factor authentication is on. Null for users who can't change people. */
    hasTwoFactor: z.nullable(z.boolean()),
    /** The linked work account and its address at the provider. Null if none is linked, and for users who can't change people. */
    workAccount: z.nullable(z.object({ email: z.nullable(z.string()) })),
  }),
});

export const editPerson = endpoint({
  method: "PATCH",
  path: "/api/users/:id",
  action: "people.edit",
  summary: "Update a person's name, role, or properties; changing the role ends their sessions",
  versioned: true,
  params: byId,
  body: z.object({
    fullName: z.optional(line(2, "Full name is required", 120)),
    role: z.optional(role),
    propertyIds,
    hasAllProperties: z.optional(z.boolean()),
    version: z.optional(z.int()),
  }),
  response: person,
});

export const disablePerson = endpoint({
  method: "POST",
  path: "/api/users/:id/disable",
  action: "people.disable",
  summary: "Disable a person: ends all sessions and unassigns their open work orders",
  params: byId,
  body: z.object({ reason: z.optional(text(0, "", 500)) }),
  response: person,
});

export const enablePerson = endpoint({
  method: "POST",
  path: "/api/users/:id/enable",
  action: "people.disable",
  summary: "Re-enable a person's account",
  params: byId,
  response: person,
});

export const signOutPerson = endpoint({
  method: "POST",
  path: "/api/users/:id/sign-out-everywhere",
  action: "people.disable",
  summary: "End all of a person's sessions; they can sign in again",
  params: byId,
  response: done,
});

export const unlinkWorkAccount = endpoint({
  method: "POST",
  path: "/api/users/:id/work-account/unlink",
  action: "people.edit",
  summary:
    "Unlink a person's work account, for example after the provider replaced it; ends all sessions and revokes API tokens",
  params: byId,
  response: done,
});

export const resetTwoFactor = endpoint({
  method: "POST",
  path: "/api/users/:id/two-factor/remove",
  action: "people.edit",
  summary:
    "Reset a person's two-factor authentication, for example after they lose their phone; ends all sessions",
  params: byId,
  response: done,
});
