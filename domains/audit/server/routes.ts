import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import { exportAudit, listAudit } from "../contract.ts";
import { auditLog } from "./list-audit.ts";

/** Registers the routes of the audit log, for administrators. */
export function auditRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listAudit, (ctx, input) => auditLog.readPage(ctx, input));
  route(app, services, exportAudit, (ctx, input) =>
    sendCsv(ctx, input, auditLog.toCsvTable(ctx, input.query)),
  );
}
