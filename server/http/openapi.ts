import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/http/endpoint.ts";

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

/** The OpenAPI 3.1 document of the endpoints, made from their contracts. */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Property Management Portal",
      version: "1",
      description: "Sign in with POST /api/login; the session travels in a cookie.",
    },
    paths,
    components: { schemas: { Problem: problem } },
  };
}

const problem = {
  type: "object",
  required: ["message", "code", "requestId"],
  properties: {
    message: { type: "string", description: "One sentence a user can act on" },
    code: { type: "string" },
    requestId: { type: "string" },
    fields: { type: "object", additionalProperties: { type: "string" } },
  },
};

type JsonObject = { properties?: Record<string, unknown>; required?: string[] };
const schemaOf = (schema: z.ZodMiniType, io: "input" | "output") =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => delete jsonSchema.$schema,
  }) as JsonObject;

function operation(endpoint: Endpoint) {
  const parameters = [...parametersOf(endpoint.params, "path"), ...parametersOf(endpoint.query, "query")];
  const content =
    endpoint.responseKind === "events"
      ? { "text/event-stream": {} }
      : endpoint.responseKind === "csv"
        ? { "text/csv": {} }
        : endpoint.responseKind === "file"
          ? { "application/octet-stream": {} }
          : { "application/json": { schema: schemaOf(endpoint.response, "output") } };
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[/:.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: bodyContent(endpoint, endpoint.body) } }),
    responses: {
      [endpoint.status ?? 200]: { description: "Done", content },
      default: {
        description: "Refused or failed",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
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

function bodyContent(endpoint: Endpoint, body: z.ZodMiniType) {
  const schema = schemaOf(body, "input");
  if (endpoint.files === undefined) return { "application/json": { schema } };
  const files = {
    type: "array",
    maxItems: endpoint.files.maxCount,
    items: { type: "string", format: "binary" },
  };
  return {
    "multipart/form-data": {
      schema: { ...schema, properties: { ...schema.properties, [endpoint.files.name]: files } },
    },
  };
}
