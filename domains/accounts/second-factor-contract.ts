import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";
import { sessionUser } from "./contract.ts";

const wrongCode = "Please enter the code";
/** Six digits of the app, or a recovery code; spaces and hyphens are ignored. */
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
  /** Whether the settings require it of the role. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
  onSince: z.nullable(z.string()),
  /** Without a password, as for people who only sign in by mail, one has to be chosen first. */
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

/** The key for an authenticator app. */
const keyOfApp = z.object({
  /** In base 32, to be typed if the QR code cannot be scanned. */
  secret: z.string(),
  /** The `otpauth://` address, which the page draws as a QR code. */
  uri: z.string(),
});
export type KeyOfApp = z.infer<typeof keyOfApp>;

/** Creates a secret that is not in use until `turnOnSecondFactor` gets a code of it. */
export const prepareSecondFactor = endpoint({
  method: "POST",
  path: "/api/profile/second-factor/prepare",
  action: "profile.edit",
  summary: "Begin to turn on two-factor sign-in",
  ignoresIdempotencyKey: true,
  body: z.object({
    password: z
      .string("Please enter your password")
      .check(z.minLength(1, "Please enter your password"), z.maxLength(1000)),
  }),
  response: keyOfApp,
});

/** All other changes of the user's own two-factor sign-in require a code. */
export const forCode = {
  method: "POST",
  action: "profile.edit",
  ignoresIdempotencyKey: true,
  body: z.object({ code: secondFactorCode }),
} as const;
/** Shown once: only hashes are stored. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const turnOnSecondFactor = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/turn-on",
  summary: "Turn on two-factor sign-in with a code of the app; returns the recovery codes once",
  response: recoveryCodes,
});

/** Creates a secret for another app; the current app stays in use until `takeAnotherApp` gets a code of the new one. */
export const prepareAnotherApp = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/prepare-another-app",
  summary: "Begin to use another authenticator app, with a code of the current one or a recovery code",
  response: keyOfApp,
});

export const takeAnotherApp = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/take-another-app",
  summary: "Switch to the other app with a code of it; returns new recovery codes once",
  response: recoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/recovery-codes",
  summary: "Create new recovery codes; the old ones stop working",
  response: recoveryCodes,
});

export const turnOffSecondFactor = endpoint({
  ...forCode,
  path: "/api/profile/second-factor/turn-off",
  summary: "Turn off one's own two-factor sign-in",
  response: done,
});
