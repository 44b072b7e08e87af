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

/** Said of a wrong, an old and a used one. */
const refusedLink = () => invalid({ token: "This link is not valid any more. Please ask for another mail." });

/**
 * Signs in with the link or the code of a mail; both are used up by either (LOG-17). `ctx.db` is the pool, as tries stay
 * counted.
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
