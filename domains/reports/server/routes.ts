import type { FastifyInstance } from "fastify";
import { audit } from "#server/audit.ts";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { sent } from "#server/http/endpoints/response.ts";
import { type Input, route } from "#server/http/endpoints/route.ts";
import { issuePdf } from "#server/integrations/render-pdf.ts";
import { writeXlsx } from "#server/integrations/write-xlsx.ts";
import * as calls from "../contract.ts";
import { buildReport, getTotals, readReport } from "./build-report.ts";
import { readSender, toCsvTable, toPdfContent, toXlsxSheet } from "./report-files.ts";
import { findToday } from "./today.ts";

/** Registers the routes of the reports. */
export function reportRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readReport, (ctx, { params, query }) => readReport(ctx, params.report, query));
  route(app, services, calls.exportReport, sendFile);
}

const mediaTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

async function sendFile(ctx: SignedInCtx, input: Input<typeof calls.exportReport>) {
  const { format, ...filters } = input.query;
  const name = input.params.report;
  const report = await buildReport(ctx, name, filters);
  if (format === "csv") return sendCsv(ctx, input, toCsvTable(name, report));
  const sender = await readSender(ctx);
  const content =
    format === "pdf"
      ? await issuePdf(ctx, toPdfContent(report, sender))
      : await writeXlsx(ctx, toXlsxSheet(report, { totalsByKey: getTotals(name), sender }));
  await audit(ctx, {
    action: "list.exported",
    subjectType: "list",
    subjectId: name,
    details: { filters: input.query },
  });
  await input.reply
    .type(mediaTypes[format])
    .header("content-disposition", `attachment; filename="${name}-${await findToday(ctx)}.${format}"`)
    .header("cache-control", "private, no-store")
    .send(content);
  return sent;
}
