import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import {
  exportMails,
  listMails,
  readMail,
  readMailPage,
  readOutboxFigures,
  resendFailedMails,
  resendMail,
} from "../outbox-contract.ts";
import { mails } from "./list-mails.ts";
import { outboxFigures } from "./outbox-figures.ts";
import { findMail, sendMailPage } from "./read-mail.ts";
import { resendMail as resend, resendFailedMails as resendFailed } from "./resend-mail.ts";

/** Binds the outbox. */
export function outboxRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listMails, (ctx, input) => mails.response(signedIn(ctx), input));
  route(app, services, exportMails, (ctx, input) =>
    sendCsv(signedIn(ctx), input, mails.table(signedIn(ctx), input.query)),
  );
  route(app, services, readOutboxFigures, (ctx) => outboxFigures(signedIn(ctx)));
  route(app, services, readMail, (ctx, { params }) => findMail(ctx, params.id));
  route(app, services, readMailPage, (ctx, input) => sendMailPage(ctx, input, input.params.id));
  route(app, services, resendMail, (ctx, { params, body }) => resend(signedIn(ctx), params.id, body));
  route(app, services, resendFailedMails, (ctx) => resendFailed(signedIn(ctx)));
}
