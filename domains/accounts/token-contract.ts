import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, line } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { type Scope, scopes } from "#shared/token-scopes.ts";
import { searchText } from "./account-fields.ts";

/** The possible lifetimes of a token in days. */
export const tokenDays = [7, 30, 90, 365] as const;

const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(z.custom<Scope>()),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** Accurate to the minute. */
  lastUsedAt: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

export const listMyTokens = endpoint({
  method: "GET",
  path: "/api/me/tokens",
  action: "tokens.use",
  summary: "List your own API tokens, newest first",
  response: z.array(apiToken),
});

export const createToken = endpoint({
  method: "POST",
  path: "/api/me/tokens",
  action: "tokens.use",
  summary: "Create an API token; the token is returned only once",
  ignoresIdempotencyKey: true,
  body: z.object({
    name: line(1, "Please enter a name", 80),
    scopes: z
      .array(z.enum(scopes, "Select areas from the list"))
      .check(z.minLength(1, "Select at least one area"), z.maxLength(scopes.length)),
    days: z.literal([...tokenDays], `days must be one of ${tokenDays.join(", ")}.`),
    password: z
      .string("Please enter your password")
      .check(z.minLength(1, "Please enter your password"), z.maxLength(1000)),
  }),
  response: z.extend(apiToken, { token: z.string() }),
  status: 201,
});

export const revokeMyToken = endpoint({
  method: "DELETE",
  path: "/api/me/tokens/:id",
  action: "tokens.use",
  summary: "Revoke one of your own API tokens",
  params: byId,
  response: done,
});

const tokenWithOwner = z.extend(apiToken, { owner: z.object({ id: z.number(), fullName: z.string() }) });
export type TokenWithOwner = z.infer<typeof tokenWithOwner>;

export const listTokens = endpoint({
  method: "GET",
  path: "/api/tokens",
  action: "tokens.oversee",
  summary: "List everyone's API tokens, newest first",
  query: z.object({ ...paging, q: z.optional(searchText) }),
  response: z.array(tokenWithOwner),
});

export const exportTokens = csvEndpoint(listTokens);

export const revokeAnyToken = endpoint({
  method: "DELETE",
  path: "/api/tokens/:id",
  action: "tokens.oversee",
  summary: "Revoke any API token; the owner is notified by email",
  params: byId,
  response: done,
});
