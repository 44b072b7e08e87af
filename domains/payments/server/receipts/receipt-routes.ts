import type { FastifyInstance, FastifyReply } from "fastify";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { Ctx, Services, SignedInCtx } from "#server/http/context.ts";
import { sent } from "#server/http/endpoints/response.ts";
import { route } from "#server/http/endpoints/route.ts";
import { pdfPagePolicy, renderPdfAsHtml } from "#server/integrations/pdf/pdf-as-page.ts";
import { issuePdf, issuePdfs, type PdfContent, withLogo } from "#server/integrations/pdf/render-pdf.ts";
import { AppError, notFound } from "#shared/errors.ts";
import { sendReceipt as sendReceiptEndpoint } from "../../pay-contract.ts";
import * as calls from "../../receipt-contract.ts";
import { resendReceipt } from "../../staff-contract.ts";
import { resendReceiptEmail, sendReceipt } from "./email-receipt.ts";
import { findReceiptRefunds, findReceipts, getReceipt } from "./receipt.ts";
import { toReceiptPdf, toRefundPdf } from "./receipt-pdf.ts";

/** Binds receipts and refund confirmations: as a page, as a PDF, and, for receipts, by email. */
export function receiptRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readReceipt, async (ctx, { params, reply }) =>
    sendPage(ctx, reply, await buildReceiptPdf(ctx, params.id)),
  );
  route(app, services, calls.printReceipt, async (ctx, { params, reply }) =>
    sendNamedPdf(ctx, reply, await buildReceiptPdf(ctx, params.id)),
  );
  route(app, services, calls.printReceipts, async (ctx, { query, reply }) => {
    const letters = await buildReceiptPdfs(ctx, query.ids);
    return sendPdf(reply, "receipts.pdf", await issuePdfs(ctx, "Payment receipts", letters));
  });
  route(app, services, calls.readRefundConfirmation, async (ctx, { params, reply }) =>
    sendPage(ctx, reply, await buildRefundPdf(ctx, params)),
  );
  route(app, services, calls.printRefundConfirmation, async (ctx, { params, reply }) =>
    sendNamedPdf(ctx, reply, await buildRefundPdf(ctx, params)),
  );
  route(app, services, sendReceiptEndpoint, async (ctx, { body }) => {
    await sendReceipt(ctx, body.paymentIntentId ?? null);
    return { success: true as const, message: "A receipt has been sent to your email." };
  });
  route(app, services, resendReceipt, async (ctx, { params }) => ({
    success: true as const,
    message: `The receipt is on its way to ${await resendReceiptEmail(ctx, params.id)}.`,
  }));
}

interface NamedPdf {
  fileName: string;
  content: PdfContent;
}

async function buildReceiptPdf(ctx: SignedInCtx, id: number): Promise<NamedPdf> {
  const receipt = await getReceipt(ctx, id, moneyScope(ctx.actor.accessScope));
  const refunds = await findReceiptRefunds(ctx, [id]);
  return { fileName: `receipt-${receipt.number}.pdf`, content: toReceiptPdf(receipt, refunds) };
}

/** @throws AppError not_found if a payment is outside the access scope */
async function buildReceiptPdfs(ctx: SignedInCtx, ids: readonly number[]): Promise<PdfContent[]> {
  const receipts = await findReceipts(ctx, ids, moneyScope(ctx.actor.accessScope));
  if (receipts.length < new Set(ids).size)
    throw new AppError(
      "not_found",
      "One of these payments doesn't exist, or you don't have access to it. Charges have no receipt.",
    );
  const refunds = await findReceiptRefunds(ctx, ids);
  return receipts.map((receipt) =>
    toReceiptPdf(
      receipt,
      refunds.filter(({ paymentId }) => paymentId === receipt.paymentId),
    ),
  );
}

async function buildRefundPdf(
  ctx: SignedInCtx,
  { id, refundId }: { id: number; refundId: number },
): Promise<NamedPdf> {
  const receipt = await getReceipt(ctx, id, moneyScope(ctx.actor.accessScope));
  const refund = (await findReceiptRefunds(ctx, [id])).find((other) => other.id === refundId);
  if (refund === undefined) throw notFound("refund");
  return { fileName: `refund-${refundId}.pdf`, content: toRefundPdf(receipt, refund) };
}

async function sendPage(ctx: Ctx, reply: FastifyReply, { content }: NamedPdf) {
  await reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", pdfPagePolicy)
    .header("cache-control", "private, no-store")
    .send(renderPdfAsHtml(await withLogo(ctx, content)));
  return sent;
}

const sendNamedPdf = async (ctx: Ctx, reply: FastifyReply, { fileName, content }: NamedPdf) =>
  sendPdf(reply, fileName, await issuePdf(ctx, content));

async function sendPdf(reply: FastifyReply, fileName: string, pdf: Buffer) {
  await reply
    .type("application/pdf")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .header("cache-control", "private, no-store")
    .send(pdf);
  return sent;
}
