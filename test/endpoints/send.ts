import type { ValidRequest } from "./access.ts";
import type { EndpointFixtures } from "./fixtures.ts";

export interface EndpointResponse {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  bytes: Buffer;
}

/** Calls an endpoint by its name, such as `GET /api/work-orders/:id`. */
export async function sendRequest(
  { portal }: EndpointFixtures,
  name: string,
  { params = {}, query = "", body, form, cookie }: Omit<ValidRequest, "body"> & { body?: unknown },
  headers: Record<string, string>,
): Promise<EndpointResponse> {
  const [method = "", path = ""] = name.split(" ");
  // More changes than a tenant can make in the time.
  await portal.db.deleteFrom("limit_counts").where("key", "like", "notifying-writes %").execute();
  const url =
    path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(params[param]))) + query;
  const response = await portal.app.inject({
    method: method as "GET",
    url,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...form?.headers,
      ...headers,
      ...(cookie === undefined ? {} : { cookie: [headers["cookie"], cookie].filter(Boolean).join("; ") }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(form === undefined ? {} : { payload: form.body }),
    payloadAsStream: true,
  });
  // An event stream never ends.
  const isStream = String(response.headers["content-type"]).startsWith("text/event-stream");
  const bytes = isStream ? Buffer.alloc(0) : Buffer.concat(await response.stream().toArray());
  if (isStream) response.raw.res.destroy();
  return { status: response.statusCode, headers: response.headers, body: bytes.toString(), bytes };
}
