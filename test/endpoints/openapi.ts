import { config, fromJSONSchema, prettifyError, type ZodType } from "zod";
import type { Schema } from "./random-values.ts";
import type { EndpointResponse } from "./send.ts";

// "zod" would set its English messages for all tests of this worker. The portal uses "zod/mini", which has none.
config({ localeError: () => undefined });

interface Described {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object }>;
}

interface Operation {
  security?: unknown[];
  parameters?: { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Described | { $ref: string }>;
}

/** The parts of `/api/openapi.json` that tests read. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Described>; schemas: Record<string, object> };
}

/** Returns the operation for a name such as `GET /api/work-orders/:id`, with its references resolved. */
export function findOperation({ paths, components }: OpenApiDocument, name: string) {
  const [method = "", path = ""] = name.split(" ");
  const operation = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${name} is not in the OpenAPI document.`);
  const responses = new Map<string, Described>();
  for (const [status, response] of Object.entries(operation.responses)) {
    const described =
      "$ref" in response ? components.responses[response.$ref.split("/").at(-1) ?? ""] : response;
    if (described !== undefined) responses.set(status, described);
  }
  return { ...operation, responses, components };
}

type ResolvedOperation = ReturnType<typeof findOperation>;

/** Returns the parts of a response that the document does not describe: status, headers for clients, media type, or JSON. */
export function findUndocumented(
  { responses, components }: ResolvedOperation,
  { status, headers, body }: EndpointResponse,
): string[] {
  const described = responses.get(String(status));
  if (described === undefined) return [`the status ${status}`];
  const inDocument = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase());
  const missing = ["x-total-count", "link", "retry-after"].filter(
    (name) => headers[name] !== undefined && !inDocument.includes(name),
  );
  const mediaType = String(headers["content-type"]).split(";")[0] ?? "";
  const { "*/*": anything, [mediaType]: content = anything } = described.content ?? {};
  if (content === undefined) missing.push(`the media type ${mediaType}`);
  else if (mediaType === "application/json" && content !== anything)
    missing.push(...findSchemaViolations(content.schema, components, JSON.parse(body)));
  return missing;
}

const validators = new WeakMap<object, ZodType>();

function findSchemaViolations(
  schema: object,
  { schemas }: OpenApiDocument["components"],
  value: unknown,
): string[] {
  const known = validators.get(schema);
  // References are resolved among `$defs` only.
  const toDefs = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll("#/components/schemas/", "#/$defs/"));
  const validator = known ?? fromJSONSchema({ ...toDefs(schema), $defs: toDefs(schemas) });
  validators.set(schema, validator);
  const { error } = validator.safeParse(value);
  return error === undefined ? [] : [`its JSON: ${prettifyError(error).slice(0, 500)}`];
}
