import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../../bank-deposits-contract.ts";
import * as lineCalls from "../../bank-lines-contract.ts";
import { matchPayments as matchPaymentsEndpoint } from "../../payment-matches-contract.ts";
import { checkBankLines, restoreBankLine, setBankLineAside } from "./bank-lines.ts";
import { depositPayments } from "./deposit-payments.ts";
import { findRecordedLines } from "./find-recorded-lines.ts";
import { linkBankLine } from "./link-bank-line.ts";
import { bankDeposits, getBankDeposit } from "./list-bank-deposits.ts";
import { matchPayments } from "./match-payments.ts";
import { recordBankDeposit } from "./record-bank-deposit.ts";

/** Binds the calls for bank deposits. */
export function bankDepositRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.recordBankDeposit, (ctx, { body }) => recordBankDeposit(ctx, body));
  route(app, services, calls.depositPayments, (ctx, { body }) => depositPayments(ctx, body));
  route(app, services, matchPaymentsEndpoint, (ctx, { body }) => matchPayments(ctx, body.payments));
  route(app, services, lineCalls.checkBankLines, (ctx, { body }) => checkBankLines(ctx, body));
  route(app, services, lineCalls.findRecordedLines, (ctx, { body }) => findRecordedLines(ctx, body.lines));
  route(app, services, lineCalls.linkBankLine, async (ctx, { body }) => {
    await linkBankLine(ctx, body);
    return { success: true as const };
  });
  route(app, services, lineCalls.setBankLineAside, async (ctx, { body }) => {
    await setBankLineAside(ctx, body);
    return { success: true as const };
  });
  route(app, services, lineCalls.restoreBankLine, async (ctx, { body }) => {
    await restoreBankLine(ctx, body);
    return { success: true as const };
  });
  route(app, services, calls.listBankDeposits, (ctx, input) => bankDeposits.readPage(ctx, input));
  route(app, services, calls.exportBankDeposits, (ctx, input) =>
    sendCsv(ctx, input, bankDeposits.toCsvTable(ctx, input.query)),
  );
  route(app, services, calls.readBankDeposit, (ctx, { params }) => getBankDeposit(ctx, params.id));
}
