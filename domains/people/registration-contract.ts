import * as z from "zod/mini";
import { email, role } from "#domains/accounts/account-fields.ts";
import { sessionUser } from "#domains/accounts/contract.ts";
import { registrationPassword } from "#domains/accounts/password-rules.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { cleanLine, id, line } from "#shared/http/fields.ts";

/** What the registration form can send (REG-02). The server decides which access it grants (REG-18..21). */
export const registration = z.object({
  username: z.optional(
    z.union(
      [
        z.literal(""),
        z
          .string()
          .check(
            z.overwrite(cleanLine),
            z.minLength(3, "Username must be at least 3 characters"),
            z.maxLength(60, "Use 60 characters or fewer"),
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
  /** Determines the role, unit, and properties. The address must be the invited one. */
  invitationToken: z.optional(z.string().check(z.maxLength(200))),
});

export const register = endpoint({
  method: "POST",
  path: "/api/register",
  action: "accounts.register",
  summary: "Register an account; it needs approval unless an invitation or setup token is provided",
  body: registration,
  response: sessionUser,
  status: 201,
});

export const listRegistrationUnits = endpoint({
  method: "GET",
  path: "/api/registration-units",
  action: "config.read",
  summary: "List the units offered at registration",
  response: z.array(z.object({ id: z.number(), label: z.string() })),
});

/** A declined person can request access again (requirements, "Model"). */
export const requestAccessAgain = endpoint({
  method: "POST",
  path: "/api/me/access-request",
  action: "session.read",
  summary: "Request a unit again after being declined",
  body: z.object({ unitId: z.optional(z.nullable(id)) }),
  response: sessionUser,
});
