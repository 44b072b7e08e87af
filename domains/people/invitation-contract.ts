import * as z from "zod/mini";
import {
  email,
  labeledRef,
  namedRef,
  propertyIds,
  role,
  searchText,
} from "#domains/accounts/account-fields.ts";
import { leaseChoice } from "#domains/leases/lease-fields.ts";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, id, idInPath } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";

export const invitationStates = ["pending", "accepted", "expired", "withdrawn"] as const;
const invitationState = z.enum(invitationStates, `state must be one of ${invitationStates.join(", ")}.`);

export const invitation = z.object({
  id: z.number(),
  email: z.string(),
  role,
  unit: z.nullable(labeledRef),
  /** The lease a tenant joins by accepting. */
  leaseId: z.nullable(z.number()),
  properties: z.array(namedRef),
  hasAllProperties: z.boolean(),
  state: invitationState,
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  acceptedAt: z.nullable(z.string()),
  acceptedById: z.nullable(z.number()),
  /** The status of the most recent email. */
  delivery: z.nullable(
    z.object({
      id: z.number(),
      state: z.enum(["queued", "retrying", "sent", "stored", "failed"]),
      lastError: z.nullable(z.string()),
    }),
  ),
});
export type Invitation = z.infer<typeof invitation>;
const invitationWithLink = z.extend(invitation, {
  /** Returned only once, to the inviter. Repeating the request returns null. */
  link: z.nullable(z.string()),
  /** False if the portal has no email server. */
  isEmailed: z.boolean(),
});

export const newInvitation = z.object({
  email,
  role,
  /** For a tenant. Can be omitted if there is a lease. */
  unitId: z.optional(z.nullable(id)),
  /**
   * For a tenant. Defaults to the unit's current lease, then its next upcoming lease, then its draft. If there
   * is none, accepting the invitation creates a draft.
   */
  lease: z.optional(leaseChoice),
  propertyIds,
  hasAllProperties: z.optional(z.boolean()),
});

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/invitations",
  action: "invitations.list",
  summary: "List invitations, newest first, with their email delivery status",
  query: z.object({
    ...paging,
    state: z.optional(invitationState),
    leaseId: z.optional(idInPath),
    q: z.optional(searchText),
  }),
  response: z.array(invitation),
});

export const exportInvitations = csvEndpoint(listInvitations);

export const invite = endpoint({
  method: "POST",
  path: "/api/invitations",
  action: "invitations.create",
  summary: "Invite someone by email with a single-use link, valid for 14 days and for that address only",
  body: newInvitation,
  response: invitationWithLink,
  status: 201,
});

export const resendInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/:id/resend",
  action: "invitations.create",
  summary: "Resend an invitation with a new link, valid for 14 days; the previous link stops working",
  params: byId,
  response: invitationWithLink,
});

export const withdrawInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/:id/withdraw",
  action: "invitations.create",
  summary: "Withdraw an invitation and disable its link",
  params: byId,
  response: invitation,
});

/**
 * The invitation as the invited person sees it before registering. It's a POST to keep the token out of the URL.
 */
export const lookUpInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/look-up",
  action: "accounts.register",
  summary: "Get an invitation by the token in its link: inviter, role, and properties",
  body: z.object({ token: z.string("This link is incomplete.").check(z.maxLength(200)) }),
  response: z.object({
    email: z.string(),
    role,
    invitedBy: z.string(),
    /** The unit or properties the invitation is for. */
    places: z.array(z.string()),
    expiresAt: z.string(),
    /** Whether the link was emailed, so that accepting the invitation confirms the address. */
    confirmsEmail: z.boolean(),
  }),
});
