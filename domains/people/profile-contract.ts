import * as z from "zod/mini";
import { sessionUser } from "#domains/accounts/contract.ts";
import { densities } from "#shared/density.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { line } from "#shared/http/fields.ts";

export const ownName = z.object({ fullName: line(2, "Full name is required", 120) });

export const editProfile = endpoint({
  method: "PATCH",
  path: "/api/me",
  action: "profile.edit",
  summary: "Change your own name or display density",
  body: z.partial(z.extend(ownName, { density: z.enum(densities) })),
  response: sessionUser,
});
