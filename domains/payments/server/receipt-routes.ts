import type { FastifyInstance } from "fastify";
import { moneyScope } from "#domains/leases/server/access.ts";
import { type Services, type SignedInCtx, signedIn } from "#server/http/context.ts";
import { sent } from "#server/http/response.ts";
import { route } from "#server/http/route.ts";
import { pdfAsPage, pdfPagePolicy } from "#server/integrations/pdf-as-page.ts";
import { renderPdf } from "#server/integrations/render-pdf.ts";
import { sendReceipt as sendReceiptCall } from "../pay-contract.ts";
import * as calls from "../receipt-contract.ts";
import { mailReceipt } from "../staff-contract.ts";
import { mailReceiptAgain, sendReceipt } from "./mail-receipt.ts";
import { receiptOf } from "./receipt.ts";
import { receiptAsPdf } from "./receipt-pdf.ts";

/** Binds receipts: as a page, as PDF and by mail. */
export function receiptRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readReceipt, async (ctx, { params, reply }) => {
    const { paper } = await paperOf(signedIn(ctx), params.id);
    await reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", pdfPagePolicy)
      .header("cache-control", "private, no-store")
      .send(pdfAsPage(paper));
    return sent;
  });
  route(app, services, calls.printReceipt, async (ctx, { params, reply }) => {
    const { number, paper } = await paperOf(signedIn(ctx), params.id);
    await reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="receipt-${number}.pdf"`)
      .header("cache-control", "private, no-store")
      .send(await renderPdf(paper));
    return sent;
  });
  route(app, services, sendReceiptCall, async (ctx, { body }) => {
    await sendReceipt(signedIn(ctx), body.paymentIntentId ?? null);
    return { success: true as const, message: "A receipt has been sent to your email." };
  });
  route(app, services, mailReceipt, async (ctx, { params }) => ({
    success: true as const,
    message: `The receipt is on its way to ${await mailReceiptAgain(signedIn(ctx), params.id)}.`,
  }));
}

async function paperOf(ctx: SignedInCtx, id: number) {
  const receipt = await receiptOf(ctx, id, moneyScope(ctx.actor.accessScope));
  return { number: receipt.number, paper: receiptAsPdf(receipt) };
}
