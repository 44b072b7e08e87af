import type { FastifyInstance } from "fastify";
import { readAccount } from "#domains/ledger/server/read-account.ts";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import * as calls from "../staff-contract.ts";
import { receivePayment } from "./receive-payment.ts";

/** Binds what landlords and administrators do about payments. */
export function staffPaymentRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.receivePayment, async (ctx, { params, body }) => ({
    entryId: await receivePayment(signedIn(ctx), params.id, body),
    account: await readAccount(signedIn(ctx), params.id),
  }));
}
