import type { Ctx } from "#server/http/context.ts";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { notYouText } from "../passwords/password-emails.ts";

interface Owner {
  id: number;
  email: string;
  fullName: string;
}

const notices = {
  on: {
    subject: "Two-factor authentication turned on",
    message:
      "Two-factor authentication is now on for your account. You'll need a code from your authenticator app when you sign in. All your other devices were signed out.",
  },
  off: {
    subject: "Two-factor authentication turned off",
    message:
      "Two-factor authentication is now off for your account. You'll sign in with just your password. All your other devices were signed out.",
  },
  removed: {
    subject: "Two-factor authentication was turned off for your account",
    message:
      "An administrator turned off two-factor authentication for your account, for example because you lost your phone. All your devices were signed out and your API tokens were revoked. You won't need a code until you set it up again.",
  },
  switched: {
    subject: "Your authenticator app was changed",
    message:
      "A new authenticator app was set up for your account. Only its codes work now, and you have new recovery codes. All your other devices were signed out.",
  },
  renewed: {
    subject: "You have new recovery codes",
    message:
      "New recovery codes were created for your account. Your old codes no longer work, and all your other devices were signed out.",
  },
} as const;

/** Emails the account's owner that their two-factor authentication changed. */
export const sendTwoFactorEmail = (ctx: Ctx, owner: Owner, notice: keyof typeof notices): Promise<number> =>
  sendNotice(ctx, owner, notices[notice]);

/** Emails the owner that a recovery code was used to sign in or to change two-factor authentication. */
export const sendRecoveryCodeUsedEmail = (ctx: Ctx, owner: Owner, codesLeft: number): Promise<number> =>
  sendNotice(ctx, owner, {
    subject: "A recovery code was used to sign in to your account",
    message:
      codesLeft === 0
        ? "A recovery code was used instead of your authenticator app. You have none left. Create new ones in your profile now."
        : `A recovery code was used instead of your authenticator app. You have ${codesLeft} left.`,
  });

/**
 * Emails the owner that someone has the password but not the authenticator app. If `blockedMinutes` is null,
 * codes are blocked until midnight UTC.
 */
export const sendWrongCodesEmail = (
  ctx: Ctx,
  owner: Owner,
  { failures, blockedMinutes }: { failures: number; blockedMinutes: number | null },
): Promise<number> =>
  sendNotice(ctx, owner, {
    subject: "Incorrect codes were entered for your account",
    message:
      blockedMinutes === null
        ? `Someone entered your password and then ${failures} incorrect authenticator codes. Codes are blocked until midnight UTC.`
        : `Someone entered your password and then ${failures} incorrect authenticator codes. Codes are blocked for ${blockedMinutes} minutes.`,
  });

const sendNotice = (ctx: Ctx, owner: Owner, { subject, message }: { subject: string; message: string }) =>
  queueEmail(ctx, {
    template: "two-factor",
    to: { address: owner.email, userId: owner.id, fullName: owner.fullName },
    subject,
    paragraphs: [message, notYouText],
    link: { label: "Open your profile", path: "/profile" },
  });
