import * as z from "zod/mini";
import { sessionUser } from "#domains/accounts/contract.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { line } from "#shared/http/fields.ts";

export const editProfile = endpoint({
  method: "PATCH",
  path: "/api/me",
  action: "profile.edit",
  summary: "Change your own name",
  body: z.object({ fullName: line(2, "Full name is required", 120) }),
  response: sessionUser,
});
