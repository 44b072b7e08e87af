import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { done, id, line } from "#shared/http/fields.ts";
import { email, role } from "./account-facts.ts";
import { sessionUser } from "./contract.ts";
import { registrationPassword } from "./password-rules.ts";

/** The entries the form may offer (REG-02); the server decides what is granted (REG-18..21). */
export const registration = z.object({
  username: z.optional(
    z.union(
      [
        z.literal(""),
        z
          .string()
          .check(
            z.trim(),
            z.minLength(3, "Username must be at least 3 characters"),
            z.maxLength(60, "Please use at most 60 characters"),
          ),
      ],
      {
        error: "Username must be at least 3 characters",
      },
    ),
  ),
  password: registrationPassword,
  fullName: line(2, "Full name is required", 120),
  email,
  role: z._default(role, "tenant"),
  unitId: z.optional(z.nullable(id)),
  setupToken: z.optional(z.string().check(z.maxLength(200))),
  /** Determines role, unit and buildings; the address must be the invited one. */
  invitationToken: z.optional(z.string().check(z.maxLength(200))),
});

export const register = endpoint({
  method: "POST",
  path: "/api/register",
  action: "accounts.register",
  summary: "Register an account; it waits for approval unless an invitation or set-up token is given",
  body: registration,
  response: sessionUser,
  status: 201,
});

export const listRegistrationUnits = endpoint({
  method: "GET",
  path: "/api/registration-units",
  action: "config.read",
  summary: "The units a new tenant may choose from",
  response: z.array(z.object({ id: z.number(), label: z.string() })),
});

/**
 * Confirms an address. The person who registered need not own the mailbox, so the confirmation replaces the password and
 * ends all earlier sessions (REG-18..21).
 */
export const confirmAddress = endpoint({
  method: "POST",
  path: "/api/confirm-address",
  action: "accounts.confirm-address",
  summary: "Consume the link of a confirmation mail and choose the password",
  body: z.object({
    token: z.string("This link is not complete.").check(z.maxLength(200)),
    password: registrationPassword,
  }),
  response: sessionUser,
});

export const resendConfirmation = endpoint({
  method: "POST",
  path: "/api/confirm-address/resend",
  action: "session.read",
  summary: "Mail the confirmation link again",
  response: done,
});

/** A refused person may claim again (requirements, "Model"). */
export const claimAgain = endpoint({
  method: "POST",
  path: "/api/me/claim",
  action: "session.read",
  summary: "Claim a unit again after a refusal",
  body: z.object({ unitId: z.optional(z.nullable(id)) }),
  response: sessionUser,
});
