import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done } from "#shared/http/fields.ts";
import { signInMethods } from "#shared/sign-in-methods.ts";

export const mySession = z.object({
  id: z.number(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  networkAddress: z.string(),
  userAgent: z.string(),
  signedInBy: z.enum(signInMethods),
  /** Whether this request was made with this session. */
  isCurrent: z.boolean(),
});
export type MySession = z.infer<typeof mySession>;

export const listMySessions = endpoint({
  method: "GET",
  path: "/api/me/sessions",
  action: "profile.read",
  summary: "List your own sessions",
  response: z.array(mySession),
});

export const endMySession = endpoint({
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
  summary: "End all your sessions except the current one",
  response: done,
});
