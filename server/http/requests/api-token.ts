import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Db } from "#server/db/database.ts";
import { countUse, type Limit } from "#server/http/protection/limits.ts";
import { forbidden } from "#shared/errors.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { getRequiredScope, isGranted } from "#shared/token-scopes.ts";
import type { ActorToken } from "./actor.ts";

const requestsPerToken: Limit = { name: "api-token", count: 600, windowMinutes: 1 };

/** Generates a token of 192 random bits. Scanners for leaked secrets can detect it by `pmp_[0-9a-f]{48}`. */
export const newToken = (): string => `pmp_${randomBytes(24).toString("hex")}`;
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Returns the request's API token. Undefined if the `Authorization` header contains something else. */
export const getBearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer +(pmp_.*)$/i.exec(headers.authorization ?? "")?.[1];

/**
 * Limits a request to the scopes of its token (requirements, "API tokens").
 * @throws AppError too_many, or forbidden with the missing scope
 */
export async function assertTokenAllowed(
  db: Db,
  now: Date,
  { id, scopes }: ActorToken,
  endpoint: Endpoint,
): Promise<void> {
  await countUse({ db, now }, requestsPerToken, String(id));
  const neededScope = getRequiredScope(endpoint);
  if (neededScope === null) throw forbidden("API tokens can't make this call. Use the portal instead.");
  if (!isGranted(scopes, neededScope)) throw forbidden(`This API token needs the ${neededScope} scope.`);
}
