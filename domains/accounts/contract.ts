import * as z from "zod/mini";
import { densities } from "#shared/density.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { cleanEmail, done } from "#shared/http/fields.ts";
import { role } from "./account-fields.ts";

export const membership = z.enum(["pending", "active", "declined"]);

/**
 * The signed-in user (AUTH-01). `membership` is `pending` until the unit's landlord or an admin approves
 * (REG-21).
 */
export const sessionUser = z.object({
  id: z.number(),
  fullName: z.string(),
  role,
  email: z.string(),
  unitId: z.nullable(z.number()),
  membership,
  /** The reason for declining, if the access request was declined. */
  declineReason: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  /** The density the person chose. If it's missing, the role's default applies. */
  density: z.optional(z.enum(densities)),
  /**
   * The role requires two-factor authentication and the person hasn't set it up. Nothing else works until
   * they do.
   */
  twoFactorMissing: z.optional(z.boolean()),
});
export type SessionUser = z.infer<typeof sessionUser>;

/**
 * The response if two-factor authentication is on for this person. The client exchanges the challenge and a
 * code for a session (requirements, "Two-factor").
 */
export const twoFactorChallenge = z.object({ twoFactorRequired: z.literal(true), challenge: z.string() });

/** The response of every sign-in method. */
export const signInResponse = z.union([twoFactorChallenge, sessionUser]);
export type SignInResponse = z.infer<typeof signInResponse>;

export const readSession = endpoint({
  method: "GET",
  path: "/api/me",
  action: "session.read",
  summary: "Get the signed-in user",
  response: sessionUser,
});

export const signIn = endpoint({
  method: "POST",
  path: "/api/login",
  action: "session.start",
  summary: "Sign in with email address and password",
  body: z.object({
    email: z
      .string("Please enter your email")
      .check(
        z.overwrite(cleanEmail),
        z.minLength(1, "Please enter your email"),
        z.maxLength(254, "Please enter a valid email"),
      ),
    password: z
      .string("Please enter your password")
      .check(z.minLength(1, "Please enter your password"), z.maxLength(1000, "Please enter your password")),
  }),
  response: signInResponse,
});

export const signOut = endpoint({
  method: "POST",
  path: "/api/logout",
  action: "session.end",
  summary: "End the current session",
  response: done,
});
