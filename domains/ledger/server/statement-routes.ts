import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import * as calls from "../statement-contract.ts";
import { readStatement } from "./statement-read.ts";
import { statementAsTable } from "./statement-table.ts";

/** Binds the calls of the statement of a lease. */
export function statementRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readStatement, (ctx, { params, query }) =>
    readStatement(signedIn(ctx), params.id, query),
  );
  route(app, services, calls.exportStatement, async (ctx, input) =>
    sendCsv(
      signedIn(ctx),
      input,
      statementAsTable(await readStatement(signedIn(ctx), input.params.id, input.query)),
    ),
  );
}
