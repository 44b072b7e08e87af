import type { Endpoint } from "#shared/http/endpoint.ts";

/** A serialized response: JSON reduced to its contract, fresh or stored for a repetition of the request. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Returned by a handler that has sent the response itself: a file or a stream. */
export const sent = Symbol("sent");

/** Serializes the response as JSON with the fields of its contract only. */
export function serialize(endpoint: Endpoint, response: unknown): RawJson | typeof sent {
  if (response === sent || response instanceof RawJson) return response;
  return new RawJson(JSON.stringify(endpoint.response.parse(response)));
}
