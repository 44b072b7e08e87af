import type { FastifyInstance } from "fastify";
import { audit } from "#server/audit.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { sent } from "#server/http/endpoints/response.ts";
import { type Input, route } from "#server/http/endpoints/route.ts";
import * as calls from "../contract.ts";
import { getReportFacts } from "../reports.ts";
import * as savedCalls from "../saved-reports-contract.ts";
import { buildReport, readReport } from "./build-report.ts";
import { mediaTypes, toCsvTable, writeReportFile } from "./report-files.ts";
import {
  changeSavedReport,
  createSavedReport,
  getSavedReports,
  removeSavedReport,
} from "./saved-reports/saved-reports.ts";
import { findPossibleRecipients, scheduleReport, unscheduleReport } from "./saved-reports/schedule.ts";
import { findToday } from "./today.ts";

/** Registers the routes of the reports. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readReport, (ctx, { params, query }) => readReport(ctx, params.report, query));
  route(app, services, calls.exportReport, sendFile);
  route(app, services, savedCalls.listSavedReports, (ctx) => getSavedReports(ctx));
  route(app, services, savedCalls.saveReport, (ctx, { body }) => createSavedReport(ctx, body));
  route(app, services, savedCalls.updateSavedReport, (ctx, { params, body }) =>
    changeSavedReport(ctx, params.id, body),
  );
  route(app, services, savedCalls.deleteSavedReport, async (ctx, { params }) => {
    await removeSavedReport(ctx, params.id);
    return { success: true as const };
  });
  route(app, services, savedCalls.listPossibleRecipients, (ctx, { params }) =>
    findPossibleRecipients(ctx, params.id),
  );
  route(app, services, savedCalls.setReportSchedule, (ctx, { params, body }) =>
    scheduleReport(ctx, params.id, body),
  );
  route(app, services, savedCalls.removeReportSchedule, (ctx, { params }) =>
    unscheduleReport(ctx, params.id),
  );
}

async function sendFile(ctx: SignedInCtx, input: Input<typeof calls.exportReport>) {
  const { format, ...filters } = input.query;
  const name = input.params.report;
  const auditName = `${getReportFacts(name).title.toLowerCase().replaceAll(" ", "-")}-report`;
  const report = await buildReport(ctx, name, filters);
  if (format === "csv") return sendCsv(ctx, input, { ...toCsvTable(name, report), auditName });
  const content = await writeReportFile(ctx, { name, report, format });
  await audit(ctx, {
    action: "list.exported",
    subjectType: "list",
    subjectId: auditName,
    details: { filters: input.query },
  });
  await input.reply
    .type(mediaTypes[format])
    .header("content-disposition", `attachment; filename="${name}-${await findToday(ctx)}.${format}"`)
    .header("cache-control", "private, no-store")
    .send(content);
  return sent;
}
