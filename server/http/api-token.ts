import { createHash, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { forbidden } from "#shared/errors.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { isGiven, scopeFor } from "#shared/token-scopes.ts";
import type { Db } from "../db/database.ts";
import type { ActorToken } from "./actor.ts";
import { countUse, type Limit } from "./limits.ts";

const requestsPerToken: Limit = { name: "api-token", count: 600, windowMinutes: 1 };

/** A new token of 192 random bits. Scanners for leaked secrets find it by `pmp_[0-9a-f]{48}`. */
export const newToken = (): string => `pmp_${randomBytes(24).toString("hex")}`;
export const tokenHashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The API token of the request; undefined when its `Authorization` is about something else. */
export const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer +(pmp_.*)$/i.exec(headers.authorization ?? "")?.[1];

/**
 * Narrows what its owner may do to the scopes of the token (requirements, "API tokens").
 * @throws AppError too_many; forbidden, naming the missing scope
 */
export async function admitToken(
  db: Db,
  now: Date,
  { id, scopes }: ActorToken,
  endpoint: Endpoint,
): Promise<void> {
  await countUse({ db, now }, requestsPerToken, String(id));
  const needed = scopeFor(endpoint);
  if (needed === null) throw forbidden("API tokens may not make this call. Please use the portal itself.");
  if (!isGiven(scopes, needed)) throw forbidden(`This API token needs the scope ${needed} for this call.`);
}
