import type { Endpoint } from "#shared/http/endpoint.ts";

/** A serialized response, reduced to its contract. It is new, or stored for repeated requests. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Returned by a handler that has sent the response itself, such as a file or a stream. */
export const sent = Symbol("sent");

/** Serializes the response as JSON. Fields outside its contract are dropped. */
export function serialize(endpoint: Endpoint, response: unknown): RawJson | typeof sent {
  if (response === sent || response instanceof RawJson) return response;
  return new RawJson(JSON.stringify(endpoint.response.parse(response)));
}
