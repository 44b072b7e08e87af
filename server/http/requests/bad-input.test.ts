import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { tableContents } from "#test/table-contents.ts";

let portal: TestPortal;
let building: TestBuilding;
let orderId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  orderId = await createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    createdById: building.tenant.id,
  });
});
afterAll(() => portal.close());

type Reply = Awaited<ReturnType<TestPortal["call"]>>;

/**
 * Returns the flaws of an error response, which must have the common form and a message for people (ERR-04,
 * ERR-06).
 */
function findFlaws(response: Reply, ...statuses: number[]): string[] {
  const flaws: string[] = [];
  if (!statuses.includes(response.statusCode))
    flaws.push(`the status ${response.statusCode}: ${response.body}`);
  if (response.headers["content-type"] !== "application/json; charset=utf-8") flaws.push("the content type");
  const { message, code, requestId, fields, success, ...rest } = response.json();
  if (!/^\S.{3,299}$/s.test(message)) flaws.push("the length of the message");
  if (/Error:|\bat \/|\bselect\b.*\bfrom\b|\bzod\b|FST_|undefined|\[object/i.test(message))
    flaws.push(`internals in the message: ${message}`);
  if (!/^[a-z_]+$/.test(code)) flaws.push("the code");
  if (!/^[0-9a-f-]{36}$/.test(requestId)) flaws.push("the request id");
  if (fields !== undefined && response.statusCode !== 400) flaws.push("fields");
  if (success !== undefined && success !== false) flaws.push("success");
  if (Object.keys(rest).length > 0) flaws.push(`unexpected properties: ${Object.keys(rest).join(", ")}`);
  return flaws;
}

const send = (body: string | Buffer, contentType = "application/json", url = "/api/login") =>
  portal.call("POST", url, { body, headers: { "content-type": contentType } });

describe("ERR-06 request bodies", () => {
  test.each([
    ["truncated JSON", '{"email":"a@example.com"'],
    ["text that isn't JSON", "email=a@example.com"],
    ["two values", "{}{}"],
    ["a trailing comma", '{"email":"a@example.com",}'],
    ["a raw NUL", '{"email":"a\u0000@example.com","password":"x"}'],
    ["an escaped NUL", '{"email":"a\\u0000@example.com","password":"x"}'],
    ["a prototype", '{"__proto__":{"role":"admin"},"email":"a@example.com","password":"x"}'],
    [
      "a constructor",
      '{"constructor":{"prototype":{"role":"admin"}},"email":"a@example.com","password":"x"}',
    ],
    ["an array", "[]"],
    ["null", "null"],
    ["a string", '"hello"'],
    ["a number", "1e309"],
    ["nothing", ""],
    ["21 nested arrays", `${"[".repeat(21)}${"]".repeat(21)}`],
    ["30,000 unclosed nested arrays", "[".repeat(30_000)],
    ["bytes that aren't UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])("a body with %s returns 400", async (_, body) => {
    expect(findFlaws(await send(body), 400)).toEqual([]);
  });

  test("brackets inside a text value don't count as nesting", async () => {
    const response = await send(JSON.stringify({ email: `${'"\\['.repeat(50)}@example.com`, password: "x" }));
    expect(response.json().message).not.toMatch(/nested/);
  });

  test("a body over 64 KiB returns 413, whether or not its length is announced", async () => {
    expect(
      findFlaws(await send(JSON.stringify({ email: "a".repeat(64 * 1024), password: "x" })), 413),
    ).toEqual([]);
    expect(
      findFlaws(
        await portal.call("POST", "/api/login", {
          body: "{}",
          headers: { "content-type": "application/json", "content-length": String(100 * 1024 * 1024) },
        }),
        400,
        413,
      ),
    ).toEqual([]);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/xml",
    "text/html",
    "nonsense",
    "application/jsonx",
  ])("the content type %s returns 415", async (contentType) => {
    expect(findFlaws(await send("{}", contentType), 415)).toEqual([]);
  });

  test("a form sent instead of JSON returns 400 or 415, and nothing is stored", async () => {
    const form = '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na@example.com\r\n--x--\r\n';
    expect(findFlaws(await send(form, "multipart/form-data; boundary=x"), 400, 415)).toEqual([]);
  });
});

describe("API-34 paths and queries", () => {
  const ids = [
    "-1",
    "0",
    "00",
    "1e9",
    "1.5",
    "abc",
    "null",
    "NaN",
    "0x10",
    "1%20",
    "%201",
    "1'--",
    "１",
    "9999999999999999",
    "99999999999999999999",
    "9".repeat(300),
    "%00",
    "%",
    "%ff",
    "..%2f..%2fetc%2fpasswd",
  ];
  const paths = [
    ["GET", "/api/work-orders/:id"],
    ["GET", "/api/work-orders/:id/history"],
    ["GET", "/api/work-orders/:id/images/:imageId"],
    ["GET", "/api/work-orders/:id/signatures/:signatureId"],
    ["DELETE", "/api/work-orders/:id"],
    ["GET", "/api/properties/:id/units"],
    ["GET", "/api/outbox/:id"],
  ] as const;
  test.each(paths)("%s %s with an invalid id returns 400 or 404", async (method, path) => {
    for (const id of ids)
      expect(
        findFlaws(await portal.call(method, path.replaceAll(/:\w+/g, id), building.admin), 400, 404),
      ).toEqual([]);
  });

  test.each([
    "status=on_hold",
    "status=open&status=urgent",
    "page=0",
    "page=-1",
    "page=1e3",
    "page=99999999999",
    "pageSize=101",
    "limit=0",
    "limit=201",
    "cursor=abc",
    "propertyId=1.5",
    "assignee=everyone",
    "priority=highest",
    "category=Magic",
    "sort=sideways",
    `q=${"a".repeat(201)}`,
    "q=%00",
  ])("GET /api/work-orders?%s returns 400", async (query) => {
    expect(findFlaws(await portal.call("GET", `/api/work-orders?${query}`, building.admin), 400)).toEqual([]);
  });

  test.each(["status[]=open", "unknown=1", "__proto__=1"])(
    "the unknown parameter %s is ignored",
    async (query) => {
      expect((await portal.call("GET", `/api/work-orders?${query}`, building.admin)).statusCode).toBe(200);
    },
  );

  test.each([
    ["PUT", "/api/me"],
    ["DELETE", "/api/work-orders"],
    ["POST", "/api/work-orders/1"],
    ["GET", "/api/login"],
    ["PATCH", "/api/buildings"],
    ["POST", "/api/nothing-here"],
  ] as const)("the unsupported method %s %s returns 404", async (method, url) => {
    expect(findFlaws(await portal.call(method, url, building.admin), 404)).toEqual([]);
  });

  test("search texts that look like SQL or patterns return no results and no errors", async () => {
    for (const q of [
      "%",
      "_",
      "\\",
      "'; drop table users; --",
      "%' or '1'='1",
      "{{qq*qq}}",
      "\ufffd",
      "🙂".repeat(50),
    ]) {
      const response = await portal.call("GET", `/api/search?q=${encodeURIComponent(q)}`, building.admin);
      expect(response.statusCode, q).toBe(200);
      expect(response.json(), q).toEqual({ hits: [], counts: [], unanswered: [] });
    }
  });
});

describe("requests that aren't HTTP", () => {
  const raw = async (bytes: string): Promise<string> => {
    const app = await buildApp(portal.services);
    await app.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(bytes);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    await app.close();
    return text;
  };
  test.each([
    ["nonsense", "hello\r\n\r\n", "400 Bad Request"],
    ["a NUL in the path", "GET /api/\u0000 HTTP/1.1\r\nhost: a\r\n\r\n", "400 Bad Request"],
    [
      "headers of 1 MB",
      `GET / HTTP/1.1\r\nhost: a\r\ncookie: ${"a".repeat(1_000_000)}\r\n\r\n`,
      "431 Request Header Fields Too Large",
    ],
    [
      "a GET whose body never arrives",
      "GET /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{",
      "400 Bad Request",
    ],
    [
      "two lengths",
      "POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}",
      "400 Bad Request",
    ],
  ])("%s gets an error response in the common form", async (_, bytes, status) => {
    const [head = "", body = ""] = (await raw(bytes)).split("\r\n\r\n");
    expect(head).toContain(`HTTP/1.1 ${status}`);
    expect(Object.keys(JSON.parse(body))).toEqual(["message", "code", "requestId"]);
  });
});

describe("request headers", () => {
  test.each([
    ["a malformed cookie", { cookie: "portal_session=%ZZ; portal_session=[]; a" }, 401],
    ["a very long cookie", { cookie: `portal_session=${"a".repeat(8_000)}` }, 401],
  ])("%s doesn't count as a session", async (_, headers, status) => {
    expect(findFlaws(await portal.call("GET", "/api/me", { headers }), status)).toEqual([]);
  });

  test.each(["abc", '"', "*", "-1", "1e3", '"1", "2"'])("If-Match %s returns 400", async (value) => {
    expect(
      findFlaws(
        await portal.call("PATCH", `/api/work-orders/${orderId}/status`, {
          cookie: building.admin.cookie,
          body: { status: "scheduled" },
          headers: { "if-match": value },
        }),
        400,
      ),
    ).toEqual([]);
  });

  test.each(["", " ", "a b", "ü", "a".repeat(129)])("Idempotency-Key %j returns 400", async (value) => {
    expect(
      findFlaws(
        await portal.call("POST", `/api/work-orders/${orderId}/comments`, {
          cookie: building.admin.cookie,
          body: { text: "Hello" },
          headers: { "idempotency-key": value },
        }),
        400,
      ),
    ).toEqual([]);
  });
});

describe("requests from other sites", () => {
  const foreign = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:81" },
    { origin: "https://localhost:3000" },
    { origin: "https://localhost:3000.evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
    { origin: "http://localhost:3000@evil.example" },
    { origin: "http://localhost:3000, https://evil.example" },
    { origin: "" },
    { origin: "file://" },
    { origin: "https://evil.example", host: "localhost:3000", "x-forwarded-host": "evil.example" },
    { "sec-fetch-site": "" },
    { "sec-fetch-site": "SAME-ORIGIN" },
  ];
  test.each(foreign)(
    "API-01 a write with %j returns 403 on every endpoint and changes nothing",
    async (headers) => {
      const before = await tableContents(portal.db);
      for (const { method, path } of portal.app.endpoints) {
        if (method === "GET") continue;
        const response = await portal.call(method, path.replaceAll(/:\w+/g, String(orderId)), {
          cookie: building.admin.cookie,
          body: { status: "cancelled" },
          headers: headers as unknown as Record<string, string>,
        });
        expect(findFlaws(response, 403)).toEqual([]);
      }
      expect(await tableContents(portal.db)).toEqual(before);
    },
  );

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "a write with the content type %s, which other sites can send without a preflight, is rejected by every endpoint that doesn't accept it",
    async (kind) => {
      const before = await tableContents(portal.db);
      const form = '--x\r\ncontent-disposition: form-data; name="status"\r\n\r\ncancelled\r\n--x--\r\n';
      for (const { method, path, files } of portal.app.endpoints) {
        if (method === "GET" || (files !== undefined && kind.startsWith("multipart"))) continue;
        const response = await portal.call(method, path.replaceAll(/:\w+/g, String(orderId)), {
          cookie: building.admin.cookie,
          body: kind.startsWith("multipart") ? form : '{"status":"cancelled"}',
          headers: { "content-type": kind },
        });
        expect(findFlaws(response, 400, 403, 404, 415), `${method} ${path}`).toEqual([]);
      }
      expect(await tableContents(portal.db)).toEqual(before);
    },
  );

  test("no header, parameter, or field changes the method or endpoint of a request", async () => {
    const before = await tableContents(portal.db);
    const url = `/api/work-orders/${orderId}`;
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"])
      for (const override of ["DELETE", "PATCH"])
        for (const method of ["GET", "POST"] as const) {
          const response = await portal.call(method, `${url}?_method=${override}`, {
            cookie: building.admin.cookie,
            headers: {
              [name]: override,
              "x-original-url": `${url}/comments`,
              "x-rewrite-url": "/api/logout",
            },
            ...(method === "GET" ? {} : { body: { _method: override, status: "cancelled" } }),
          });
          expect(response.statusCode, `${method} with ${name}`).toBe(method === "GET" ? 200 : 404);
        }
    expect(await tableContents(portal.db)).toEqual(before);
  });

  test.each([
    {},
    { origin: "http://localhost:3000" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("a write with %j is accepted", async (headers) => {
    const response = await portal.call("POST", "/api/notifications/read", {
      cookie: building.admin.cookie,
      body: { upTo: 0 },
      headers: { host: "localhost:3000", ...(headers as Record<string, string>) },
    });
    expect(response.statusCode).toBe(200);
  });
});
