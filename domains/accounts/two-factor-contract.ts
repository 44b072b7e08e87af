import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";
import { sessionUser } from "./contract.ts";

const missingCodeMessage = "Please enter the code";
/** Six digits from the app, or a recovery code. Spaces and hyphens are ignored. */
export const twoFactorCode = z
  .string(missingCodeMessage)
  .check(z.trim(), z.minLength(1, missingCodeMessage), z.maxLength(40, missingCodeMessage));

/** The second step of signing in (requirements, "Two-factor"). */
export const verifyTwoFactor = endpoint({
  method: "POST",
  path: "/api/login/two-factor",
  action: "session.start",
  summary: "Complete sign-in with an authenticator code or a recovery code",
  body: z.object({
    challenge: z
      .string("Please sign in again.")
      .check(z.minLength(1, "Please sign in again."), z.maxLength(200, "Please sign in again.")),
    code: twoFactorCode,
  }),
  response: sessionUser,
});

const twoFactorStatus = z.object({
  isOn: z.boolean(),
  /** Whether the settings require two-factor authentication for the role. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
  onSince: z.nullable(z.string()),
  /** A person without a password, who signs in by email only, needs to set one first. */
  hasPassword: z.boolean(),
});
export type TwoFactorStatus = z.infer<typeof twoFactorStatus>;

export const readTwoFactorStatus = endpoint({
  method: "GET",
  path: "/api/profile/two-factor",
  action: "profile.read",
  summary: "Get your two-factor authentication status",
  response: twoFactorStatus,
});

/** The key for an authenticator app. */
const authenticatorKey = z.object({
  /** Base32-encoded, to type in if the QR code can't be scanned. */
  secret: z.string(),
  /** The `otpauth://` URI that the page draws as a QR code. */
  uri: z.string(),
});
export type AuthenticatorKey = z.infer<typeof authenticatorKey>;

/** Creates a secret that takes effect once `turnOnTwoFactor` receives a code for it. */
export const startTwoFactorSetup = endpoint({
  method: "POST",
  path: "/api/profile/two-factor/prepare",
  action: "profile.edit",
  summary: "Start setting up two-factor authentication",
  ignoresIdempotencyKey: true,
  body: z.object({
    password: z
      .string("Please enter your password")
      .check(z.minLength(1, "Please enter your password"), z.maxLength(1000)),
  }),
  response: authenticatorKey,
});

/** All other changes to the user's own two-factor authentication require a code. */
export const codeEndpoint = {
  method: "POST",
  action: "profile.edit",
  ignoresIdempotencyKey: true,
  body: z.object({ code: twoFactorCode }),
} as const;
/** Shown once, because only hashes are stored. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const turnOnTwoFactor = endpoint({
  ...codeEndpoint,
  path: "/api/profile/two-factor/turn-on",
  summary: "Turn on two-factor authentication with a code from the app; returns recovery codes once",
  response: recoveryCodes,
});

/**
 * Creates a secret for another app. The current app stays in use until `finishAppSwitch` receives a code from
 * the new one.
 */
export const startAppSwitch = endpoint({
  ...codeEndpoint,
  path: "/api/profile/two-factor/prepare-another-app",
  summary: "Start switching authenticator apps, using a current code or a recovery code",
  response: authenticatorKey,
});

export const finishAppSwitch = endpoint({
  ...codeEndpoint,
  path: "/api/profile/two-factor/take-another-app",
  summary: "Finish switching apps with a code from the new app; returns new recovery codes once",
  response: recoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  ...codeEndpoint,
  path: "/api/profile/two-factor/recovery-codes",
  summary: "Create new recovery codes; the old ones stop working",
  response: recoveryCodes,
});

export const turnOffTwoFactor = endpoint({
  ...codeEndpoint,
  path: "/api/profile/two-factor/turn-off",
  summary: "Turn off your two-factor authentication",
  response: done,
});
