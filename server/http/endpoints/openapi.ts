import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { type Area, getActionArea } from "#shared/permissions.ts";
import { getRequiredScope } from "#shared/token-scopes.ts";
import { components, getErrorResponses, isPublic, pageHeaders } from "./openapi-responses.ts";

/** Collects every registered endpoint from the router, in the order of registration. */
export function collectEndpoints(app: FastifyInstance): Endpoint[] {
  const endpoints: Endpoint[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (method === "HEAD" || method === "OPTIONS" || !url.startsWith("/api/") || url === "/api/openapi.json")
      return;
    const endpoint = config?.endpoint;
    if (endpoint === undefined)
      throw new Error(`The route ${String(method)} ${url} declares no endpoint and therefore no permission.`);
    endpoints.push(endpoint);
  });
  return endpoints;
}

/**
 * Returns the OpenAPI 3.1 document for the endpoints of the portal at `publicUrl`, generated from their
 * contracts.
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { publicUrl, cookieName }: { publicUrl: string; cookieName: string },
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) };
  }
  const used = new Set(endpoints.map(({ action }) => getActionArea(action)));
  return {
    openapi: "3.1.0",
    info: {
      title: "Property Management Portal",
      version: "1",
      description:
        "Authenticate with a personal API token, created on your profile page, as `Authorization: Bearer pmp_…`. The web app signs in with POST /api/login and uses a session cookie.",
      license: { name: "Unlicensed: all rights reserved", identifier: "LicenseRef-Unlicensed" },
    },
    servers: [{ url: publicUrl }],
    security: [{ session: [] }],
    tags: Object.entries(areas)
      .map(([name, description]) => ({ name, description }))
      .filter(({ name }) => used.has(name as keyof typeof areas)),
    paths,
    components: {
      ...components,
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: cookieName, description: "Set by signing in" },
        token: {
          type: "http",
          scheme: "bearer",
          description:
            "A personal API token. It has its owner's permissions, limited to its scopes; `write` includes `read`. Operations that don't list this scheme don't accept tokens.",
        },
      },
    },
  };
}

type JsonObject = { type?: string; properties?: Record<string, unknown>; required?: string[] };
function toJsonSchema(schema: z.ZodMiniType, io: "input" | "output"): JsonObject {
  const { $schema, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return shape as JsonObject;
}

function describeOperation(endpoint: Endpoint) {
  const parameters = [
    ...toParameters(endpoint.params, "path"),
    ...toParameters(endpoint.query, "query"),
    ...toHeaderParameters(endpoint),
  ];
  const isPartOfList = parameters.some(({ name }) => name === "limit");
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [getActionArea(endpoint.action)],
    ...toSecurity(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined && endpoint.files === undefined
      ? {}
      : { requestBody: { required: true, content: describeBody(endpoint) } }),
    responses: {
      [endpoint.status ?? 200]: {
        description: "Done",
        ...(isPartOfList ? { headers: pageHeaders } : {}),
        content: describeResponse(endpoint),
      },
      ...getErrorResponses(endpoint),
    },
  };
}

/** Returns the operation's security if it differs from the document's default, which is a session. */
function toSecurity(endpoint: Endpoint) {
  if (isPublic(endpoint)) return { security: [] };
  const scope = getRequiredScope(endpoint);
  return scope === null ? {} : { security: [{ session: [] }, { token: [scope] }] };
}

function toParameters(schema: z.ZodMiniType | undefined, place: "path" | "query") {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input");
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: shape,
  }));
}

/**
 * Returns the headers the server reads: the record's version, the idempotency key, and the time and user of
 * an offline change.
 */
function toHeaderParameters(endpoint: Endpoint) {
  const toOptionalHeader = (name: string, description: string, pattern: string) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string", pattern },
  });
  return [
    ...(endpoint.versioned
      ? [toOptionalHeader("If-Match", "The record version the client last read", '^(?:W/)?"?\\d{1,9}"?$')]
      : []),
    ...(endpoint.method !== "GET" && !isPublic(endpoint) && !endpoint.ignoresIdempotencyKey
      ? [
          toOptionalHeader(
            "Idempotency-Key",
            "Repeating a request with the same key returns the original response",
            "^[\\x21-\\x7e]{1,128}$",
          ),
        ]
      : []),
    ...(endpoint.happensOffline
      ? [
          toOptionalHeader(
            "Happened-At",
            "When a technician made the change offline, up to 14 days ago",
            "^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z$",
          ),
          toOptionalHeader(
            "Acting-User",
            "The user who made an offline change; returns 401 if someone else is signed in",
            "^[1-9]\\d{0,9}$",
          ),
        ]
      : []),
  ];
}

function describeResponse(endpoint: Endpoint) {
  switch (endpoint.responseKind) {
    case "events":
      return { "text/event-stream": { schema: { type: "string" } } };
    case "csv":
      return { "text/csv": { schema: { type: "string" } } };
    case "file":
      return { "*/*": { schema: { type: "string", format: "binary" } } };
    case "json":
    case undefined:
      return { "application/json": { schema: toJsonSchema(endpoint.response, "output") } };
  }
}

function describeBody({ body, files }: Endpoint) {
  const schema: JsonObject = body === undefined ? { type: "object" } : toJsonSchema(body, "input");
  if (files === undefined) return { "application/json": { schema } };
  const field = { type: "array", maxItems: files.maxCount, items: { type: "string", format: "binary" } };
  return {
    "multipart/form-data": {
      schema: {
        ...schema,
        properties: { ...schema.properties, [files.name]: field },
      },
    },
  };
}

/** Descriptions of the areas. The OpenAPI document groups its operations by area. */
const areas: Record<Area, string> = {
  accounts: "Registration, email confirmation, and password reset",
  audit: "The audit log",
  buildings: "Property choices",
  companies: "Tenant companies",
  config: "Public configuration used before sign-in",
  dashboard: "Totals, charts, and the setup checklist",
  dispatch: "Maintenance teams and assignment rules",
  documents: "Documents and their files",
  expenses: "Bills, vendors, budgets, and expense categories",
  exports: "Data exports: everything as CSV tables and files",
  health: "Health checks",
  imports: "CSV imports: templates, validation, and import",
  invitations: "Invitations",
  leases: "Leases and their members",
  ledger: "Lease charges, credits, deposits, and charge posting",
  live: "Live events",
  notifications: "Your notifications: portal, email, and push",
  outbox: "Sent, pending, and failed emails",
  payments: "Payments, refunds, receipts, and payment confirmations",
  people: "Portal users",
  profile: "Your profile, password, sessions, and two-factor authentication",
  properties: "Properties",
  recoveries: "Recovery terms of leases, and the reconciliation of operating expenses",
  reports: "Aged receivables, rent roll, and rent by month",
  search: "Search across all records",
  session: "Signing in and out",
  setup: "First administrator and first property",
  settings: "Organization and property settings",
  system: "System status",
  terms: "Lease terms",
  tokens: "Personal API tokens",
  units: "Units",
  webhooks: "Webhooks and their deliveries",
  "work-orders": "Work orders, photos, files, comments, and signatures",
};
