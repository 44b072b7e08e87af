import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import {
  codeMinutes,
  hashOfCode,
  isNewest,
  linkMinutes,
  minutesAfter,
  type RequestPurpose,
  randomCode,
} from "./mailed-code.ts";
import { mailResetCode, mailResetLink, mailWayIn } from "./mails.ts";
import { hashOf, randomToken } from "./tokens.ts";

interface Asked {
  purpose: RequestPurpose;
  user_id: number | null;
}

/**
 * The job that answers a sign-in or reset request (docs/decisions/002): it mails the account with the address, unless the
 * account is disabled. A request superseded by a newer one is not mailed.
 */
export function answerSignInRequest(
  services: Services,
  { id, networkAddress, requestId }: Tasks["answer-sign-in-request"],
): Promise<void> {
  return asPortal(services, async (portal) => {
    const ctx = { ...portal, networkAddress, requestId };
    const { db, now, secretKey } = ctx;
    const asked = await db
      .selectFrom("sign_in_requests")
      .select("handle_hash")
      .where("id", "=", id)
      .executeTakeFirst();
    if (asked === undefined) return;
    const [code, token] = [randomCode(), randomToken()];
    // Runs also for an unknown address, whose code and token nobody ever sees.
    const { rows } = await sql<Asked>`
      update sign_in_requests r set answered_at = ${now},
        user_id = (select u.id from users u where lower(u.email) = r.address and u.state <> 'disabled'),
        code_hash = case when r.purpose <> 'reset-by-link' then ${hashOfCode(secretKey, asked.handle_hash, code)}::bytea end,
        code_until = ${minutesAfter(now, codeMinutes)},
        token_hash = case when r.purpose <> 'reset-by-code' then ${hashOf(token)}::bytea end,
        token_until = case when r.purpose <> 'reset-by-code' then ${minutesAfter(now, linkMinutes)}::timestamptz end
      where r.id = ${id} and r.answered_at is null and ${isNewest}
      returning r.purpose, r.user_id`.execute(db);
    const answered = rows[0];
    if (answered !== undefined && answered.user_id !== null)
      await mailResponse(ctx, { purpose: answered.purpose, userId: answered.user_id, code, token });
  });
}

async function mailResponse(
  ctx: Ctx,
  { purpose, userId, code, token }: { purpose: RequestPurpose; userId: number; code: string; token: string },
): Promise<void> {
  const { confirmedAt, ...person } = await ctx.db
    .selectFrom("users")
    .select(["id", "email", "full_name as fullName", "email_confirmed_at as confirmedAt"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const to = { ...person, isProven: confirmedAt !== null };
  if (purpose === "sign-in") await mailWayIn(ctx, to, { code, token });
  else if (purpose === "reset-by-code") await mailResetCode(ctx, to, code);
  else await mailResetLink(ctx, to, token);
  await audit(ctx, {
    action: purpose === "sign-in" ? "account.sign-in-requested" : "account.reset-requested",
    subjectType: "person",
    subjectId: userId,
  });
}
