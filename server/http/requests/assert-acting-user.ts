import type { FastifyRequest } from "fastify";
import { invalid, unauthenticated } from "#shared/errors.ts";
import type { Actor } from "./actor.ts";

/**
 * Checks `Acting-User`, the header in which a device identifies the author of an offline change
 * (requirements, "Writes"). Someone else might have signed in on that device since.
 * @throws AppError unauthenticated if someone else is signed in, or invalid if the header isn't an id
 */
export function assertActingUser({ headers }: FastifyRequest, actor: Actor | null): void {
  const header = headers["acting-user"];
  if (header === undefined) return;
  if (typeof header !== "string" || !/^[1-9]\d{0,9}$/.test(header))
    throw invalid({ "Acting-User": "Acting-User must be a user id." });
  if (actor !== null && Number(header) !== actor.id)
    throw unauthenticated("Someone else is signed in now. Sign in to send your changes.");
}
