import type { FastifyReply } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { SignInResponse } from "../../contract.ts";
import type { signInByEmail as signInByEmailEndpoint } from "../../password-contract.ts";
import { lockAccount } from "../passwords/credentials.ts";
import { checkEmailedCode, invalidCode } from "./emailed-code.ts";
import { finishFirstStep } from "./finish-sign-in.ts";
import { markAddressConfirmed } from "./mark-address-confirmed.ts";
import { consumeRequest, findUsableLink } from "./sign-in-requests.ts";

/** The same error for a wrong, expired, or used link. */
const invalidLink = () => invalid({ token: "This link is no longer valid. Request a new email." });

/**
 * Signs in with an emailed link or code. Using either consumes both (LOG-17). `ctx.db` is the pool, because
 * rejected attempts must stay counted.
 * @throws AppError invalid; too_many
 */
export async function signInByEmail(
  ctx: Ctx,
  reply: FastifyReply,
  proof: BodyOf<typeof signInByEmailEndpoint>,
): Promise<SignInResponse> {
  const createRejection = "token" in proof ? invalidLink : invalidCode;
  const request =
    "token" in proof
      ? await findUsableLink(ctx, "sign-in", proof.token)
      : await checkEmailedCode(ctx, "sign-in", proof);
  if (request === undefined) throw createRejection();
  return inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    const person = await lockAccount(db, request.userId);
    if (person === undefined || !(await consumeRequest(txCtx, request.id))) throw createRejection();
    await markAddressConfirmed(txCtx, person);
    return finishFirstStep(txCtx, reply, person, { method: "email" });
  });
}
