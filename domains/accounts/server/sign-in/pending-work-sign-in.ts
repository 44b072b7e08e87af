import type { FastifyReply, FastifyRequest } from "fastify";
import type { Ctx, Services } from "#server/http/context.ts";
import { isSecure } from "#server/http/requests/session.ts";
import type { PendingSignIn } from "#server/integrations/identity-provider.ts";
import { seal, unseal } from "#server/seal.ts";

/** How long a person has to sign in at the identity provider. */
const pendingMinutes = 10;

const purpose = { purpose: "work account", boundTo: "browser" };

const getCookieName = (services: Services) =>
  isSecure(services) ? "__Host-portal_work_account" : "portal_work_account";
/** The page that finishes the sign-in is the portal's own, so no request from another site needs the cookie. */
const getCookieOptions = (services: Services) =>
  ({ httpOnly: true, sameSite: "strict", secure: isSecure(services), path: "/" }) as const;

/**
 * Saves a started sign-in in an encrypted cookie. Only this browser can finish it, and abandoned sign-ins
 * leave no rows in the database.
 */
export function savePendingSignIn(ctx: Ctx, reply: FastifyReply, pendingSignIn: PendingSignIn): void {
  const until = ctx.now.getTime() + pendingMinutes * 60_000;
  const sealed = seal(ctx, purpose, Buffer.from(JSON.stringify({ ...pendingSignIn, until })));
  reply.setCookie(getCookieName(ctx), sealed.toString("base64url"), {
    ...getCookieOptions(ctx),
    maxAge: pendingMinutes * 60,
  });
}

/** Returns this browser's started sign-in and removes it. Undefined if there is none or it's too old. */
export function takePendingSignIn(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
): PendingSignIn | undefined {
  const cookie = request.cookies[getCookieName(ctx)];
  if (cookie === undefined) return undefined;
  reply.clearCookie(getCookieName(ctx), getCookieOptions(ctx));
  const stored = openCookie(ctx, cookie);
  return stored !== undefined && stored.until > ctx.now.getTime() ? stored : undefined;
}

function openCookie(ctx: Ctx, cookie: string): (PendingSignIn & { until: number }) | undefined {
  try {
    return JSON.parse(unseal(ctx, purpose, Buffer.from(cookie, "base64url")).toString());
  } catch {
    // Forged, or sealed with another SECRET_KEY.
    return undefined;
  }
}
