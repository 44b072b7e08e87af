import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { sendResetCodeEmail, sendResetLinkEmail, sendSignInEmail } from "../passwords/password-emails.ts";
import { createRandomToken, hashToken } from "../tokens.ts";
import {
  addMinutes,
  codeMinutes,
  createCode,
  hashCode,
  isNewest,
  linkMinutes,
  type RequestPurpose,
} from "./emailed-code.ts";

interface HandledRequest {
  purpose: RequestPurpose;
  user_id: number | null;
}

/**
 * The job that handles a sign-in or reset request (docs/decisions/002). It emails the account with this
 * address, unless the account is disabled or a newer request has replaced this one.
 */
export function sendRequestedEmail(
  services: Services,
  { id, networkAddress, requestId }: Tasks["process-sign-in-request"],
): Promise<void> {
  return runAsPortal(services, async (portal) => {
    const ctx = { ...portal, networkAddress, requestId };
    const { db, now, secretKey } = ctx;
    const request = await db
      .selectFrom("sign_in_requests")
      .select("handle_hash")
      .where("id", "=", id)
      .executeTakeFirst();
    if (request === undefined) return;
    const [code, token] = [createCode(), createRandomToken()];
    // Also runs for an unknown address, but its code and token are never sent.
    const { rows } = await sql<HandledRequest>`
      update sign_in_requests r set processed_at = ${now},
        user_id = (select u.id from users u where lower(u.email) = r.address and u.state <> 'disabled'),
        code_hash = case when r.purpose <> 'reset-by-link' then ${hashCode(secretKey, request.handle_hash, code)}::bytea end,
        code_until = ${addMinutes(now, codeMinutes)},
        token_hash = case when r.purpose <> 'reset-by-code' then ${hashToken(token)}::bytea end,
        token_until = case when r.purpose <> 'reset-by-code' then ${addMinutes(now, linkMinutes)}::timestamptz end
      where r.id = ${id} and r.processed_at is null and ${isNewest}
      returning r.purpose, r.user_id`.execute(db);
    const handledRequest = rows[0];
    if (handledRequest !== undefined && handledRequest.user_id !== null)
      await emailRecipient(ctx, {
        purpose: handledRequest.purpose,
        userId: handledRequest.user_id,
        code,
        token,
      });
  });
}

async function emailRecipient(
  ctx: Ctx,
  { purpose, userId, code, token }: { purpose: RequestPurpose; userId: number; code: string; token: string },
): Promise<void> {
  const { confirmedAt, ...person } = await ctx.db
    .selectFrom("users")
    .select(["id", "email", "full_name as fullName", "email_confirmed_at as confirmedAt"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const recipient = { ...person, isConfirmed: confirmedAt !== null };
  if (purpose === "sign-in") await sendSignInEmail(ctx, recipient, { code, token });
  else if (purpose === "reset-by-code") await sendResetCodeEmail(ctx, recipient, code);
  else await sendResetLinkEmail(ctx, recipient, token);
  await audit(ctx, {
    action: purpose === "sign-in" ? "account.sign-in-requested" : "account.reset-requested",
    subjectType: "person",
    subjectId: userId,
  });
}
