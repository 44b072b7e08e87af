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
  id: number;
  handle_hash: Buffer;
  purpose: RequestPurpose;
  user_id: number | null;
}

/**
 * The job that answers a request (decision 026): whoever has its address gets a mail, and nobody who is disabled. What a
 * newer request has overtaken is not mailed any more.
 */
export function answerSignInRequest(
  services: Services,
  { id, networkAddress, requestId }: Tasks["answer-sign-in-request"],
): Promise<void> {
  return asPortal(services, async (portal) => {
    const ctx = { ...portal, networkAddress, requestId };
    const { rows } = await sql<Asked>`
      update sign_in_requests r set answered_at = ${ctx.now}, code_until = ${minutesAfter(ctx.now, codeMinutes)},
        user_id = (select u.id from users u where lower(u.email) = r.address and u.state <> 'disabled')
      where r.id = ${id} and r.answered_at is null and ${isNewest}
      returning r.id, r.handle_hash, r.purpose, r.user_id`.execute(ctx.db);
    const asked = rows[0];
    if (asked !== undefined && asked.user_id !== null) await mailAnswer(ctx, asked, asked.user_id);
  });
}

async function mailAnswer(ctx: Ctx, { id, handle_hash, purpose }: Asked, userId: number): Promise<void> {
  const person = await ctx.db
    .selectFrom("users")
    .select(["id", "email", "full_name as fullName", "email_confirmed_at as confirmedAt"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const code = randomCode();
  const token = randomToken();
  const hasCode = purpose !== "reset-by-link";
  const hasLink = purpose !== "reset-by-code";
  await ctx.db
    .updateTable("sign_in_requests")
    .set({
      code_hash: hasCode ? hashOfCode(ctx.secretKey, handle_hash, code) : null,
      token_hash: hasLink ? hashOf(token) : null,
      token_until: hasLink ? minutesAfter(ctx.now, linkMinutes) : null,
    })
    .where("id", "=", id)
    .execute();
  const to = { ...person, isProven: person.confirmedAt !== null };
  if (purpose === "sign-in") await mailWayIn(ctx, to, { code, token });
  else if (hasCode) await mailResetCode(ctx, to, code);
  else await mailResetLink(ctx, to, token);
  await audit(ctx, {
    action: purpose === "sign-in" ? "account.sign-in-requested" : "account.reset-requested",
    subjectType: "person",
    subjectId: userId,
  });
}
