import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/limits.ts";
import { networkOf } from "#server/http/sender.ts";
import { queueMail } from "#server/integrations/outbox.ts";
import type { Role } from "#shared/permissions.ts";
import { undoableSeconds } from "../account-facts.ts";
import type { Invitation } from "../invitation-contract.ts";
import { mailsPerMailbox, mailsPerNetwork } from "./limits.ts";
import { codeMinutes, linkMinutes } from "./mailed-code.ts";
import { makeToken } from "./tokens.ts";

interface Addressee {
  id: number;
  email: string;
  fullName: string;
}

const confirmationDays = 7;
const to = ({ id, email, fullName }: Addressee) => ({ address: email, userId: id, fullName });
/** The mailbox is unconfirmed and its name was chosen by a stranger, so the name must not appear in the mail. */
const toUnknown = ({ id, email }: Addressee) => ({ address: email, userId: id, fullName: "" });

const roleWords = {
  admin: "an administrator",
  landlord: "a landlord",
  maintenance: "a member of the maintenance staff",
  tenant: "a tenant",
} as const satisfies Record<Role, string>;

/** Mails the link of an invitation. Returns the id of the mail, whose state is shown with the invitation. */
export function mailInvitation(
  ctx: Ctx,
  invitation: Invitation & { path: string; hours: number },
): Promise<number> {
  const { email, role, unit, buildings, invitedBy, path, hours } = invitation;
  const place = unit?.label ?? buildings.map(({ name }) => name).join(", ");
  return queueMail(ctx, {
    template: "invitation",
    to: { address: email, userId: null, fullName: "" },
    subject: `${invitedBy} invites you to the Property Management Portal`,
    paragraphs: [
      `${invitedBy} invites you to the Property Management Portal as ${roleWords[role]}${place === "" ? "" : ` for ${place}`}. With the link below you choose your name and password.`,
      `The link works once, for ${hours} hours, and for this address only.`,
      "If you do not know what this is about, you can leave this mail unanswered.",
    ],
    link: { label: "Accept the invitation", path, isOneTime: true },
  });
}

export const mailPasswordChange = (ctx: Ctx, person: Addressee): Promise<number> =>
  queueMail(ctx, {
    template: "password-changed",
    to: to(person),
    subject: "Your password was changed",
    paragraphs: [
      "The password of your account was changed, and all other devices were signed out.",
      "If this was not you, please tell your landlord or an administrator at once.",
    ],
    link: { label: "Open the portal", path: "/profile" },
  });

export const mailPasswordReset = (ctx: Ctx, person: Addressee): Promise<number> =>
  queueMail(ctx, {
    template: "password-reset",
    to: to(person),
    subject: "Your password was reset",
    paragraphs: [
      "The password of your account was reset with a mail to this address. All devices were signed out, and API tokens do not work any more.",
      "If this was not you, somebody else reads your mails: please change the password of your mailbox, and tell your landlord or an administrator at once.",
    ],
    link: { label: "Open the portal", path: "/profile" },
  });

type Asking = Addressee & { isProven: boolean };
const toAsking = (person: Asking) => (person.isProven ? to(person) : toUnknown(person));
const notAskedFor =
  "If you did not ask for this, you can leave this mail unanswered: nothing changes, and nobody gets in without it. Please never tell the code or the link to anybody.";

export const mailResetLink = (ctx: Ctx, person: Asking, token: string): Promise<number> =>
  queueMail(ctx, {
    template: "reset-link",
    to: toAsking(person),
    subject: "Reset your password",
    paragraphs: [
      "Somebody, probably you, asked to reset the password of your account of the Property Management Portal. With the link below you choose a new one.",
      `The link works once, for ${linkMinutes} minutes.`,
      notAskedFor,
    ],
    link: { label: "Choose a new password", path: `/reset-password?token=${token}`, isOneTime: true },
  });

export const mailResetCode = (ctx: Ctx, person: Asking, code: string): Promise<number> =>
  queueMail(ctx, {
    template: "reset-code",
    to: toAsking(person),
    subject: "Your code to reset the password",
    paragraphs: [
      "Somebody, probably you, asked to reset the password of your account of the Property Management Portal. Please enter the code below on the page that asks for it.",
      `The code works once, for ${codeMinutes} minutes, and only if you did not ask for another since.`,
      notAskedFor,
    ],
    code,
  });

/** LOG-17. */
export const mailWayIn = (
  ctx: Ctx,
  person: Asking,
  { code, token }: { code: string; token: string },
): Promise<number> =>
  queueMail(ctx, {
    template: "sign-in",
    to: toAsking(person),
    subject: "Sign in to the Property Management Portal",
    paragraphs: [
      "Somebody, probably you, asked to sign in to the Property Management Portal without a password. Please open the link below, or enter the code on the page that asks for it.",
      `The code works for ${codeMinutes} minutes, the link for ${linkMinutes}; once one of them was used, the other does not work any more.`,
      notAskedFor,
    ],
    code,
    link: { label: "Sign in", path: `/direct-login?token=${token}`, isOneTime: true },
  });

/**
 * Mails a link that confirms the address. It is rate-limited, as anyone can have it sent to any mailbox.
 * @throws AppError too_many
 */
export async function mailConfirmation(ctx: Ctx, person: Addressee): Promise<void> {
  await countUse(ctx, mailsPerNetwork, networkOf(ctx.networkAddress));
  await countUse(ctx, mailsPerMailbox, person.email.toLowerCase());
  const token = await makeToken(ctx.db, {
    purpose: "confirm-address",
    userId: person.id,
    now: ctx.now,
    days: confirmationDays,
  });
  await queueMail(ctx, {
    template: "confirm-address",
    to: toUnknown(person),
    subject: "Please confirm your email address",
    paragraphs: [
      "An account of the Property Management Portal was made with this address. Please confirm that it is yours and choose your password with the link below.",
      `The link works once, for ${confirmationDays} days. Choosing a password there replaces the one given at registration and ends all its sessions.`,
      "If you did not register, you can leave this mail unanswered.",
    ],
    link: { label: "Confirm your address", path: `/confirm-address?token=${token}`, isOneTime: true },
  });
}

/** Sent once the approval can no longer be undone. */
export const mailApproval = (ctx: Ctx, person: Addressee, place: string | null): Promise<number> =>
  queueMail(ctx, {
    template: "approved",
    to: to(person),
    subject: "Your account has been approved",
    paragraphs: [
      place === null
        ? "Your account has been approved. You can now use the portal."
        : `Your account has been approved for ${place}. You can now use the portal.`,
    ],
    link: { label: "Open the portal", path: "/dashboard" },
    inSeconds: undoableSeconds,
  });

export const mailRefusal = (ctx: Ctx, person: Addressee, reason: string): Promise<number> =>
  queueMail(ctx, {
    template: "refused",
    to: to(person),
    subject: "Your registration was not approved",
    paragraphs: [
      `Your registration was not approved: ${reason}`,
      "You can sign in and register your claim again.",
    ],
    link: { label: "Open the portal", path: "/dashboard" },
  });
