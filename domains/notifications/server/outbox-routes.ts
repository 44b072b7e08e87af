import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import {
  exportEmails,
  listEmails,
  readEmail,
  readEmailPage,
  readOutboxSummary,
  resendEmail,
  resendFailedEmails,
} from "../outbox-contract.ts";
import { emails } from "./list-emails.ts";
import { getOutboxFigures } from "./outbox-figures.ts";
import { findEmail, sendEmailPage } from "./read-email.ts";
import { resendEmail as resend, resendFailedEmails as resendFailed } from "./resend-email.ts";

/** Registers the outbox routes. */
export function outboxRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listEmails, (ctx, input) => emails.readPage(ctx, input));
  route(app, services, exportEmails, (ctx, input) =>
    sendCsv(ctx, input, emails.toCsvTable(ctx, input.query)),
  );
  route(app, services, readOutboxSummary, (ctx) => getOutboxFigures(ctx));
  route(app, services, readEmail, (ctx, { params }) => findEmail(ctx, params.id));
  route(app, services, readEmailPage, (ctx, input) => sendEmailPage(ctx, input, input.params.id));
  route(app, services, resendEmail, (ctx, { params, body }) => resend(ctx, params.id, body));
  route(app, services, resendFailedEmails, (ctx) => resendFailed(ctx));
}
