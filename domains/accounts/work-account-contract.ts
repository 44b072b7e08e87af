import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { signInResponse } from "./contract.ts";

/**
 * Starts a sign-in at the organization's identity provider (requirements, "Work accounts"). A cookie binds it to
 * this browser.
 */
export const startWorkSignIn = endpoint({
  method: "POST",
  path: "/api/login/work-account",
  action: "session.start",
  summary: "Start signing in with a work account; returns the URL of the identity provider's sign-in page",
  ignoresIdempotencyKey: true,
  body: z.object({
    /** Whether the provider asks for an account even if the browser is already signed in there. */
    asksForAccount: z.optional(z.boolean("asksForAccount must be true or false.")),
  }),
  response: z.object({ url: z.string() }),
});

const incompleteMessage = "This sign-in is incomplete. Please start again.";

export const finishWorkSignIn = endpoint({
  method: "POST",
  path: "/api/login/work-account/finish",
  action: "session.start",
  summary: "Sign in with the query that the identity provider added to the portal's URL",
  body: z.object({
    query: z
      .string(incompleteMessage)
      .check(z.minLength(1, incompleteMessage), z.maxLength(8000, incompleteMessage)),
  }),
  response: signInResponse,
});
