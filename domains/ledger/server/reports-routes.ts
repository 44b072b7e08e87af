import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import * as calls from "../reports-contract.ts";
import { agedAsTable, listAged, sumAged } from "./reports-aged.ts";
import { monthsAsTable, readMonths } from "./reports-months.ts";
import { listRentRoll, rentRollAsTable, sumRentRoll } from "./reports-rent-roll.ts";

/** Binds the reports on what is owed, let and collected. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listAged, (ctx, input) => listAged(signedIn(ctx), input));
  route(app, services, calls.exportAged, (ctx, input) =>
    sendCsv(signedIn(ctx), input, agedAsTable(signedIn(ctx), input)),
  );
  route(app, services, calls.sumAged, (ctx, { query }) => sumAged(signedIn(ctx), query));
  route(app, services, calls.listRentRoll, (ctx, input) => listRentRoll(signedIn(ctx), input));
  route(app, services, calls.exportRentRoll, (ctx, input) =>
    sendCsv(signedIn(ctx), input, rentRollAsTable(signedIn(ctx), input)),
  );
  route(app, services, calls.sumRentRoll, (ctx, { query }) => sumRentRoll(signedIn(ctx), query));
  route(app, services, calls.listMonths, (ctx, { query }) => readMonths(signedIn(ctx), query));
  route(app, services, calls.exportMonths, (ctx, input) =>
    sendCsv(signedIn(ctx), input, monthsAsTable(signedIn(ctx), input)),
  );
}
