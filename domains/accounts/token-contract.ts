import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, done, line } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { type Scope, scopes } from "#shared/token-scopes.ts";
import { searchText } from "./account-facts.ts";

/** For how many days a token may be valid. */
export const tokenDays = [7, 30, 90, 365] as const;

const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(z.custom<Scope>()),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  /** To the minute. */
  lastUsedAt: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof apiToken>;

export const listOwnTokens = endpoint({
  method: "GET",
  path: "/api/me/tokens",
  action: "tokens.use",
  summary: "Your own API tokens, newest first",
  response: z.array(apiToken),
});

export const createToken = endpoint({
  method: "POST",
  path: "/api/me/tokens",
  action: "tokens.use",
  summary: "Make an API token; it is returned once",
  ignoresIdempotencyKey: true,
  body: z.object({
    name: line(1, "Please name the token", 80),
    scopes: z
      .array(z.enum(scopes, "This is not a scope."))
      .check(z.minLength(1, "Please choose at least one area"), z.maxLength(scopes.length)),
    days: z.literal([...tokenDays], `days must be one of ${tokenDays.join(", ")}.`),
    password: z
      .string("Please enter your password")
      .check(z.minLength(1, "Please enter your password"), z.maxLength(1000)),
  }),
  response: z.extend(apiToken, { token: z.string() }),
  status: 201,
});

export const revokeToken = endpoint({
  method: "DELETE",
  path: "/api/me/tokens/:id",
  action: "tokens.use",
  summary: "Revoke one of your own API tokens",
  params: byId,
  response: done,
});

const tokenOfSomebody = z.extend(apiToken, { owner: z.object({ id: z.number(), fullName: z.string() }) });
export type TokenOfSomebody = z.infer<typeof tokenOfSomebody>;

export const listTokens = endpoint({
  method: "GET",
  path: "/api/tokens",
  action: "tokens.oversee",
  summary: "The API tokens of everybody, newest first",
  query: z.object({ ...paging, q: z.optional(searchText) }),
  response: z.array(tokenOfSomebody),
});

export const exportTokens = csvOf(listTokens);

export const endToken = endpoint({
  method: "DELETE",
  path: "/api/tokens/:id",
  action: "tokens.oversee",
  summary: "Revoke anybody's API token; the owner is told by mail",
  params: byId,
  response: done,
});
