import type { Endpoint } from "#shared/http/endpoint.ts";

/** JSON that the database wrote itself, relayed as it is: only for the hot lists, whose SQL names every field. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The handler has sent the response itself: a file or a stream. */
export const sent = Symbol("sent");

/** The response as JSON, cut to what its contract names. */
export function serialise(endpoint: Endpoint, response: unknown): RawJson | typeof sent {
  if (response === sent || response instanceof RawJson) return response;
  return new RawJson(JSON.stringify(endpoint.response.parse(response)));
}
