import * as z from "zod/mini";
import { leaseChoice } from "#domains/leases/lease-facts.ts";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, id } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { email, labelled, named, propertyIds, role, searchText } from "./account-facts.ts";

export const invitationStates = ["pending", "accepted", "expired", "withdrawn"] as const;
const invitationState = z.enum(invitationStates, `state must be one of ${invitationStates.join(", ")}.`);

export const invitation = z.object({
  id: z.number(),
  email: z.string(),
  role,
  unit: z.nullable(labelled),
  /** The lease that a tenant joins by accepting. */
  leaseId: z.nullable(z.number()),
  buildings: z.array(named),
  allBuildings: z.boolean(),
  state: invitationState,
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  acceptedAt: z.nullable(z.string()),
  acceptedById: z.nullable(z.number()),
  /** The state of the newest email. */
  mail: z.nullable(
    z.object({
      id: z.number(),
      state: z.enum(["queued", "retrying", "sent", "kept", "failed"]),
      lastError: z.nullable(z.string()),
    }),
  ),
});
export type Invitation = z.infer<typeof invitation>;
/** The link is returned only once, to the inviter; a repetition of the request gets null. */
const invitationWithLink = z.extend(invitation, { link: z.nullable(z.string()) });

export const newInvitation = z.object({
  email,
  role,
  /** Of a tenant; with a lease it may be left out. */
  unitId: z.optional(z.nullable(id)),
  /**
   * Of a tenant; without it the unit's running lease, else the next to begin, else its draft. A unit without any of these gets
   * a draft when the invitation is accepted.
   */
  lease: z.optional(leaseChoice),
  propertyIds,
  allBuildings: z.optional(z.boolean()),
});

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/invitations",
  action: "invitations.list",
  summary: "Invitations, newest first, with the state of their mails",
  query: z.object({ ...paging, state: z.optional(invitationState), q: z.optional(searchText) }),
  response: z.array(invitation),
});

export const exportInvitations = csvOf(listInvitations);

export const invite = endpoint({
  method: "POST",
  path: "/api/invitations",
  action: "invitations.create",
  summary: "Invite somebody: a mail and a link for 48 hours, for this address, once",
  body: newInvitation,
  response: invitationWithLink,
  status: 201,
});

export const resendInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/:id/resend",
  action: "invitations.create",
  summary: "Send another link for 48 hours; the previous one stops working",
  params: byId,
  response: invitationWithLink,
});

export const withdrawInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/:id/withdraw",
  action: "invitations.create",
  summary: "Withdraw an invitation; its link stops working",
  params: byId,
  response: invitation,
});

/** The invitation as the invited person sees it before registering. A POST, so that the token is in no address. */
export const lookUpInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/look-up",
  action: "accounts.register",
  summary: "The inviter, role and places of an invitation, by the token of its link",
  body: z.object({ token: z.string("This link is not complete.").check(z.maxLength(200)) }),
  response: z.object({
    email: z.string(),
    role,
    invitedBy: z.string(),
    /** The unit or buildings it is for. */
    places: z.array(z.string()),
    expiresAt: z.string(),
  }),
});
