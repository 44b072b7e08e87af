import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/protection/limits.ts";
import { getNetwork } from "#server/http/requests/sender.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { emailSentMessage } from "../../password-contract.ts";
import { emailsPerNetwork, requestsPerMailbox, requestsPerMailboxAndNetwork } from "../limits.ts";
import { createRandomToken, hashToken } from "../tokens.ts";
import { addMinutes, codeMinutes, type RequestPurpose } from "./emailed-code.ts";

/**
 * Records a request for a password reset or sign-in email (PWD-04, LOG-17). Every address runs the same
 * statements and gets the same response. Only the job that handles the request looks up the address
 * (docs/decisions/002).
 * @throws AppError too_many, for unknown and known addresses alike
 */
export async function requestEmail(
  ctx: Ctx,
  purpose: RequestPurpose,
  email: string,
): Promise<{ success: true; message: string; userId: string }> {
  const { db, now, networkAddress, requestId } = ctx;
  const address = email.toLowerCase();
  const network = getNetwork(networkAddress);
  await countUse(ctx, emailsPerNetwork, network);
  await countUse(ctx, requestsPerMailboxAndNetwork, `${address} ${network}`);
  await countUse(ctx, requestsPerMailbox, address);
  const handle = createRandomToken();
  const { id } = await db
    .insertInto("sign_in_requests")
    .values({
      handle_hash: hashToken(handle),
      purpose,
      address,
      created_at: now,
      code_until: addMinutes(now, codeMinutes),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  // Delayed so that the job's work for a known address doesn't slow down the next response.
  await enqueue(db, "process-sign-in-request", { id, networkAddress, requestId }, { delaySeconds: 1 });
  return { success: true, message: emailSentMessage, userId: handle };
}
