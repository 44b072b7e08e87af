import type { FastifyRequest } from "fastify";
import { invalid, unauthenticated } from "#shared/errors.ts";
import type { Actor } from "./actor.ts";

/**
 * A device that sends what it kept says in `Acting-User` whose change it is (requirements, "Writes"): somebody else may have
 * signed in there meanwhile, in another tab and in the same instant.
 * @throws AppError unauthenticated when somebody else is signed in, invalid when the header is no id
 */
export function refuseForAnother({ headers }: FastifyRequest, actor: Actor | null): void {
  const header = headers["acting-user"];
  if (header === undefined) return;
  if (typeof header !== "string" || !/^[1-9]\d{0,9}$/.test(header))
    throw invalid({ "Acting-User": "Acting-User must be the id of a user." });
  if (actor !== null && Number(header) !== actor.id)
    throw unauthenticated("Somebody else is signed in now. Please sign in to send your changes.");
}
