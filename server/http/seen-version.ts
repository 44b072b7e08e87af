import type { FastifyRequest } from "fastify";
import { invalid } from "#shared/errors.ts";

/** The version the user saw: from `If-Match`, else from the body; undefined when neither was sent (requirements, "Writes"). */
export function seenVersion(
  request: FastifyRequest,
  body: { version?: number | undefined } = {},
): number | undefined {
  const header = request.headers["if-match"];
  if (header === undefined) return body.version;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw invalid({ "If-Match": "If-Match must be the version of the record." });
  return Number(version);
}
