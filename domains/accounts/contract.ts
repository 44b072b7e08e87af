import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";
import { role } from "./account-facts.ts";

export const membership = z.enum(["pending", "active", "refused"]);

/** AUTH-01. `membership` is `pending` until a landlord of the unit or an admin approves (REG-21). */
export const sessionUser = z.object({
  id: z.number(),
  fullName: z.string(),
  role,
  email: z.string(),
  unitId: z.nullable(z.number()),
  membership,
  /** The reason of the refusal, while the claim is refused. */
  refusalReason: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  /** The role requires two-factor sign-in and the person has not set it up: nothing else works until then. */
  secondFactorMissing: z.optional(z.boolean()),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** Two-factor sign-in is on for this person: the challenge and a code are exchanged for a session (requirements, "Two-factor"). */
export const secondFactorNeeded = z.object({ twoFactorRequired: z.literal(true), challenge: z.string() });

/** The response of every way to sign in. */
export const signInResponse = z.union([secondFactorNeeded, sessionUser]);
export type SignInResponse = z.infer<typeof signInResponse>;

export const readSession = endpoint({
  method: "GET",
  path: "/api/me",
  action: "session.read",
  summary: "The signed-in user",
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
        z.trim(),
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
  summary: "End this session",
  response: done,
});
