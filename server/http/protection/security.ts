import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { AppError, forbidden } from "#shared/errors.ts";

const headers = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=(self)",
  "x-permitted-cross-domain-policies": "none",
};

/**
 * Returns the headers of every response at `publicUrl`. The content of an API response can't run, be framed,
 * or load anything.
 */
export const responseHeaders = (publicUrl: string): Record<string, string> => ({
  ...headers,
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  ...(publicUrl.startsWith("https:")
    ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : {}),
});

export const newNonce = (): string => randomBytes(16).toString("base64");

/** The other sites the page can load from, by directive. */
export type ExternalSources = Partial<Record<"script" | "frame" | "connect", string>>;

/**
 * The sources for payments with Stripe. Its form runs in its own frames, some of them on subdomains of the
 * script's host.
 */
export const stripeSources: ExternalSources = {
  script: "https://js.stripe.com https://*.js.stripe.com",
  frame: "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  connect: "https://api.stripe.com",
};

/**
 * Returns the page's policy. It allows our own files, `externalSources`, and inline elements with this
 * response's nonce.
 */
export const pagePolicy = (nonce: string, externalSources: ExternalSources = {}): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", `'nonce-${nonce}'`, externalSources.script].filter(Boolean).join(" "),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", externalSources.connect].filter(Boolean).join(" "),
    ["frame-src 'self'", externalSources.frame].filter(Boolean).join(" "),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * The service worker's policy. With the policy of other responses, it would start and then fail to load
 * pages.
 */
const workerPolicy = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The logos in emails, which webmail services show on their own sites. */
const logoUrl = /^\/(api\/settings\/logo|icons\/\w+\.png)(\?|$)/;

/**
 * Sets security headers on every response and rejects writes from other sites (requirements, "Writes").
 * Browsers report where a request comes from. Other programs don't, but they have no session cookie.
 */
export function installSecurity(app: FastifyInstance, publicUrl: string): void {
  const { origin: publicOrigin, protocol } = new URL(publicUrl);
  const securityHeaders = responseHeaders(publicUrl);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders);
    if (logoUrl.test(request.url)) reply.header("cross-origin-resource-policy", "cross-origin");
    if (request.url === "/sw.js") reply.header("content-security-policy", workerPolicy);
    if (/^\/api\//i.test(request.url)) reply.header("cache-control", "no-store");
    if (/%00/.test(request.url))
      throw new AppError("invalid", "The URL contains a character that isn't allowed.");
    if (request.method !== "GET" && request.method !== "HEAD")
      // A proxy might pass on its own hostname instead of the one the browser requested.
      assertSameOrigin(request.headers["sec-fetch-site"], request.headers.origin, [
        `${protocol}//${request.headers.host}`,
        publicOrigin,
      ]);
  });
}

function assertSameOrigin(
  site: string | string[] | undefined,
  origin: string | undefined,
  ownOrigins: readonly string[],
): void {
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw forbidden("This request came from another site.");
  if (origin !== undefined && !ownOrigins.includes(origin))
    throw forbidden("This request came from another site.");
}
