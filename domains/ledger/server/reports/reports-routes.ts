import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import * as calls from "../../reports-contract.ts";
import { agedLeases, sumAged } from "./reports-aged.ts";
import { getMonthsTable, readMonths } from "./reports-months.ts";
import { rentRoll, sumRentRoll } from "./reports-rent-roll.ts";

/** Registers the routes of the receivables, rent roll, and collections reports. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listAged, (ctx, input) =>
    agedLeases(signedIn(ctx), input.query).response(signedIn(ctx), input),
  );
  route(app, services, calls.exportAged, (ctx, input) =>
    sendCsv(signedIn(ctx), input, agedLeases(signedIn(ctx), input.query).table(signedIn(ctx), input.query)),
  );
  route(app, services, calls.sumAged, (ctx, { query }) => sumAged(signedIn(ctx), query));
  route(app, services, calls.listRentRoll, (ctx, input) => rentRoll.response(signedIn(ctx), input));
  route(app, services, calls.exportRentRoll, (ctx, input) =>
    sendCsv(signedIn(ctx), input, rentRoll.table(signedIn(ctx), input.query)),
  );
  route(app, services, calls.sumRentRoll, (ctx, { query }) => sumRentRoll(signedIn(ctx), query));
  route(app, services, calls.listMonths, (ctx, { query }) => readMonths(signedIn(ctx), query));
  route(app, services, calls.exportMonths, (ctx, input) =>
    sendCsv(signedIn(ctx), input, getMonthsTable(signedIn(ctx), input)),
  );
}
