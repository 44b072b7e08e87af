import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { downloadDataExport, listDataExports, startDataExport } from "../contract.ts";
import { dataExports } from "./list-exports.ts";
import { sendExport } from "./send-export.ts";
import { startExport } from "./start-export.ts";

/** Registers the routes for data exports. */
export function exportRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listDataExports, (ctx, input) => dataExports.readPage(ctx, input));
  route(app, services, startDataExport, (ctx) => startExport(ctx));
  route(app, services, downloadDataExport, (ctx, { params, request, reply }) =>
    sendExport(ctx, { request, reply }, params.id),
  );
}
