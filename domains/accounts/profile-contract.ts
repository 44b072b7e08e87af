import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, line } from "#shared/http/fields.ts";
import { sessionUser } from "./contract.ts";
import { registrationPassword } from "./password-rules.ts";

export const editProfile = endpoint({
  method: "PATCH",
  path: "/api/me",
  action: "profile.edit",
  summary: "Change your own name",
  body: z.object({ fullName: line(2, "Full name is required", 120) }),
  response: sessionUser,
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/me/password",
  action: "profile.edit",
  summary: "Change your own password; ends all other sessions",
  ignoresIdempotencyKey: true,
  body: z.object({
    currentPassword: z
      .string("Please enter your current password")
      .check(
        z.minLength(1, "Please enter your current password"),
        z.maxLength(1000, "This is not your current password."),
      ),
    newPassword: registrationPassword,
  }),
  response: done,
});

export const ownSession = z.object({
  id: z.number(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  networkAddress: z.string(),
  userAgent: z.string(),
  /** Whether this request was made with this session. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = endpoint({
  method: "GET",
  path: "/api/me/sessions",
  action: "profile.read",
  summary: "Your own sessions",
  response: z.array(ownSession),
});

export const endOwnSession = endpoint({
  method: "DELETE",
  path: "/api/me/sessions/:id",
  action: "profile.edit",
  summary: "End one of your own sessions",
  params: byId,
  response: done,
});

export const endOtherSessions = endpoint({
  method: "POST",
  path: "/api/me/sessions/end-others",
  action: "profile.edit",
  summary: "End all your own sessions except this one",
  response: done,
});
