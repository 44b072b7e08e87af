import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done } from "#shared/http/fields.ts";
import { sessionUser } from "./contract.ts";
import { registrationPassword } from "./password-rules.ts";

/**
 * Confirms an email address. The person who registered might not own the mailbox, so confirming replaces the
 * password and ends all earlier sessions (REG-18..21).
 */
export const confirmAddress = endpoint({
  method: "POST",
  path: "/api/confirm-address",
  action: "accounts.confirm-address",
  summary: "Confirm an email address with the emailed link and set the password",
  body: z.object({
    token: z.string("This link is incomplete.").check(z.maxLength(200)),
    password: registrationPassword,
  }),
  response: sessionUser,
});

export const resendConfirmation = endpoint({
  method: "POST",
  path: "/api/confirm-address/resend",
  action: "session.read",
  summary: "Resend the confirmation email",
  response: done,
});
