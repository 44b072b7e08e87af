import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sent } from "#server/http/endpoints/response.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readToken } from "#server/notifications/unsubscribe-link.ts";
import { unsubscribePath } from "../paths.ts";
import { readPreferences, readUnsubscribe, setPreference, unsubscribe } from "../preferences-contract.ts";
import { topics } from "../topics.ts";
import { areEmailsOff, listPreferences, turnOffEmails, updatePreference } from "./preferences.ts";

const maxFormBytes = 4 * 1024;

/** Registers the routes for notification preferences and for unsubscribing from emails (NAV-31). */
export async function preferenceRoutes(app: FastifyInstance, services: Services): Promise<void> {
  route(app, services, readPreferences, (ctx) => listPreferences(ctx));
  route(app, services, setPreference, (ctx, { body }) => updatePreference(ctx, body));
  route(app, services, readUnsubscribe, async ({ db, secretKey }, { query, request, reply }) => {
    // An email client without one-click unsubscribe opens this URL in a browser.
    if (request.headers.accept?.includes("text/html") === true) {
      reply.redirect(unsubscribePath(query.token), 303);
      return sent;
    }
    const link = readToken(secretKey, query.token);
    return {
      topics: link.topics.map((topic) => ({ topic, label: topics[topic].label, about: topics[topic].about })),
      isOff: await areEmailsOff(db, link),
    };
  });
  await app.register((formApp, _, done) => {
    // RFC 8058 allows two content types. The body is always `List-Unsubscribe=One-Click`, and the token is in
    // the URL.
    formApp.removeContentTypeParser("multipart/form-data");
    formApp.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: maxFormBytes },
      (_request, _body, onParsed) => onParsed(null, undefined),
    );
    route(formApp, services, unsubscribe, async (ctx, { query, body }) => {
      await turnOffEmails(ctx, readToken(ctx.secretKey, body.token ?? query.token ?? ""));
      return { success: true as const };
    });
    done();
  });
}
