import type { FastifyReply } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { sent } from "#server/http/endpoints/response.ts";
import { removeSecrets } from "#server/integrations/email/remove-secrets.ts";
import { notFound } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { readEmail } from "../outbox-contract.ts";
import { toOutboxEmail } from "./email-row.ts";

/** @throws AppError not_found */
export async function findEmail(ctx: Ctx, id: number): Promise<ResponseOf<typeof readEmail>> {
  const email = await getEmail(ctx, id);
  return { ...toOutboxEmail(email), text: email.text_body };
}

/** The email runs no scripts and loads nothing but its logo. Its links open in a new tab. */
const framePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/**
 * Sends the email as an HTML page for a frame in the portal.
 * @throws AppError not_found
 */
export async function sendEmailPage(
  ctx: Ctx,
  { reply }: { reply: FastifyReply },
  id: number,
): Promise<typeof sent> {
  const { html_body: html } = await getEmail(ctx, id);
  const baseTag = '<base target="_blank">';
  await reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", framePolicy)
    .header("x-frame-options", "SAMEORIGIN")
    .send(
      html.includes("<head>") ? html.replace("<head>", () => `<head>\n${baseTag}`) : `${baseTag}\n${html}`,
    );
  return sent;
}

/**
 * Reads one email. Until it's sent, it contains its one-time link and code, which would let any reader sign
 * in as the recipient. They're shown only without a mail server, when the outbox is the only place to read
 * them.
 */
async function getEmail({ db, config }: Ctx, id: number) {
  const email = await db.selectFrom("emails").selectAll().where("id", "=", id).executeTakeFirst();
  if (email === undefined) throw notFound("email");
  return config.smtpUrl === undefined || email.state === "stored"
    ? email
    : { ...email, ...removeSecrets(email) };
}
