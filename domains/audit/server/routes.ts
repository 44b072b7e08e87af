import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import { exportAudit, listAudit as listAuditCall } from "../contract.ts";
import { auditAsTable } from "./export-audit.ts";
import { listAudit } from "./list-audit.ts";

/** Binds what administrators read of the audit log. */
export function auditRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listAuditCall, listAudit);
  route(app, services, exportAudit, (ctx, input) =>
    sendCsv(signedIn(ctx), input, auditAsTable(signedIn(ctx), input.query)),
  );
}
