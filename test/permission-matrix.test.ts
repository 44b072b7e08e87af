import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ActorName,
  actorNames,
  cookieFor,
  forgetSessions,
  seesNoOrders,
} from "./permission-matrix/actors.ts";
import { expectedStatus, statusFor } from "./permission-matrix/expected.ts";
import { type Place, secretWords, startPlace } from "./permission-matrix/place.ts";
import { requests } from "./permission-matrix/requests.ts";
import { tableContents } from "./table-contents.ts";

/*
 * Calls every endpoint of the server as every kind of person: the status is the expected one, a refused request changes
 * nothing, and no response has data outside the access scope (ROLE-17, API-34).
 */

let place: Place;
beforeAll(async () => {
  place = await startPlace();
});
afterAll(() => place.portal.close());

const names = Object.keys(expectedStatus);

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
    });
  });
});

interface Outcome {
  status: number;
  body: string;
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
  if (!isRefused && changes && changedTables.length === 0) flaws.push("allowed, but it changed nothing");
  if (seesNoOrders(actor) && body.includes(secretWords))
    flaws.push("shows an order that is outside the access scope");
  return flaws;
}

/** Endpoints that nobody may call once there is an administrator, and without Stripe. */
const forNobody = ["POST /api/set-up", "POST /api/webhooks/stripe"];

/** Endpoints that may succeed without a change, such as signing out when signed out. */
const mayChangeNothing = [
  "POST /api/logout",
  "POST /api/notifications/read",
  "POST /api/invitations/look-up",
  "POST /api/leases/:id/schedule",
];

/** Makes the request and determines which tables it changed. */
async function ask(name: string, actor: ActorName): Promise<Outcome> {
  const { portal } = place;
  const [method = "", path = ""] = name.split(" ");
  const cookie = await cookieFor(place, actor);
  const { params = {}, query = "", body, form } = (await requests[name]?.(place)) ?? {};
  const url = path.replace(/:(\w+)/g, (_, param: string) => String(params[param])) + query;
  const before = await tableContents(portal.db);
  const response = await portal.app.inject({
    method: method as "GET",
    url,
    headers: { ...(cookie === undefined ? {} : { cookie }), ...form?.headers },
    ...(body === undefined ? {} : { payload: body }),
    ...(form === undefined ? {} : { payload: form.body }),
    payloadAsStream: true,
  });
  // A stream of events has no end of its own.
  const isStream = String(response.headers["content-type"]).startsWith("text/event-stream");
  const text = isStream ? "" : Buffer.concat(await response.stream().toArray()).toString();
  if (isStream) response.raw.res.destroy();
  const after = await tableContents(portal.db);
  const changedTables = Object.keys(after).filter((table) => before[table] !== after[table]);
  if (changedTables.includes("sessions")) forgetSessions();
  return { status: response.statusCode, body: text, changedTables };
}
