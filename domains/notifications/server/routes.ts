import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sendCsv } from "#server/http/csv.ts";
import { route } from "#server/http/route.ts";
import {
  exportMails,
  listMails,
  listNotifications,
  liveEvents,
  markNotificationsRead,
  readMail,
} from "../contract.ts";
import { markRead, readBell } from "./bell.ts";
import { mailsAsTable } from "./export-mails.ts";
import { findMail, newestMails } from "./read-outbox.ts";
import { openStreams } from "./streams.ts";

/** Binds the bell, the live stream and the outbox (NAV-31; decisions, "Live"). */
export function notificationRoutes(app: FastifyInstance, services: Services): void {
  const streams = openStreams(services);
  app.addHook("preClose", () => streams.close());
  route(app, services, liveEvents, (ctx, { reply }) => streams.open(signedIn(ctx), reply));
  route(app, services, listNotifications, (ctx, input) => readBell(signedIn(ctx), input));
  route(app, services, markNotificationsRead, async (ctx, { body }) => {
    await markRead(signedIn(ctx), body);
    return { success: true as const };
  });
  route(app, services, listMails, newestMails);
  route(app, services, exportMails, (ctx, input) => sendCsv(signedIn(ctx), input, mailsAsTable(ctx)));
  route(app, services, readMail, (ctx, { params }) => findMail(ctx, params.id));
}
