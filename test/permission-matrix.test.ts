import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ActorName,
  actorNames,
  cookieFor,
  forgetSessions,
  seesNoOrders,
} from "./permission-matrix/actors.ts";
import { type OpenApiDocument, operationIn, undocumentedOf } from "./permission-matrix/documented.ts";
import { expectedStatus, statusFor } from "./permission-matrix/expected.ts";
import { type Place, secretWords, startPlace } from "./permission-matrix/place.ts";
import { type Ask, requests } from "./permission-matrix/requests.ts";
import { type Answer, sendAsk } from "./permission-matrix/send.ts";
import { tableContents } from "./table-contents.ts";

/*
 * Calls every endpoint of the server as every kind of person: the status is the expected one, a refused request changes
 * nothing, and no response has data outside the access scope (ROLE-17, API-34). The OpenAPI document describes each response.
 */

let place: Place;
let document: OpenApiDocument;
beforeAll(async () => {
  place = await startPlace();
  document = (await place.portal.call("GET", "/api/openapi.json")).json();
});
afterAll(() => place.portal.close());

const names = Object.keys(expectedStatus);

/** Endpoints that nobody may call once there is an administrator, and without Stripe. */
const forNobody = ["POST /api/set-up", "POST /api/webhooks/stripe"];

describe("ROLE-17 API-34 the permission matrix", () => {
  test("has a row for every endpoint, a request for each row, and somebody who is allowed", () => {
    const bound = place.portal.app.endpoints.map(({ method, path }) => `${method} ${path}`).sort();
    expect([...names].sort()).toEqual(bound);
    expect(Object.keys(requests).sort()).toEqual(bound);
    for (const [name, row] of Object.entries(expectedStatus))
      expect(
        row.some((status) => status < 300),
        name,
      ).toBe(!forNobody.includes(name));
  });

  describe.each(names)("%s", (name) => {
    test.each(actorNames)("as %s", async (actor) => {
      const outcome = await ask(name, actor);
      expect(outcome.status, outcome.body).toBe(statusFor(name, actor));
      expect(flawsOf(name, actor, outcome)).toEqual([]);
      expect(undocumentedOf(operationIn(document, name), outcome)).toEqual([]);
    });
  });
});

describe("the OpenAPI document names If-Match and Idempotency-Key for the operations that read them", () => {
  const writes = names.filter((name) => !name.startsWith("GET") && !forNobody.includes(name));
  test.each(writes)("%s", async (name) => {
    const { security, parameters = [] } = operationIn(document, name);
    // Public calls check the form of a key without using it.
    if (security?.length === 0) return;
    const actor = actorNames.find((one) => (statusFor(name, one) ?? 500) < 300) ?? "an admin";
    const headers = ["If-Match", "Idempotency-Key"];
    const read: string[] = [];
    for (const header of headers) {
      const { status, body } = await ask(name, actor, { [header]: "no such thing" });
      if (status === 400 && header in (JSON.parse(body).fields ?? {})) read.push(header);
    }
    expect(read).toEqual(headers.filter((header) => parameters.some((one) => one.name === header)));
  });
});

interface Outcome extends Answer {
  changedTables: string[];
}

function flawsOf(name: string, actor: ActorName, { status, body, changedTables }: Outcome): string[] {
  const flaws: string[] = [];
  const isRefused = status >= 400;
  if (isRefused && changedTables.length > 0)
    flaws.push(`refused, but it changed ${changedTables.join(", ")}`);
  const form = status === 400 ? "code,fields,message,requestId" : "code,message,requestId";
  if (isRefused && Object.keys(JSON.parse(body)).sort().join() !== form)
    flaws.push(`refused in another form: ${body}`);
  const changes = !name.startsWith("GET") && !mayChangeNothing.includes(name);
  const unrecorded = changedTables.filter((table) => table !== recordOf(name));
  if (name.startsWith("GET ") && unrecorded.length > 0)
    flaws.push(`a GET, but it changed ${unrecorded.join(", ")}`);
  if (!isRefused && changes && changedTables.length === 0) flaws.push("allowed, but it changed nothing");
  if (seesNoOrders(actor) && body.includes(secretWords))
    flaws.push("shows an order that is outside the access scope");
  return flaws;
}

/** Endpoints that may succeed without a change, such as signing out when signed out. */
const mayChangeNothing = [
  "POST /api/logout",
  "POST /api/notifications/read",
  "POST /api/invitations/look-up",
  "POST /api/leases/:id/schedule",
];

/** The table that records who read this. */
function recordOf(name: string): string | undefined {
  if (name.endsWith(".csv")) return "audit_log";
  if (/^GET \/api\/documents\/:id\/files?\b/.test(name)) return "document_downloads";
  return undefined;
}

/** The request whose records are still unused, as the last call with it changed nothing. */
let unused: { name: string; request: Ask } | undefined;

/** Makes the request and determines which tables it changed. */
async function ask(name: string, actor: ActorName, headers: Record<string, string> = {}): Promise<Outcome> {
  const { db } = place.portal;
  const cookie = await cookieFor(place, actor);
  const request = unused?.name === name ? unused.request : ((await requests[name]?.(place)) ?? {});
  const before = await tableContents(db);
  const answer = await sendAsk(place, name, request, {
    ...(cookie === undefined ? {} : { cookie }),
    ...headers,
  });
  const after = await tableContents(db);
  const changedTables = Object.keys(after).filter((table) => before[table] !== after[table]);
  unused = changedTables.length === 0 ? { name, request } : undefined;
  if (changedTables.some((table) => ["sessions", "users"].includes(table))) forgetSessions();
  return { ...answer, changedTables };
}
