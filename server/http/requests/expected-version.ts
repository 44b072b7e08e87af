import type { FastifyRequest } from "fastify";
import { invalid } from "#shared/errors.ts";

/**
 * Returns the version the user saw, from `If-Match` or else from the body. Undefined if neither has one
 * (requirements, "Writes").
 */
export function readExpectedVersion(
  request: FastifyRequest,
  body: { version?: number } = {},
): number | undefined {
  const header = request.headers["if-match"];
  if (header === undefined) return body.version;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw invalid({ "If-Match": "If-Match must be the record's version." });
  return Number(version);
}
