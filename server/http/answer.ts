import type { Endpoint } from "#shared/http/endpoint.ts";

/** JSON that the database wrote itself, relayed as it is: only for the hot lists, whose SQL names every field. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The handler has sent the answer itself: a file or a stream. */
export const sent = Symbol("sent");

/** The answer as JSON, cut to what its contract names. */
export function serialise(endpoint: Endpoint, answer: unknown): RawJson | typeof sent {
  if (answer === sent || answer instanceof RawJson) return answer;
  return new RawJson(JSON.stringify(endpoint.answer.parse(answer)));
}
