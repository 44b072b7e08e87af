import type { FastifyReply } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { sent } from "#server/http/response.ts";
import { withoutSecrets } from "#server/integrations/without-secrets.ts";
import { notFound } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { readMail } from "../outbox-contract.ts";
import { presentMail } from "./present-mail.ts";

/** @throws AppError not_found */
export async function findMail(ctx: Ctx, id: number): Promise<ResponseOf<typeof readMail>> {
  const mail = await mailBy(ctx, id);
  return { ...presentMail(mail), text: mail.text_body };
}

/** The mail runs and loads nothing, and its links open in a new tab. */
const framedMailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** The mail as mail programs show it, for a frame in our own pages. @throws AppError not_found */
export async function sendMailPage(
  ctx: Ctx,
  { reply }: { reply: FastifyReply },
  id: number,
): Promise<typeof sent> {
  const { html_body: html } = await mailBy(ctx, id);
  const head = '<base target="_blank">';
  await reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", framedMailPolicy)
    .header("x-frame-options", "SAMEORIGIN")
    .send(html.includes("<head>") ? html.replace("<head>", () => `<head>\n${head}`) : `${head}\n${html}`);
  return sent;
}

/**
 * A mail still to be sent contains its one-time link and code, with which any reader could sign in as the recipient. They
 * are shown only where no mail server sends them, as they can be read nowhere else.
 */
async function mailBy({ db, config }: Ctx, id: number) {
  const mail = await db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
  if (mail === undefined) throw notFound("mail");
  return config.smtpUrl === undefined || mail.state === "kept" ? mail : { ...mail, ...withoutSecrets(mail) };
}
