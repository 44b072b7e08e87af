import type { FastifyInstance } from "fastify";
import { ledgerScope } from "#domains/ledger/server/access.ts";
import { sent } from "#server/http/answer.ts";
import { type Services, type SignedInCtx, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { drawPaper } from "#server/outside/paper.ts";
import { paperAsPage, paperPagePolicy } from "#server/outside/paper-page.ts";
import { sendReceipt as sendReceiptCall } from "../pay-contract.ts";
import * as calls from "../receipt-contract.ts";
import { mailReceipt } from "../staff-contract.ts";
import { mailReceiptAgain, sendReceipt } from "./mail-receipt.ts";
import { receiptOf } from "./receipt.ts";
import { receiptAsPaper } from "./receipt-paper.ts";

/** Binds receipts: as a page, as PDF and by mail. */
export function receiptRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readReceipt, async (ctx, { params, reply }) => {
    const { paper } = await paperOf(signedIn(ctx), params.id);
    await reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", paperPagePolicy)
      .header("cache-control", "private, no-store")
      .send(paperAsPage(paper));
    return sent;
  });
  route(app, services, calls.printReceipt, async (ctx, { params, reply }) => {
    const { number, paper } = await paperOf(signedIn(ctx), params.id);
    await reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="receipt-${number}.pdf"`)
      .header("cache-control", "private, no-store")
      .send(await drawPaper(paper));
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
  const receipt = await receiptOf(ctx, id, ledgerScope(ctx.actor.reach));
  return { number: receipt.number, paper: receiptAsPaper(receipt) };
}
