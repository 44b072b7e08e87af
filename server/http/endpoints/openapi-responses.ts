import type * as z from "zod/mini";
import { type ErrorCode, errorStatus } from "#shared/errors.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { type Action, getGrant } from "#shared/permissions.ts";
import { getRequiredScope } from "#shared/token-scopes.ts";

const problem = {
  type: "object",
  required: ["message", "code", "requestId"],
  properties: {
    message: { type: "string", description: "A message you can show to the user" },
    code: { type: "string", enum: [...Object.keys(errorStatus), "internal"] },
    requestId: { type: "string" },
    fields: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "A message for each invalid field, by field name",
    },
    current: { description: "The current record, returned with 409 when the version is out of date" },
    success: { const: false, description: "Password endpoints only" },
  },
};

const headers = {
  RetryAfter: { description: "Seconds to wait before retrying", schema: { type: "integer" } },
  TotalCount: {
    description: "Total rows in the list, or `10,000+` for more than that",
    schema: { type: "string" },
  },
  Link: { description: 'URL of the next page, with `rel="next"`', schema: { type: "string" } },
};
const header = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });

const descriptions: Record<ErrorCode | "other", string> = {
  invalid: "The request isn't valid",
  unauthenticated: "Not signed in, or the sign-in failed",
  forbidden: "The account doesn't have permission, or the request came from another site",
  not_found: "The record doesn't exist, or you don't have access to it",
  conflict: "The record's current state doesn't allow this, or it has been changed since you read it",
  too_large: "The request or a file in it is too large",
  unsupported_type: "The media type of the request or a file in it isn't accepted",
  too_many: "Too many requests",
  unavailable: "The database or another service isn't reachable, or the portal is busy",
  disk_full: "No storage space left",
  other: "Any other failure",
};

const retriableCodes = new Set(["too_many", "unavailable"]);
/** The components that operations refer to. */
export const components = {
  schemas: { Problem: problem },
  headers,
  responses: Object.fromEntries(
    Object.entries(descriptions).map(([code, description]) => [
      code,
      {
        description,
        ...(retriableCodes.has(code) ? { headers: { "Retry-After": header("RetryAfter") } } : {}),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  ),
};

export const isPublic = ({ action }: Endpoint): boolean => getGrant("signedOut", action) !== "no";

/** Actions with a rate limit (`countUse`) on some of their writes or on their stream. */
const rateLimitedActions = new Set<Action>([
  "accounts.register",
  "accounts.reset-password",
  "invitations.create",
  "live.read",
  "notifications.edit",
  "payments.pay",
  "profile.edit",
  "session.read",
  "session.start",
  "tokens.use",
]);

/** Whether the query of a GET identifies the requested record. The query of a list only filters. */
const identifiesRecord = ({ query }: Endpoint): boolean => {
  const { shape = {} } = (query ?? {}) as Partial<z.ZodMiniObject>;
  return !("limit" in shape) && Object.keys(shape).some((name) => name.endsWith("Id"));
};

/** Returns the error responses that can occur at `endpoint`, by status. */
export function getErrorResponses(endpoint: Endpoint) {
  const isWrite = endpoint.method !== "GET";
  const needsSession = !isPublic(endpoint);
  const isLimited =
    rateLimitedActions.has(endpoint.action) && (isWrite || endpoint.responseKind === "events");
  const canOccur: Partial<Record<ErrorCode, boolean>> = {
    // Includes a GET with a body.
    invalid: true,
    unauthenticated: needsSession || endpoint.action === "session.start",
    forbidden: needsSession || isWrite,
    not_found:
      endpoint.params !== undefined ||
      endpoint.responseKind === "file" ||
      isWrite ||
      identifiesRecord(endpoint),
    conflict: isWrite,
    too_large: isWrite,
    unsupported_type: isWrite,
    too_many: isLimited || getRequiredScope(endpoint) !== null,
    unavailable: true,
    disk_full: isWrite,
  };
  const codes = (Object.keys(errorStatus) as ErrorCode[]).filter((code) => canOccur[code]);
  return {
    ...Object.fromEntries(
      codes.map((code) => [String(errorStatus[code]), { $ref: `#/components/responses/${code}` }]),
    ),
    default: { $ref: "#/components/responses/other" },
  };
}

/** The headers of a paged list. */
export const pageHeaders = { "X-Total-Count": header("TotalCount"), Link: header("Link") };
