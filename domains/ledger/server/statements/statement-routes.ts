import type { FastifyInstance, FastifyReply } from "fastify";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { sent } from "#server/http/endpoints/response.ts";
import { route } from "#server/http/endpoints/route.ts";
import { issuePdf, type PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import * as calls from "../../statement-contract.ts";
import { buildDepositStatement } from "./deposit-statement.ts";
import { readStatement } from "./read-statement.ts";
import { toStatementPdf } from "./statement-pdf.ts";
import { toStatementTable } from "./statement-table.ts";

/** Registers the routes of statements. */
export function statementRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readStatement, (ctx, { params, query }) => readStatement(ctx, params.id, query));
  route(app, services, calls.exportStatement, async (ctx, input) =>
    sendCsv(ctx, input, toStatementTable(await readStatement(ctx, input.params.id, input.query))),
  );
  route(app, services, calls.printStatement, async (ctx, { params, query, reply }) => {
    const statement = await readStatement(ctx, params.id, query);
    return sendPdf(ctx, reply, `statement-${statement.to}.pdf`, toStatementPdf(statement));
  });
  route(app, services, calls.printDepositStatement, async (ctx, { params, reply }) =>
    sendPdf(ctx, reply, "deposit-statement.pdf", await buildDepositStatement(ctx, params.id)),
  );
}

async function sendPdf(ctx: SignedInCtx, reply: FastifyReply, fileName: string, content: PdfContent) {
  await reply
    .type("application/pdf")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .header("cache-control", "private, no-store")
    .send(await issuePdf(ctx, content));
  return sent;
}
