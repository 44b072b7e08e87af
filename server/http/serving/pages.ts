import { readFileSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { type ExternalSources, newNonce, pagePolicy } from "#server/http/protection/security.ts";
import { projectRoot } from "#server/project-root.ts";
import { notFound } from "#shared/errors.ts";

/**
 * Serves the built web client: hashed assets, compressed at build time, and the HTML page for every other
 * path. The HTML page for the sign-in path already contains the form (scripts/prerender.mjs).
 */
export async function installPages(
  app: FastifyInstance,
  externalSources: ExternalSources = {},
  folder = path.join(projectRoot, "dist/web"),
): Promise<void> {
  const page = readPage(folder, "index.html");
  const signInPage = readPage(folder, "login.html");
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      wildcard: true,
      prefix: "/",
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        const isWorker = file === path.join(folder, "sw.js");
        reply.header(
          "cache-control",
          isHashed ? "public, max-age=31536000, immutable" : isWorker ? "no-cache" : "public, max-age=3600",
        );
      },
      // The URL of a folder shows the page.
      allowedPath: (pathName) =>
        !pathName.endsWith(".html") && !pathName.startsWith("/.vite") && !pathName.endsWith("/"),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPageRequest =
      (request.method === "GET" || request.method === "HEAD") && !/^\/(api|assets)\//i.test(request.url);
    if (!isPageRequest || page === undefined) throw notFound("address");
    const isSignIn = request.url.split("?")[0] === "/login";
    const nonce = newNonce();
    return reply
      .header("content-security-policy", pagePolicy(nonce, externalSources))
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send((isSignIn ? (signInPage ?? page) : page).replaceAll("%CSP_NONCE%", nonce));
  });
}

function readPage(folder: string, name: string): string | undefined {
  try {
    return readFileSync(path.join(folder, name), "utf8");
  } catch {
    return undefined;
  }
}
