import type * as z from "zod/mini";
import { type ErrorCode, errorStatus } from "#shared/errors.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { type Action, grantOf } from "#shared/permissions.ts";
import { scopeFor } from "#shared/token-scopes.ts";

const problem = {
  type: "object",
  required: ["message", "code", "requestId"],
  properties: {
    message: { type: "string", description: "One sentence a user can act on" },
    code: { type: "string", enum: [...Object.keys(errorStatus), "internal"] },
    requestId: { type: "string" },
    fields: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "A sentence for each invalid field, by its name",
    },
    current: { description: "The record as it is now, with a 409 for an old version" },
    success: { const: false, description: "With the calls about passwords only" },
  },
};

const headers = {
  RetryAfter: { description: "Seconds to wait before the next try", schema: { type: "integer" } },
  TotalCount: {
    description: "The number of rows of the whole list; for a search with very many hits `more than 1,000`",
    schema: { type: "string" },
  },
  Link: { description: 'The address of the next page, with `rel="next"`', schema: { type: "string" } },
};
const header = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });

const descriptions: Record<ErrorCode | "other", string> = {
  invalid: "The request is not valid",
  unauthenticated: "Not signed in, or the sign-in failed",
  forbidden: "The account may not do this, or the request came from another site",
  not_found: "The record does not exist or is outside the access scope",
  conflict: "The state of the record does not allow this, or it was changed in the meantime",
  too_large: "The request or a file in it is too large",
  wrong_kind: "The media type of the request or a file in it is not accepted",
  too_many: "Too many tries",
  unavailable: "The database or another service is not reachable, or the portal is busy",
  disk_full: "There is no room left to store this",
  other: "Any other failure",
};

const waits = new Set(["too_many", "unavailable"]);
/** The parts that operations refer to. */
export const components = {
  schemas: { Problem: problem },
  headers,
  responses: Object.fromEntries(
    Object.entries(descriptions).map(([code, description]) => [
      code,
      {
        description,
        ...(waits.has(code) ? { headers: { "Retry-After": header("RetryAfter") } } : {}),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  ),
};

export const isPublic = ({ action }: Endpoint): boolean => grantOf("signedOut", action) !== "no";

/** Actions with a rate limit (`countUse`) on some of their calls that change something, or on their stream. */
const limited = new Set<Action>([
  "accounts.register",
  "accounts.reset-password",
  "invitations.create",
  "live.read",
  "notifications.choose",
  "payments.pay",
  "profile.edit",
  "session.read",
  "session.start",
  "tokens.use",
]);

/** Whether the query of a GET names the record that it is about; that of a list only filters. */
const isAboutOne = ({ query }: Endpoint): boolean => {
  const { shape = {} } = (query ?? {}) as Partial<z.ZodMiniObject>;
  return !("limit" in shape) && Object.keys(shape).some((name) => name.endsWith("Id"));
};

/** The error responses that can occur at `endpoint`, by status. */
export function errorResponsesOf(endpoint: Endpoint) {
  const writes = endpoint.method !== "GET";
  const needsSession = !isPublic(endpoint);
  const isLimited = limited.has(endpoint.action) && (writes || endpoint.responseKind === "events");
  const occurs: Partial<Record<ErrorCode, boolean>> = {
    // Also a GET with a body.
    invalid: true,
    unauthenticated: needsSession || endpoint.action === "session.start",
    forbidden: needsSession || writes,
    not_found:
      endpoint.params !== undefined || endpoint.responseKind === "file" || writes || isAboutOne(endpoint),
    conflict: writes,
    too_large: writes,
    wrong_kind: writes,
    too_many: isLimited || scopeFor(endpoint) !== null,
    unavailable: true,
    disk_full: writes,
  };
  const codes = (Object.keys(errorStatus) as ErrorCode[]).filter((code) => occurs[code]);
  return {
    ...Object.fromEntries(
      codes.map((code) => [String(errorStatus[code]), { $ref: `#/components/responses/${code}` }]),
    ),
    default: { $ref: "#/components/responses/other" },
  };
}

/** The headers of a list that is sent in pages. */
export const pageHeaders = { "X-Total-Count": header("TotalCount"), Link: header("Link") };
