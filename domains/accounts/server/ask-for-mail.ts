import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/limits.ts";
import { networkOf } from "#server/http/sender.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { onTheirWay } from "../password-contract.ts";
import { asksPerMailbox, asksPerMailboxAndNetwork, mailsPerNetwork } from "./limits.ts";
import { codeMinutes, minutesAfter, type RequestPurpose } from "./mailed-code.ts";
import { hashOf, randomToken } from "./tokens.ts";

/**
 * Records a request for a mail to reset the password or to sign in (PWD-04, LOG-17). Every address runs the same statements and
 * gets the same response; only the job that answers the request looks the address up (docs/decisions/002).
 * @throws AppError too_many, for an unknown address as for a known one
 */
export async function askForMail(
  ctx: Ctx,
  purpose: RequestPurpose,
  email: string,
): Promise<{ success: true; message: string; userId: string }> {
  const { db, now, networkAddress, requestId } = ctx;
  const address = email.toLowerCase();
  const network = networkOf(networkAddress);
  await countUse(ctx, mailsPerNetwork, network);
  await countUse(ctx, asksPerMailboxAndNetwork, `${address} ${network}`);
  await countUse(ctx, asksPerMailbox, address);
  const handle = randomToken();
  const { id } = await db
    .insertInto("sign_in_requests")
    .values({
      handle_hash: hashOf(handle),
      purpose,
      address,
      created_at: now,
      code_until: minutesAfter(now, codeMinutes),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Delayed, so that the job's work for a known address does not slow down the next response.
  await enqueue(db, "answer-sign-in-request", { id, networkAddress, requestId }, { inSeconds: 1 });
  return { success: true, message: onTheirWay, userId: handle };
}
