import type { FastifyInstance } from "fastify";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../contract.ts";
import { getLedgerTable, listLedger } from "./account/list-ledger.ts";
import { listOpenCharges } from "./account/list-open-charges.ts";
import { readAccount } from "./account/read-account.ts";
import { addCharge } from "./corrections/add-charge.ts";
import { addCredit } from "./corrections/add-credit.ts";
import { allocateCredit } from "./corrections/allocate-credit.ts";
import { moveDeposit } from "./corrections/move-deposit.ts";
import { payOutCredit } from "./corrections/pay-out-credit.ts";
import { reverseEntry } from "./corrections/reverse-entry.ts";
import { waiveCharge } from "./corrections/waive-charge.ts";
import { writeOff } from "./corrections/write-off.ts";

/** Registers the routes of the ledger (requirements, "Ledger"). */
export function ledgerRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listLedger, (ctx, input) => listLedger(ctx, input));
  route(app, services, calls.exportLedger, async (ctx, input) =>
    sendCsv(ctx, input, await getLedgerTable(ctx, input)),
  );
  route(app, services, calls.listOpenCharges, (ctx, { params }) => listOpenCharges(ctx, params.id));
  route(app, services, calls.readAccount, (ctx, { params }) => readAccount(ctx, params.id));
  route(app, services, calls.addCharge, (ctx, { params, body }) =>
    withAccount(ctx, params.id, addCharge, body),
  );
  route(app, services, calls.addCredit, (ctx, { params, body }) =>
    withAccount(ctx, params.id, addCredit, body),
  );
  route(app, services, calls.waiveCharge, (ctx, { params, body }) =>
    withAccount(ctx, params.id, waiveCharge, body),
  );
  route(app, services, calls.writeOff, (ctx, { params, body }) =>
    withAccount(ctx, params.id, writeOff, body),
  );
  route(app, services, calls.reverseEntry, (ctx, { params, body }) =>
    withAccount(ctx, params.id, reverseEntry, body),
  );
  route(app, services, calls.moveDeposit, (ctx, { params, body }) =>
    withAccount(ctx, params.id, moveDeposit, body),
  );
  route(app, services, calls.payOutCredit, (ctx, { params, body }) =>
    withAccount(ctx, params.id, payOutCredit, body),
  );
  route(app, services, calls.allocateCredit, async (ctx, { params, body }) => {
    await allocateCredit(ctx, params.id, body);
    return readAccount(ctx, params.id);
  });
}

/** Makes a change and returns its response: the new entry and the updated account. */
async function withAccount<Body>(
  ctx: SignedInCtx,
  leaseId: number,
  change: (ctx: SignedInCtx, leaseId: number, body: Body) => Promise<number>,
  body: Body,
) {
  const entryId = await change(ctx, leaseId, body);
  return { entryId, account: await readAccount(ctx, leaseId) };
}
