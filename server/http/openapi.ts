import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { areaOf } from "#shared/permissions.ts";
import { scopeFor } from "#shared/token-scopes.ts";
import { components, errorResponsesOf, isPublic, pageHeaders } from "./openapi-responses.ts";
import { areas } from "./openapi-tags.ts";

/** Every registered endpoint, in the order of registration, collected from the router itself. */
export function collectEndpoints(app: FastifyInstance): Endpoint[] {
  const endpoints: Endpoint[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (method === "HEAD" || method === "OPTIONS" || !url.startsWith("/api/") || url === "/api/openapi.json")
      return;
    const endpoint = config?.endpoint;
    if (endpoint === undefined)
      throw new Error(`The route ${String(method)} ${url} declares no endpoint and so no permission.`);
    endpoints.push(endpoint);
  });
  return endpoints;
}

/** The OpenAPI 3.1 document of the endpoints of the portal at `publicUrl`, made from their contracts. */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { publicUrl, cookieName }: { publicUrl: string; cookieName: string },
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  const used = new Set(endpoints.map(({ action }) => areaOf(action)));
  return {
    openapi: "3.1.0",
    info: {
      title: "Property Management Portal",
      version: "1",
      description:
        "Programs use a personal API token, made on the profile page, as `Authorization: Bearer pmp_…`. Pages sign in with POST /api/login; the session travels in a cookie.",
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
            "A personal API token. It may do what its owner may, within the scopes it was given; `write` includes `read`. An operation that does not name this scheme takes no tokens.",
        },
      },
    },
  };
}

type JsonObject = { type?: string; properties?: Record<string, unknown>; required?: string[] };
function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): JsonObject {
  const { $schema, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return shape as JsonObject;
}

function operation(endpoint: Endpoint) {
  const parameters = [
    ...parametersOf(endpoint.params, "path"),
    ...parametersOf(endpoint.query, "query"),
    ...headerParametersOf(endpoint),
  ];
  const isPartOfList = parameters.some(({ name }) => name === "limit");
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [areaOf(endpoint.action)],
    ...securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined && endpoint.files === undefined
      ? {}
      : { requestBody: { required: true, content: bodyContent(endpoint) } }),
    responses: {
      [endpoint.status ?? 200]: {
        description: "Done",
        ...(isPartOfList ? { headers: pageHeaders } : {}),
        content: responseContent(endpoint),
      },
      ...errorResponsesOf(endpoint),
    },
  };
}

/** What differs from the rule of the whole document, which is a session. */
function securityOf(endpoint: Endpoint) {
  if (isPublic(endpoint)) return { security: [] };
  const scope = scopeFor(endpoint);
  return scope === null ? {} : { security: [{ session: [] }, { token: [scope] }] };
}

function parametersOf(schema: z.ZodMiniType | undefined, place: "path" | "query") {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input");
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: shape,
  }));
}

/** The headers that the server reads: the version of a record, the key of a write, and when a device made it and for whom. */
function headerParametersOf(endpoint: Endpoint) {
  const optional = (name: string, description: string, pattern: string) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string", pattern },
  });
  return [
    ...(endpoint.versioned
      ? [optional("If-Match", "The version of the record that the user saw", '^(?:W/)?"?\\d{1,9}"?$')]
      : []),
    ...(endpoint.method !== "GET" && !isPublic(endpoint) && !endpoint.ignoresIdempotencyKey
      ? [
          optional(
            "Idempotency-Key",
            "Repetitions of a request with the same key get the response of the first",
            "^[\\x21-\\x7e]{1,128}$",
          ),
        ]
      : []),
    ...(endpoint.method !== "GET" && areaOf(endpoint.action) === "work-orders"
      ? [
          optional(
            "Happened-At",
            "When it was done, for a change that a device without a network has kept, by at most 14 days",
            "^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+Z$",
          ),
          optional(
            "Acting-User",
            "The id of the user whose change a device has kept; 401 when somebody else is signed in",
            "^[1-9]\\d{0,9}$",
          ),
        ]
      : []),
  ];
}

function responseContent(endpoint: Endpoint) {
  switch (endpoint.responseKind) {
    case "events":
      return { "text/event-stream": { schema: { type: "string" } } };
    case "csv":
      return { "text/csv": { schema: { type: "string" } } };
    case "file":
      return { "*/*": { schema: { type: "string", format: "binary" } } };
    case "json":
    case undefined:
      return { "application/json": { schema: schemaOf(endpoint.response, "output") } };
  }
}

function bodyContent({ body, files }: Endpoint) {
  const schema: JsonObject = body === undefined ? { type: "object" } : schemaOf(body, "input");
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
