import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import * as calls from "../contract.ts";
import { listLedger } from "./list-ledger.ts";
import { readAccount } from "./read-account.ts";

/** Binds the calls of what is owed on leases (decisions, "Ledger"). */
export function ledgerRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listLedger, (ctx, input) => listLedger(signedIn(ctx), input));
  route(app, services, calls.readAccount, (ctx, { params }) => readAccount(signedIn(ctx), params.id));
}
