import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";
import { sessionUser } from "./contract.ts";

const wrongCode = "Please enter the code";
/** Six digits of the app, or a recovery code; spaces and hyphens are no matter. */
export const secondFactorCode = z
  .string(wrongCode)
  .check(z.trim(), z.minLength(1, wrongCode), z.maxLength(40, wrongCode));

/** The second step of a sign-in (requirements, "Two-factor"). */
export const giveSecondFactor = endpoint({
  method: "POST",
  path: "/api/login/second-factor",
  action: "session.start",
  summary: "Finish a sign-in with a code of the authenticator app, or a recovery code",
  body: z.object({
    challenge: z
      .string("Please sign in again.")
      .check(z.minLength(1, "Please sign in again."), z.maxLength(200, "Please sign in again.")),
    code: secondFactorCode,
  }),
  response: sessionUser,
});

const secondFactor = z.object({
  isOn: z.boolean(),
  /** The role has to have it on (settings). */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
  onSince: z.nullable(z.string()),
  /** Whoever signs in by mail only has to choose a password first. */
  hasPassword: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

export const readSecondFactor = endpoint({
  method: "GET",
  path: "/api/profile/second-factor",
  action: "profile.read",
  summary: "Whether one's own two-factor sign-in is on",
  response: secondFactor,
});

/** What an authenticator app is given. */
const keyOfApp = z.object({
  /** In base 32, to be typed where nothing can be scanned. */
  secret: z.string(),
  /** `otpauth://`, what the QR code says; the page draws it. */
  uri: z.string(),
});
export type KeyOfApp = z.infer<typeof keyOfApp>;

/** A new secret, not in use before `turnOnSecondFactor` has a code of it. */
export const prepareSecondFactor = endpoint({
  method: "POST",
  path: "/api/profile/second-factor/prepare",
  action: "profile.edit",
  summary: "Begin to turn on two-factor sign-in",
  body: z.object({
    password: z
      .string("Please enter your password")
      .check(z.minLength(1, "Please enter your password"), z.maxLength(1000)),
  }),
  response: keyOfApp,
});

/** What else changes the own two-factor sign-in is done for a code. */
export const forCode = {
  method: "POST",
  action: "profile.edit",
  body: z.object({ code: secondFactorCode }),
} as const;
/** Shown once: only hashes are kept. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const turnOnSecondFactor = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/turn-on",
  summary: "Turn on two-factor sign-in with a code of the app; answers the recovery codes, once",
  response: recoveryCodes,
});

/** A secret of another app; the one in use stays so until `takeAnotherApp` has a code of the other. */
export const prepareAnotherApp = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/prepare-another-app",
  summary: "Begin to use another authenticator app, with a code of the present one or a recovery code",
  response: keyOfApp,
});

export const takeAnotherApp = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/take-another-app",
  summary: "Use the other app from now on, with a code of it; answers new recovery codes, once",
  response: recoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/recovery-codes",
  summary: "New recovery codes; the old ones do not work any more",
  response: recoveryCodes,
});

export const turnOffSecondFactor = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/turn-off",
  summary: "Turn off one's own two-factor sign-in",
  response: done,
});
