import { undoableSeconds } from "#domains/accounts/account-fields.ts";
import { type Recipient, toRecipient } from "#domains/accounts/server/recipient.ts";
import type { Ctx } from "#server/http/context.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import type { Role } from "#shared/permissions.ts";
import type { Invitation } from "../../invitation-contract.ts";

const roleLabels = {
  admin: "an administrator",
  landlord: "a landlord",
  maintenance: "a maintenance staff member",
  tenant: "a tenant",
} as const satisfies Record<Role, string>;

/** Emails an invitation link. Returns the email's id, because its status is shown with the invitation. */
export function sendInvitationEmail(
  ctx: Ctx,
  invitation: Invitation & { path: string; days: number },
): Promise<number> {
  const { email, role, unit, properties, invitedBy, path, days } = invitation;
  const place = unit?.label ?? properties.map(({ name }) => name).join(", ");
  return queueEmail(ctx, {
    template: "invitation",
    to: { address: email, userId: null, fullName: "" },
    subject: `${invitedBy} invited you to the Property Management Portal`,
    paragraphs: [
      place === ""
        ? `${invitedBy} invited you to join the Property Management Portal as ${roleLabels[role]}. Use the link below to set up your account.`
        : `${invitedBy} invited you to join the Property Management Portal as ${roleLabels[role]} for ${place}. Use the link below to set up your account.`,
      `The link works once, expires in ${days} days, and is valid only for this email address.`,
      "If you weren't expecting this invitation, you can ignore this email.",
    ],
    link: { label: "Accept the invitation", path, isOneTime: true },
  });
}

/** Sent once the approval can no longer be undone. */
export const sendApprovalEmail = (ctx: Ctx, person: Recipient, unitLabel: string | null): Promise<number> =>
  queueEmail(ctx, {
    template: "approved",
    to: toRecipient(person),
    subject: "Your account has been approved",
    paragraphs: [
      unitLabel === null
        ? "Your account has been approved. You can now use the portal."
        : `Your account has been approved for ${unitLabel}. You can now use the portal.`,
    ],
    link: { label: "Open the portal", path: "/dashboard" },
    delaySeconds: undoableSeconds,
  });

export const sendDeclineEmail = (ctx: Ctx, person: Recipient, reason: string): Promise<number> =>
  queueEmail(ctx, {
    template: "declined",
    to: toRecipient(person),
    subject: "Your registration was not approved",
    paragraphs: [
      `Your registration was not approved: ${reason}`,
      "You can sign in and submit your request again.",
    ],
    link: { label: "Open the portal", path: "/dashboard" },
  });
