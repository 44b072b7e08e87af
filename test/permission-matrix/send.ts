import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  bytes: Buffer;
}

/** Calls the operation `name`, e.g. `GET /api/work-orders/:id`, with these parameters and contents. */
export async function sendAsk(
  { portal }: Place,
  name: string,
  { params = {}, query = "", body, form }: Omit<Ask, "body"> & { body?: unknown },
  headers: Record<string, string>,
): Promise<Answer> {
  const [method = "", path = ""] = name.split(" ");
  const url =
    path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(params[param]))) + query;
  const response = await portal.app.inject({
    method: method as "GET",
    url,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...form?.headers,
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(form === undefined ? {} : { payload: form.body }),
    payloadAsStream: true,
  });
  // A stream of events has no end of its own.
  const isStream = String(response.headers["content-type"]).startsWith("text/event-stream");
  const bytes = isStream ? Buffer.alloc(0) : Buffer.concat(await response.stream().toArray());
  if (isStream) response.raw.res.destroy();
  return { status: response.statusCode, headers: response.headers, body: bytes.toString(), bytes };
}
