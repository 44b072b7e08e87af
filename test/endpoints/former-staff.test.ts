import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SignedInPerson } from "#test/building.ts";
import { smallPdf } from "#test/files/documents.ts";
import { multipart } from "#test/form.ts";
import { statusFor, type ValidRequest } from "./access.ts";
import { endpointCases } from "./endpoint-cases.ts";
import { type EndpointFixtures, newPhoto, secretTitle, startFixtures } from "./fixtures.ts";
import { sendRequest } from "./send.ts";

/*
 * Staff whose approval was undone, or who were declined, can still read the work orders they reported, as tenants do, but
 * nothing that is for staff only (ROLE-17). Every GET endpoint is called on such a work order.
 */

const states = {
  "technician whose approval was undone": "pending",
  "declined landlord": "declined",
} as const;
type Former = keyof typeof states;
const callers = Object.keys(states) as Former[];

interface Reported {
  person: SignedInPerson;
  params: Record<string, number>;
}
let fixtures: EndpointFixtures;
const reported = new Map<Former, Reported>();
beforeAll(async () => {
  fixtures = await startFixtures();
  const { db } = fixtures.portal;
  await db.updateTable("properties").set({ access_notes: secretTitle }).execute();
  await db.updateTable("units").set({ access_notes: secretTitle }).execute();
  for (const caller of callers) reported.set(caller, await reportAsStaff(caller));
});
afterAll(() => fixtures.portal.close());

async function reportAsStaff(caller: Former): Promise<Reported> {
  const { portal, newPerson, propertyId, unitId, technician } = fixtures;
  const role = caller === "declined landlord" ? "landlord" : "maintenance";
  const person = await newPerson({ role, propertyIds: [propertyId] });
  const post = async (path: string, body: object) =>
    (await portal.call("POST", `/api/work-orders${path}`, { ...person, body })).json<{ id: number }>();
  const { id } = await post("", {
    title: "Lamp out in the hall",
    description: "The lamp next to the door is out.",
    category: "Electrical",
    location: "Hall",
    priority: "low",
    propertyId: String(propertyId),
    unitId: String(unitId),
  });
  await post(`/${id}/comments`, { text: secretTitle, internal: true });
  const startedAt = portal.clock.now.toISOString();
  portal.clock.now = new Date(portal.clock.now.getTime() + 3_600_000);
  await post(`/${id}/times`, {
    startedAt,
    endedAt: portal.clock.now.toISOString(),
    note: secretTitle,
  });
  const form = multipart({ internal: "true" }, [
    { name: "files", fileName: `${secretTitle}.pdf`, type: "application/pdf", content: smallPdf() },
  ]);
  const withFile = await portal.call("POST", `/api/work-orders/${id}/files`, {
    cookie: person.cookie,
    body: form.body,
    headers: form.headers,
  });
  const fileId = withFile.json<{ files: { id: number }[] }>().files[0]?.id ?? 0;
  const { imageId } = await newPhoto(fixtures, id);
  await portal.db
    .updateTable("work_orders")
    .set({ planned_on: "2100-01-01", estimate_minutes: 45, assignee_id: technician.id })
    .where("id", "=", id)
    .execute();
  await portal.db.updateTable("users").set({ state: states[caller] }).where("id", "=", person.id).execute();
  return { person, params: { id, fileId, imageId } };
}

/** Endpoints of a reported work order, with their status. Staff-only files don't exist for its reporter. */
const onReported: Readonly<Record<string, number>> = {
  "GET /api/work-orders/:id": 200,
  "GET /api/work-orders/:id/history": 200,
  "GET /api/work-orders/:id/verify": 200,
  "GET /api/work-orders/:id/images/:imageId": 200,
  "GET /api/work-orders/:id/files/:fileId": 404,
  "GET /api/work-orders/:id/possible-watchers": 403,
  "GET /api/work-orders/:id/assignees": 403,
  "GET /api/work-orders/:id/teams": 403,
};
/** Tenants can call it, and former staff aren't tenants. */
const forTenants = ["GET /api/dashboard/my-rent"];
const reads = Object.keys(endpointCases).filter((name) => name.startsWith("GET "));

describe.each(callers)("ROLE-17 a %s with a reported work order", (caller) => {
  test.each(reads.filter((name) => !forTenants.includes(name)))(
    "former staff can't read anything for staff from %s",
    async (name) => {
      const { person, params } = reported.get(caller) as Reported;
      const endpointCase = endpointCases[name];
      if (endpointCase === undefined) throw new Error(name);
      const request: ValidRequest = await endpointCase.makeRequest(fixtures);
      const isOwn = name in onReported;
      const { status, body } = await sendRequest(fixtures, name, isOwn ? { ...request, params } : request, {
        cookie: person.cookie,
      });
      const asOthers = statusFor(
        endpointCase,
        caller === "declined landlord" ? "declined" : "pending approval",
      );
      expect(status, body).toBe(isOwn ? onReported[name] : asOthers);
      expect(body).not.toContain(secretTitle);
      expect(body).not.toMatch(/2100-01-01|"estimateMinutes":45/);
    },
  );
});
