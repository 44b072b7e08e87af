import type { Ctx } from "#server/http/context.ts";
import { queueMail } from "#server/integrations/outbox.ts";

interface Owner {
  id: number;
  email: string;
  fullName: string;
}

const words = {
  on: {
    subject: "Two-factor sign-in was turned on",
    sentence:
      "Two-factor sign-in was turned on for your account. From now on a code of your authenticator app is asked for, and all your other devices were signed out.",
  },
  off: {
    subject: "Two-factor sign-in was turned off",
    sentence:
      "Two-factor sign-in was turned off for your account. From now on you sign in without a code, and all your other devices were signed out.",
  },
  removed: {
    subject: "Two-factor sign-in was removed from your account",
    sentence:
      "An administrator removed two-factor sign-in from your account, for example because your phone was lost. All your devices were signed out, and you sign in without a code until you set it up again.",
  },
  moved: {
    subject: "Two-factor sign-in moved to another app",
    sentence:
      "Another authenticator app was set up for your account. From now on only its codes work, and new recovery codes were made. All your other devices were signed out.",
  },
  renewed: {
    subject: "You have new recovery codes",
    sentence:
      "New recovery codes were made for your account. The codes you had before do not work any more, and all your other devices were signed out.",
  },
} as const;

/** Notifies the owner of an account by mail that its second factor changed. */
export const mailSecondFactor = (ctx: Ctx, owner: Owner, what: keyof typeof words): Promise<number> =>
  notice(ctx, owner, words[what]);

/** Notifies the owner by mail that a recovery code was used to sign in or to change the second factor. */
export const mailRecoveryCodeUsed = (ctx: Ctx, owner: Owner, left: number): Promise<number> =>
  notice(ctx, owner, {
    subject: "A recovery code of your account was used",
    sentence: `A recovery code was used in place of a code of your authenticator app. ${
      left === 0
        ? "There is none left: please make new ones on your profile now."
        : `${left} of them ${left === 1 ? "is" : "are"} left.`
    }`,
  });

/** Notifies the owner by mail that somebody who has the password does not have the second factor. */
export const mailWrongCodes = (
  ctx: Ctx,
  owner: Owner,
  { failures, period }: { failures: number; period: string },
): Promise<number> =>
  notice(ctx, owner, {
    subject: "Wrong codes were entered for your account",
    sentence: `Your password was followed by ${failures} wrong codes of the authenticator app. No further code is accepted ${period}.`,
  });

const notice = (ctx: Ctx, owner: Owner, { subject, sentence }: { subject: string; sentence: string }) =>
  queueMail(ctx, {
    template: "second-factor",
    to: { address: owner.email, userId: owner.id, fullName: owner.fullName },
    subject,
    paragraphs: [
      sentence,
      "If this was not you, please change your password and tell your landlord or an administrator at once.",
    ],
    link: { label: "Open your profile", path: "/profile" },
  });
