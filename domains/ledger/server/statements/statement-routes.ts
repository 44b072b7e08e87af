import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { sent } from "#server/http/endpoints/response.ts";
import { route } from "#server/http/endpoints/route.ts";
import { issuePdf } from "#server/integrations/render-pdf.ts";
import * as calls from "../../statement-contract.ts";
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
    const pdf = await issuePdf(ctx, toStatementPdf(statement));
    await reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="statement-${statement.to}.pdf"`)
      .header("cache-control", "private, no-store")
      .send(pdf);
    return sent;
  });
}
