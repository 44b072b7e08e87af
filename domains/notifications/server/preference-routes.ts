import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { sent } from "#server/http/response.ts";
import { route } from "#server/http/route.ts";
import { readToken } from "#server/notifications/unsubscribe-link.ts";
import { choosePreference, readPreferences, readUnsubscribe, unsubscribe } from "../preferences-contract.ts";
import { topics } from "../topics.ts";
import { areMailsOff, chooseHow, preferencesOf, turnMailsOff } from "./preferences.ts";

const formBytesMax = 4 * 1024;

/** Binds the preferences for notifications, and unsubscribing from mails (NAV-31). */
export async function preferenceRoutes(app: FastifyInstance, services: Services): Promise<void> {
  route(app, services, readPreferences, (ctx) => preferencesOf(signedIn(ctx)));
  route(app, services, choosePreference, (ctx, { body }) => chooseHow(signedIn(ctx), body));
  route(app, services, readUnsubscribe, async ({ db, secretKey }, { query, request, reply }) => {
    // A mail program without support for one-click unsubscribing opens this address in a browser.
    if (request.headers.accept?.includes("text/html") === true) {
      reply.redirect(`/unsubscribe?token=${encodeURIComponent(query.token)}`, 303);
      return sent;
    }
    const link = readToken(secretKey, query.token);
    return {
      topics: link.topics.map((topic) => ({ topic, label: topics[topic].label, about: topics[topic].about })),
      isOff: await areMailsOff(db, link),
    };
  });
  await app.register((forms, _, done) => {
    // The body, in either form of RFC 8058, is always `List-Unsubscribe=One-Click`. The token is in the address.
    forms.removeContentTypeParser("multipart/form-data");
    forms.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: formBytesMax },
      (_request, _body, read) => read(null, undefined),
    );
    route(forms, services, unsubscribe, async (ctx, { query, body }) => {
      await turnMailsOff(ctx, readToken(ctx.secretKey, body.token ?? query.token ?? ""));
      return { success: true as const };
    });
    done();
  });
}
