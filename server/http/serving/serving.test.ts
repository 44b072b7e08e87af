import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gunzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { route } from "#server/http/endpoints/route.ts";
import { projectRoot } from "#server/project-root.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let webFolder: string;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  webFolder = await mkdtemp(path.join(tmpdir(), "portal-web-"));
  await writeFile(path.join(webFolder, "sw.js"), "");
  await mkdir(path.join(webFolder, "assets"));
  await writeFile(
    path.join(webFolder, "index.html"),
    '<!doctype html><script nonce="%CSP_NONCE%"></script><style nonce="%CSP_NONCE%"></style>',
  );
  await writeFile(path.join(webFolder, "login.html"), '<script nonce="%CSP_NONCE%"></script><form></form>');
  await writeFile(path.join(webFolder, "assets/index-abc123.js"), "export const answer = 42;");
  await writeFile(
    path.join(webFolder, "assets/index-abc123.js.br"),
    brotliCompressSync("export const answer = 42;"),
  );
});
afterAll(async () => {
  await portal.close();
  await rm(webFolder, { recursive: true });
});

describe("pages", () => {
  test("every response has its own nonce, and the policy allows no other inline content", async () => {
    const app = await buildApp(portal.services, { webFolder });
    const responses = [await app.inject("/work-orders"), await app.inject("/anything/else")];
    const nonces = responses.map((response) => {
      const policy = String(response.headers["content-security-policy"]);
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
      expect(policy).not.toContain("unsafe-inline");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(response.body.match(new RegExp(`nonce="${nonce.replaceAll("+", "\\+")}"`, "g"))).toHaveLength(2);
      expect(response.headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cache-control": "no-cache",
      });
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
    await app.close();
  });

  test("the HTML of the sign-in page includes its form, and only the server can read the HTML files", async () => {
    const app = await buildApp(portal.services, { webFolder });
    for (const url of ["/login", "/login?from=email"]) {
      const { body, headers } = await app.inject(url);
      const nonce = /nonce="([^"]+)"/.exec(body)?.[1];
      expect(body).toBe(`<script nonce="${nonce}"></script><form></form>`);
      expect(headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
    }
    for (const url of ["/login.html", "/index.html", "/direct-login"])
      expect((await app.inject(url)).body, url).toMatch(/^<!doctype html><script nonce="[^%"]+">/);
    await app.close();
  });

  test.each(["identity", "br"])(
    "a URL with a trailing slash serves the page, with any compression (%s)",
    async (encoding) => {
      const app = await buildApp(portal.services, { webFolder });
      const getStatus = async (url: string) =>
        (await app.inject({ url, headers: { "accept-encoding": encoding } })).statusCode;
      expect([await getStatus("/"), await getStatus("/leases/")]).toEqual([200, 200]);
      expect(await getStatus("/assets/")).toBe(404);
      await app.close();
    },
  );

  test("the service worker can make requests, has a policy without a sandbox, and is revalidated on each visit", async () => {
    const app = await buildApp(portal.services, { webFolder });
    const { headers } = await app.inject("/sw.js");
    expect(headers).toMatchObject({
      "content-security-policy":
        "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      "cache-control": "no-cache",
    });
    await app.close();
  });

  test("the installed app has the organization's name and existing icons", async () => {
    await portal.db.updateTable("organization").set({ name: "Harbor Homes" }).execute();
    const manifest = await portal.call("GET", "/manifest.webmanifest");
    expect(manifest.headers["content-type"]).toMatch("application/manifest+json");
    expect(manifest.json()).toMatchObject({
      name: "Harbor Homes",
      start_url: "/start",
      display: "standalone",
    });
    for (const { src, sizes } of manifest.json<{ icons: { src: string; sizes: string }[] }>().icons) {
      const { width, height } = await sharp(path.join(projectRoot, "web/public", src)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  test("pages and long JSON responses are compressed for clients that support it", async () => {
    const app = await buildApp(portal.services, { webFolder });
    const get = (url: string, encodings?: string) =>
      app.inject({ url, headers: encodings === undefined ? {} : { "accept-encoding": encodings } });
    const plain = await get("/api/openapi.json");
    const zipped = await get("/api/openapi.json", "br, gzip");
    expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(plain.headers).toMatchObject({ vary: "accept-encoding" });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect((await get("/api/me", "gzip")).headers).not.toHaveProperty("content-encoding");
    await app.close();
  });

  test("assets are sent with the build's compression and can be cached forever", async () => {
    const app = await buildApp(portal.services, { webFolder });
    const response = await app.inject({
      url: "/assets/index-abc123.js",
      headers: { "accept-encoding": "br, gzip" },
    });
    expect(response.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect((await app.inject("/assets/index-old.js")).statusCode).toBe(404);
    expect((await app.inject("/assets/../index.html")).body).not.toContain("%CSP_NONCE%");
    await app.close();
  });
});

describe("every response", () => {
  test("every response has the security headers, even the response to an unreadable request", async () => {
    const config = { ...portal.services.config, publicUrl: "https://portal.example.com" };
    const app = await buildApp({ ...portal.services, config }, { webFolder });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    for (const [request, status] of [
      ["GET /api/config HTTP/1.1", 200],
      ["GET /api/me HTTP/1.1", 401],
      ["GET /api/nowhere HTTP/1.1", 404],
      ["GET /login HTTP/1.1", 200],
      ["GET /assets/index-abc123.js HTTP/1.1", 200],
      ["GET /%zz HTTP/1.1", 400],
      ["NONSENSE", 400],
      // Two lengths, by which a proxy and the portal could disagree on where the request ends.
      ["POST /api/login HTTP/1.1\r\ntransfer-encoding: chunked\r\ncontent-length: 4", 400],
    ] as const) {
      const response = await sendRaw(
        port,
        `${request}\r\nhost: portal.example.com\r\nconnection: close\r\n\r\n`,
      );
      expect(response, request).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const [head = ""] = response.toLowerCase().split("\r\n\r\n");
      for (const header of [
        "x-content-type-options: nosniff",
        "referrer-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
        "strict-transport-security: max-age=31536000; includesubdomains",
      ])
        expect(head, request).toContain(header);
      expect(head, request).toMatch(/content-security-policy: default-src 'none';.* base-uri 'none';/);
      expect(head, request).toMatch(/content-security-policy: .*frame-ancestors 'none'/);
    }
    await app.close();
  });

  test("only the portal's own pages can read responses", async () => {
    const app = await buildApp(portal.services, { webFolder });
    const headers = { origin: "https://evil.example", "access-control-request-method": "GET" };
    for (const method of ["GET", "OPTIONS"] as const)
      for (const url of ["/api/config", "/login", "/assets/index-abc123.js"])
        expect(
          Object.keys((await app.inject({ method, url, headers })).headers).filter((name) =>
            name.startsWith("access-control-"),
          ),
          url,
        ).toEqual([]);
    await app.close();
  });

  test("webmail services can show the logos in emails but no other files", async () => {
    const app = await buildApp(portal.services, { webFolder });
    const readPolicy = async (url: string) => (await app.inject(url)).headers["cross-origin-resource-policy"];
    for (const url of ["/icons/192.png", "/api/settings/logo"])
      expect(await readPolicy(url), url).toBe("cross-origin");
    for (const url of ["/api/settings", "/assets/index-abc123.js", "/icons/../assets/index-abc123.js"])
      expect(await readPolicy(url), url).toBe("same-origin");
    await app.close();
  });

  test("no response contains a folder listing or a file outside the pages, and TRACE isn't supported", async () => {
    const app = await buildApp(portal.services, { webFolder });
    for (const url of [
      "/assets",
      "/assets/",
      "/.git/config",
      "/package.json",
      "/%2e%2e/package.json",
      "/..%2fpackage.json",
    ])
      expect((await app.inject(url)).body, url).not.toMatch(/index-abc123|dependencies|\[core\]/);
    const trace = await app.inject({
      method: "TRACE" as "GET",
      url: "/api/config",
      headers: { cookie: "a=b" },
    });
    expect(trace.statusCode).toBe(404);
    expect(trace.body).not.toContain("a=b");
    await app.close();
  });
});

/** Sends bytes and returns everything received until the connection is closed. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (received += text));
    socket.once("error", reject).once("close", () => resolve(received));
  });
}

describe("the API", () => {
  test("the OpenAPI document lists every endpoint and each operation once", async () => {
    const document = (await portal.call("GET", "/api/openapi.json")).json();
    expect(document.openapi).toBe("3.1.0");
    const operations = Object.entries<Record<string, { operationId: string; responses: object }>>(
      document.paths,
    ).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        call: `${method.toUpperCase()} ${url}`,
        operationId,
      })),
    );
    expect(operations.map(({ call }) => call).sort()).toEqual(
      portal.app.endpoints
        .map(({ method, path: url }) => `${method} ${url.replace(/:(\w+)/g, "{$1}")}`)
        .sort(),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const create = document.paths["/api/work-orders"].post.requestBody.content["multipart/form-data"].schema;
    expect(create.properties.images).toMatchObject({ type: "array", maxItems: 10 });
    expect(create.required).toEqual(expect.arrayContaining(["title", "description"]));
  });

  test("ROLE-17 API-34 a route without a permission prevents the server from starting", async () => {
    const app = await buildApp(portal.services, { webFolder });
    expect(() => app.get("/api/open-door", () => "come in")).toThrow(
      "declares no endpoint and therefore no permission",
    );
    await app.close();
  });

  test("API responses are never cached, however the URL is written", async () => {
    for (const url of ["/api/config", "/API/config"])
      expect((await portal.call("GET", url)).headers["cache-control"], url).toBe("no-store");
  });

  test("ERR-04 ERR-06 an unknown URL returns JSON with a message and a request id", async () => {
    const response = await portal.call("GET", "/api/nowhere", building.admin);
    expect(response.statusCode).toBe(404);
    expect(Object.keys(response.json()).sort()).toEqual(["code", "message", "requestId"]);
  });

  test("an unexpected error shows a simple apology, and only the log has the details", async () => {
    const app = await buildApp(portal.services, { webFolder });
    const { readConfig } = await import("#domains/settings/public-config-contract.ts");
    route(app, portal.services, { ...readConfig, path: "/api/broken" }, () => {
      throw new Error("secret internals at line 7");
    });
    const response = await app.inject("/api/broken");
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({
      message: "Something went wrong on our end. Please try again.",
      code: "internal",
    });
    expect(response.body).not.toContain("secret");
    await app.close();
  });
});

test("a client that trickles its headers is disconnected while others are served", async () => {
  const app = await buildApp(portal.services, { webFolder });
  await app.listen({ port: 0, host: "127.0.0.1" });
  expect(app.server.headersTimeout).toBeLessThanOrEqual(15_000);
  expect(app.server.requestTimeout).toBeLessThanOrEqual(180_000);
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(
    "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{",
  );
  expect((await app.inject("/healthz")).statusCode).toBe(200);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await app.close();
  socket.destroy();
  await closed;
});
