import type { Ctx } from "#server/http/context.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { type Recipient, toRecipient, toUnconfirmed } from "../recipient.ts";
import { codeMinutes, linkMinutes } from "../sign-in/emailed-code.ts";

/** Tells people how to lock out an intruder. A reset also ends the intruder's sessions and API tokens. */
export const notYouText =
  "If this wasn't you, use “Forgot Password” on the sign-in page right away. Resetting your password signs out all devices and revokes all API tokens. Then contact your landlord or an administrator.";

export const sendPasswordChangedEmail = (
  ctx: Ctx,
  person: Recipient,
  { tokensRevoked }: { tokensRevoked: boolean },
): Promise<number> =>
  queueEmail(ctx, {
    template: "password-changed",
    to: toRecipient(person),
    subject: "Your password was changed",
    paragraphs: [
      tokensRevoked
        ? "Your password was changed, all your other devices were signed out, and your API tokens were revoked."
        : "Your password was changed and all your other devices were signed out. API tokens keep working.",
      notYouText,
    ],
    link: { label: "Open the portal", path: "/profile" },
  });

export const sendPasswordResetEmail = (ctx: Ctx, person: Recipient): Promise<number> =>
  queueEmail(ctx, {
    template: "password-reset",
    to: toRecipient(person),
    subject: "Your password was reset",
    paragraphs: [
      "Your password was reset through an email to this address. All devices were signed out and your API tokens were revoked.",
      "If this wasn't you, someone might have access to your email. Change your email password and contact your landlord or an administrator right away.",
    ],
    link: { label: "Open the portal", path: "/profile" },
  });

type Requester = Recipient & { isConfirmed: boolean };
const toRequester = (person: Requester) => (person.isConfirmed ? toRecipient(person) : toUnconfirmed(person));
const notRequestedText =
  "If you didn't request this, you can ignore this email and nothing will change. Never share this link or code with anyone.";

export const sendResetLinkEmail = (ctx: Ctx, person: Requester, token: string): Promise<number> =>
  queueEmail(ctx, {
    template: "reset-link",
    to: toRequester(person),
    subject: "Reset your password",
    paragraphs: [
      "We received a request to reset your Property Management Portal password. Use the link below to choose a new one.",
      `The link works once and expires in ${linkMinutes} minutes.`,
      notRequestedText,
    ],
    link: { label: "Choose a new password", path: `/reset-password?token=${token}`, isOneTime: true },
  });

export const sendResetCodeEmail = (ctx: Ctx, person: Requester, code: string): Promise<number> =>
  queueEmail(ctx, {
    template: "reset-code",
    to: toRequester(person),
    subject: "Your password reset code",
    paragraphs: [
      "We received a request to reset your Property Management Portal password. Enter the code below on the reset page.",
      `The code works once and expires in ${codeMinutes} minutes. Requesting a new code cancels this one.`,
      notRequestedText,
    ],
    code,
  });

/** Sends a link and a code for signing in (LOG-17). */
export const sendSignInEmail = (
  ctx: Ctx,
  person: Requester,
  { code, token }: { code: string; token: string },
): Promise<number> =>
  queueEmail(ctx, {
    template: "sign-in",
    to: toRequester(person),
    subject: "Sign in to the Property Management Portal",
    paragraphs: [
      "We received a request to sign in to the Property Management Portal by email. Open the link below, or enter the code on the sign-in page.",
      `The code expires in ${codeMinutes} minutes and the link in ${linkMinutes} minutes. Using one cancels the other.`,
      notRequestedText,
    ],
    code,
    link: { label: "Sign in", path: `/direct-login?token=${token}`, isOneTime: true },
  });
