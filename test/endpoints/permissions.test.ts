import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tableContents } from "#test/table-contents.ts";
import { statusFor, type ValidRequest } from "./access.ts";
import { type CallerName, callerNames, cannotSeeWorkOrders, cookieFor, forgetSessions } from "./callers.ts";
import { endpointCases } from "./endpoint-cases.ts";
import { type EndpointFixtures, secretTitle, startFixtures } from "./fixtures.ts";
import { findOperation, findUndocumented, type OpenApiDocument } from "./openapi.ts";
import { type EndpointResponse, sendRequest } from "./send.ts";

/*
 * Calls every endpoint as every kind of caller. Checks the status, that a rejected request changes nothing, that
 * no response contains data outside the access scope (ROLE-17, API-34), and that the OpenAPI document describes
 * the response.
 */

let fixtures: EndpointFixtures;
let document: OpenApiDocument;
beforeAll(async () => {
  fixtures = await startFixtures();
  document = (await fixtures.portal.call("GET", "/api/openapi.json")).json();
});
afterAll(() => fixtures.portal.close());

const cases = Object.entries(endpointCases);
const writes = cases.filter(([name]) => !name.startsWith("GET "));

/** Endpoints no one can call once there is an administrator and without Stripe. */
const unavailable = ["POST /api/setup", "POST /api/webhooks/stripe"];

describe("ROLE-17 API-34 permissions", () => {
  test("every endpoint has a test case, and someone can call it", () => {
    const endpoints = fixtures.portal.app.endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(endpointCases).sort()).toEqual(endpoints.sort());
    const withoutCallers = cases.filter(([, { statuses }]) => !statuses.some((status) => status < 300));
    expect(withoutCallers.map(([name]) => name).sort()).toEqual(unavailable.sort());
  });

  describe.each(cases)("%s", (name, endpointCase) => {
    test.each(callerNames)("as %s", async (caller) => {
      const result = await call(name, caller);
      expect(result.status, result.body).toBe(statusFor(endpointCase, caller));
      expect(findViolations(name, caller, result)).toEqual([]);
      expect(findUndocumented(findOperation(document, name), result)).toEqual([]);
    });
  });
});

describe("the OpenAPI document lists If-Match and Idempotency-Key for the operations that read them", () => {
  test.each(writes.filter(([name]) => !unavailable.includes(name)))("%s", async (name, endpointCase) => {
    const { security, parameters = [] } = findOperation(document, name);
    // Public endpoints validate the key without using it.
    if (security?.length === 0) return;
    const caller = callerNames.find((one) => statusFor(endpointCase, one) < 300) ?? "an admin";
    const headers = ["If-Match", "Idempotency-Key"];
    const read: string[] = [];
    for (const header of headers) {
      const { status, body } = await call(name, caller, { [header]: "not valid" });
      if (status === 400 && header in (JSON.parse(body).fields ?? {})) read.push(header);
    }
    expect(read).toEqual(headers.filter((header) => parameters.some((one) => one.name === header)));
  });
});

interface CallResult extends EndpointResponse {
  changedTables: string[];
}

function findViolations(
  name: string,
  caller: CallerName,
  { status, body, changedTables }: CallResult,
): string[] {
  const violations: string[] = [];
  const isRejected = status >= 400;
  if (isRejected && changedTables.length > 0)
    violations.push(`rejected, but changed ${changedTables.join(", ")}`);
  const fields = status === 400 ? "code,fields,message,requestId" : "code,message,requestId";
  if (isRejected && Object.keys(JSON.parse(body)).sort().join() !== fields)
    violations.push(`rejected in an unusual format: ${body}`);
  const unexpected = changedTables.filter((table) => table !== getAccessLog(name));
  if (name.startsWith("GET ") && unexpected.length > 0)
    violations.push(`a GET, but changed ${unexpected.join(", ")}`);
  const mustChange = !name.startsWith("GET ") && !canChangeNothing.includes(name);
  if (!isRejected && mustChange && changedTables.length === 0)
    violations.push("succeeded, but changed nothing");
  if (cannotSeeWorkOrders(caller) && body.includes(secretTitle))
    violations.push("shows a work order outside the access scope");
  return violations;
}

/** Endpoints that can succeed without a change, such as signing out when signed out. */
const canChangeNothing = [
  "POST /api/login/work-account",
  "POST /api/logout",
  "POST /api/notifications/read",
  "POST /api/invitations/look-up",
  "POST /api/leases/:id/schedule",
  "POST /api/payment-matches",
  "POST /api/bank-lines/checks",
  "POST /api/document-zips/check",
  "POST /api/document-zips",
  "POST /api/bank-lines/recorded",
];

/** Files in several formats, and data exports, whose download is in the audit log. */
const exportedFiles = [
  "GET /api/reports/:report/file",
  "GET /api/properties/:id/months/:month/journal",
  "GET /api/exports/:id/file",
];

/** The table that records who read the data. */
function getAccessLog(name: string): string | undefined {
  if (name.endsWith(".csv") || exportedFiles.includes(name)) return "audit_log";
  if (/^GET \/api\/documents\/:id\/files?\b/.test(name)) return "document_downloads";
  return undefined;
}

/** The last request, if it changed nothing, so that its records can be used again. */
let reusable: { name: string; request: ValidRequest } | undefined;

/** Makes a valid request and finds the tables it changed. */
async function call(
  name: string,
  caller: CallerName,
  headers: Record<string, string> = {},
): Promise<CallResult> {
  const { db } = fixtures.portal;
  const cookie = await cookieFor(fixtures, caller);
  const request =
    reusable?.name === name ? reusable.request : ((await endpointCases[name]?.makeRequest(fixtures)) ?? {});
  const before = await tableContents(db);
  const response = await sendRequest(fixtures, name, request, { ...(cookie && { cookie }), ...headers });
  const after = await tableContents(db);
  const changedTables = Object.keys(after).filter((table) => before[table] !== after[table]);
  reusable = changedTables.length === 0 ? { name, request } : undefined;
  if (changedTables.some((table) => ["sessions", "users"].includes(table))) forgetSessions();
  return { ...response, changedTables };
}
