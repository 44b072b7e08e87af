interface Described {
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}

interface Operation {
  security?: unknown[];
  parameters?: { name: string }[];
  responses: Record<string, Described | { $ref: string }>;
}

/** The parts of `/api/openapi.json` that the matrix reads, with the descriptions behind the references of `responses`. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Described> };
}

/** The operation of `name`, e.g. `GET /api/work-orders/:id`, with its references resolved. */
export function operationIn({ paths, components }: OpenApiDocument, name: string) {
  const [method = "", path = ""] = name.split(" ");
  const operation = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${name} is not in the OpenAPI document.`);
  const responses = new Map<string, Described>();
  for (const [status, response] of Object.entries(operation.responses)) {
    const described =
      "$ref" in response ? components.responses[response.$ref.split("/").at(-1) ?? ""] : response;
    if (described !== undefined) responses.set(status, described);
  }
  return { ...operation, responses };
}

/** What the operation answered without describing it: the status, a header for clients, or the media type. */
export function undocumentedOf(
  { responses }: ReturnType<typeof operationIn>,
  { status, headers }: { status: number; headers: Record<string, unknown> },
): string[] {
  const described = responses.get(String(status));
  if (described === undefined) return [`the status ${status}`];
  const inDocument = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase());
  const missing = ["x-total-count", "link", "retry-after"].filter(
    (name) => headers[name] !== undefined && !inDocument.includes(name),
  );
  const mediaType = String(headers["content-type"]).split(";")[0] ?? "";
  const mediaTypes = Object.keys(described.content ?? {});
  if (!mediaTypes.includes("*/*") && !mediaTypes.includes(mediaType))
    missing.push(`the media type ${mediaType}`);
  return missing;
}
