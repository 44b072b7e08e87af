import type { FastifyReply } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { SignInResponse } from "../contract.ts";
import type { signInByMail as signInByMailEndpoint } from "../password-contract.ts";
import { enter } from "./enter.ts";
import { proveAddress } from "./first-proof.ts";
import { proveCode, refusedCode } from "./mailed-code.ts";
import { lockAccount } from "./queries.ts";
import { findUsableLink, useRequest } from "./sign-in-requests.ts";

/** The same error for a wrong, an expired and a used link. */
const refusedLink = () => invalid({ token: "This link is not valid any more. Please ask for another mail." });

/**
 * Signs in with the link or the code of a mail; using either consumes both (LOG-17). Refused tries must stay counted, so
 * `ctx.db` is the pool.
 * @throws AppError invalid; too_many
 */
export async function signInByMail(
  ctx: Ctx,
  reply: FastifyReply,
  given: BodyOf<typeof signInByMailEndpoint>,
): Promise<SignInResponse> {
  const refused = "token" in given ? refusedLink : refusedCode;
  const proven =
    "token" in given
      ? await findUsableLink(ctx, "sign-in", given.token)
      : await proveCode(ctx, "sign-in", given);
  if (proven === undefined) throw refused();
  return inTransaction(ctx.db, async (db) => {
    const entering = { ...ctx, db };
    const person = await lockAccount(db, proven.userId);
    if (person === undefined || !(await useRequest(entering, proven.id))) throw refused();
    await proveAddress(entering, person);
    return enter(entering, reply, person);
  });
}
