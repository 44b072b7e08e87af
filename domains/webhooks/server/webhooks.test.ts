import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { actionWords } from "#domains/audit/actions.ts";
import { actionTypes } from "#domains/work-orders/contract.ts";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { leakingTap } from "#test/leaking-tap.ts";
import { signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { waitingForLock } from "#test/waiting-for-lock.ts";
import { workUntil } from "#test/work-until.ts";
import type { Delivery, Webhook } from "../contract.ts";
import { pausesSeconds, triesMax, webhookEventNames } from "../events.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { addressFor } from "./reachable.ts";

interface Received {
  headers: IncomingMessage["headers"];
  body: string;
}

/** A receiver on this machine. */
let receiver: Server;
let received: Received[] = [];
let answer: { status: number; body?: string; headers?: Record<string, string> } = { status: 200 };
let url: string;
let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding({ WEBHOOK_NETWORKS: "127.0.0.0/8, ::1" }));
  receiver = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answer.status, answer.headers).end(answer.body ?? "thank you");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.close();
  await portal.close();
});
afterEach(async () => {
  received = [];
  answer = { status: 200 };
  await portal.db.deleteFrom("webhooks").execute();
});

/** With a new session, as some tests move the clock by days. */
const cookieOf = (person: { id: number }) => signInAs(portal.db, person, portal.clock.now);
const as = async (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) =>
  portal.call(method, path, {
    cookie: await cookieOf(building.admin),
    ...(body === undefined ? {} : { body }),
    headers,
  });
const add = async (facts: object = {}) => {
  const response = await as("POST", "/api/webhooks", { url, events: ["work-order.created"], ...facts });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Webhook & { secret: string }>();
};
const read = async (id: number) => (await as("GET", `/api/webhooks/${id}`)).json<Webhook>();
const report = async () => {
  const form = multipart({ ...leakingTap, propertyId: String(building.propertyId) }, []);
  const response = await portal.call("POST", "/api/work-orders", {
    cookie: await cookieOf(building.landlord),
    headers: form.headers,
    body: form.body,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ id: number }>().id;
};
const deliveriesOf = async (webhookId: number) =>
  (await as("GET", `/api/webhook-deliveries?webhookId=${webhookId}`)).json<Delivery[]>();
/** Makes the next try of each open delivery, as the job does. */
const tryAll = async (webhookId: number) => {
  for (const { id } of await deliveriesOf(webhookId))
    await deliverWebhook(portal.services, { deliveryId: id });
  return deliveriesOf(webhookId);
};

test("every event is an entry of the audit log or of the activity of a work order, of which none is left out", () => {
  const ofOrders = actionTypes.map((type) => `work-order.${type.replaceAll("_", "-")}`);
  const others = webhookEventNames.filter((name) => !name.startsWith("work-order."));
  expect(webhookEventNames.filter((name) => name.startsWith("work-order.")).sort()).toEqual(ofOrders.sort());
  expect(others.filter((name) => actionWords[name] === undefined)).toEqual([]);
});

describe("a webhook", () => {
  test("is told of its events by a job after the commit, signed, with ids and what the log says", async () => {
    const { id, secret } = await add({ events: ["work-order.created", "work-order.comment-added"] });
    const order = await report();
    await as("POST", `/api/work-orders/${order}/comments`, { text: "We come at nine.", internal: true });
    await as("PATCH", `/api/work-orders/${order}/status`, { status: "completed" });
    await workUntil(portal, async () => (await deliveriesOf(id)).every(({ state }) => state === "delivered"));
    expect(received).toHaveLength(2);
    const [created, comment] = received.map(({ body }) => JSON.parse(body));
    expect(created).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      kind: "work-order.created",
      at: expect.any(String),
      subject: { kind: "work-order", id: String(order) },
      propertyId: building.propertyId,
      by: { id: building.landlord.id, fullName: building.landlord.fullName },
      details: { photos: 0, contentHash: expect.any(String), internal: false },
    });
    expect(comment.details).toEqual({ text: "We come at nine.", internal: true });
    const { headers, body } = received[0] as Received;
    expect(headers["portal-event-id"]).toBe(created.id);
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["portal-signature"])) ?? [];
    expect(signature).toBe(createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"));
    expect((await deliveriesOf(id))[0]).toMatchObject({
      state: "delivered",
      tries: 1,
      responseStatus: 200,
      responseStart: "thank you",
      problem: null,
      durationMs: expect.any(Number),
    });
  });

  test("is told nothing of a change that is rolled back, nor of other events, nor while it is paused", async () => {
    const { id, version } = await add({ events: ["property.created"] });
    const facts = {
      name: "Mill House",
      address: "3 Mill Street",
      city: "Seattle",
      state: "WA",
      zip: "98101",
    };
    const create = () =>
      as(
        "POST",
        "/api/properties",
        { ...facts, country: "USA", type: "multi" },
        { "idempotency-key": "once" },
      );
    expect((await create()).statusCode).toBe(201);
    expect((await create()).statusCode).toBe(201);
    expect((await as("POST", "/api/properties", { ...facts, name: "" })).statusCode).toBe(400);
    await report();
    expect((await deliveriesOf(id)).map(({ kind }) => kind)).toEqual(["property.created"]);
    const paused = await as(
      "PATCH",
      `/api/webhooks/${id}`,
      { state: "paused" },
      { "if-match": `"${version}"` },
    );
    expect(paused.json<Webhook>().state).toBe("paused");
    expect(
      (await as("POST", "/api/properties", { ...facts, country: "USA", type: "multi" })).statusCode,
    ).toBe(201);
    expect(await deliveriesOf(id)).toHaveLength(1);
    expect((await as("POST", `/api/webhooks/${id}/test`)).statusCode).toBe(409);
  });

  test("that is deleted meanwhile fails nobody's change", async () => {
    const { id } = await add();
    const { reporting } = await portal.db.transaction().execute(async (deleting) => {
      await deleting.deleteFrom("webhooks").where("id", "=", id).execute();
      const begun = report();
      await expect.poll(() => waitingForLock(portal.db)).toBe(1);
      return { reporting: begun };
    });
    expect(await reporting).toEqual(expect.any(Number));
  });

  test("a test of one that is deleted meanwhile finds none", async () => {
    const { id } = await add();
    const { testing } = await portal.db.transaction().execute(async (deleting) => {
      await deleting.deleteFrom("webhooks").where("id", "=", id).execute();
      const begun = as("POST", `/api/webhooks/${id}/test`);
      await expect.poll(() => waitingForLock(portal.db)).toBe(1);
      return { testing: begun };
    });
    expect((await testing).statusCode).toBe(404);
  });

  test("is told once of what is in both logs", async () => {
    const { id } = await add({ events: webhookEventNames });
    const order = await report();
    expect((await as("DELETE", `/api/work-orders/${order}`)).statusCode).toBe(200);
    expect((await deliveriesOf(id)).map(({ kind }) => kind)).toEqual([
      "work-order.deleted",
      "work-order.created",
    ]);
  });

  test("keeps its secret: shown once, stored encrypted, in no list and no log; a new one replaces it at once", async () => {
    const { id, secret } = await add();
    expect(secret).toMatch(/^whsec_[0-9a-f]{48}$/);
    const stored = await portal.db
      .selectFrom("webhooks")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(stored.secret.includes(secret)).toBe(false);
    const { secret: next } = (await as("POST", `/api/webhooks/${id}/rotate-secret`)).json<{
      secret: string;
    }>();
    expect(next).not.toBe(secret);
    await as("POST", `/api/webhooks/${id}/test`);
    await tryAll(id);
    const { headers, body } = received[0] as Received;
    const [, seconds, signature] = /^t=(\d+),v1=(.*)$/.exec(String(headers["portal-signature"])) ?? [];
    expect(signature).toBe(createHmac("sha256", next).update(`${seconds}.${body}`).digest("hex"));
    for (const path of ["/api/webhooks", `/api/webhooks/${id}`, "/api/webhook-deliveries", "/api/audit"])
      expect((await as("GET", path)).body).not.toContain("whsec_");
  });

  test("a change of an old version is refused", async () => {
    const { id } = await add();
    const change = (version: number) =>
      as("PATCH", `/api/webhooks/${id}`, { events: ["lease.ended"] }, { "if-match": `"${version}"` });
    expect((await change(1)).json()).toMatchObject({ events: ["lease.ended"], version: 2 });
    expect((await change(1)).statusCode).toBe(409);
    expect((await as("DELETE", `/api/webhooks/${id}`)).statusCode).toBe(200);
    expect((await as("GET", `/api/webhooks/${id}`)).statusCode).toBe(404);
  });
});

describe("a failed delivery", () => {
  test.each([
    [500, "The answer was 500."],
    [404, "The answer was 404."],
    [302, "The answer was 302."],
  ])("is one answered by %i; a redirect is not followed", async (status, problem) => {
    const { id } = await add();
    await report();
    answer = { status, headers: { location: url }, body: "x".repeat(2_000) };
    const [delivery] = await tryAll(id);
    expect(delivery).toMatchObject({ state: "retrying", tries: 1, responseStatus: status, problem });
    expect(delivery?.responseStart).toHaveLength(500);
    expect(received).toHaveLength(1);
  });

  test("is tried eight times with growing pauses, then given up, and sent again by hand with the same event id", async () => {
    const { id } = await add();
    await report();
    answer = { status: 503 };
    const pauses: number[] = [];
    for (let number = 1; number < triesMax; number += 1) {
      const [delivery] = await tryAll(id);
      pauses.push((Date.parse(delivery?.nextTryAt ?? "") - portal.clock.now.getTime()) / 1000);
    }
    expect(pauses).toEqual([...pausesSeconds]);
    expect((await tryAll(id))[0]).toMatchObject({ state: "failed", tries: triesMax, nextTryAt: null });
    await tryAll(id);
    expect(received).toHaveLength(triesMax);
    expect((await read(id)).failingSince).toBe(portal.clock.now.toISOString());
    answer = { status: 204, body: "" };
    const [failed] = await deliveriesOf(id);
    const replayed = await as("POST", `/api/webhook-deliveries/${failed?.id}/replay`);
    expect(replayed.json<Delivery>()).toMatchObject({ state: "waiting", tries: 0 });
    expect((await tryAll(id))[0]).toMatchObject({ state: "delivered", tries: 1, responseStatus: 204 });
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect((await read(id)).failingSince).toBeNull();
  });

  test("pauses the webhook after three days without a success, and the administrators are told", async () => {
    const { id } = await add();
    await report();
    answer = { status: 500 };
    await tryAll(id);
    portal.clock.forwardMinutes(3 * 24 * 60 - 1);
    await tryAll(id);
    expect((await read(id)).state).toBe("active");
    portal.clock.forwardMinutes(1);
    await tryAll(id);
    expect(await read(id)).toMatchObject({
      state: "paused",
      pausedBecause: "Nothing could be delivered for 3 days.",
    });
    const notified = await portal.db
      .selectFrom("notifications")
      .select(["user_id", "link", "particulars"])
      .where("kind", "=", "webhook.paused")
      .execute();
    expect(notified).toEqual([
      {
        user_id: building.admin.id,
        link: `/webhooks/${id}`,
        particulars: { host: new URL(url).host, days: 3 },
      },
    ]);
    const resumed = await as("PATCH", `/api/webhooks/${id}`, { state: "active" });
    expect(resumed.json<Webhook>()).toMatchObject({
      state: "active",
      pausedBecause: null,
      failingSince: null,
    });
  });

  test("is kept for 30 days", async () => {
    const { id } = await add();
    await report();
    portal.clock.forwardMinutes(30 * 24 * 60 - 1);
    await sweepExpired(portal.services);
    const kept = await portal.db.selectFrom("webhook_deliveries").select("webhook_id").execute();
    expect(kept).toEqual([{ webhook_id: id }]);
    portal.clock.forwardMinutes(2);
    await sweepExpired(portal.services);
    expect(await portal.db.selectFrom("webhook_deliveries").select("id").execute()).toEqual([]);
    portal.clock.forwardMinutes(-30 * 24 * 60 - 1);
  });
});

describe("addresses that the portal does not call", () => {
  test.each([
    "https://127.0.0.1/",
    "https://localhost/",
    "https://[::1]/",
    "https://10.1.2.3/",
    "https://172.31.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.100.100.200/",
    "https://0.0.0.0/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[2001:db8::1]/",
  ])("%s is on a private or reserved network", async (address) => {
    await expect(addressFor(new URL(address), [])).rejects.toThrow(
      "Addresses of private networks and of this machine are not called.",
    );
  });

  test("public ones are, by https only; those of WEBHOOK_NETWORKS also without", async () => {
    const found = { address: "8.8.8.8", family: 4 };
    expect(await addressFor(new URL("https://8.8.8.8/"), [])).toEqual(found);
    await expect(addressFor(new URL("http://8.8.8.8/"), [])).rejects.toThrow("must begin with https://");
    expect(await addressFor(new URL("http://10.1.2.3/"), ["10.0.0.0/8"])).toEqual({
      address: "10.1.2.3",
      family: 4,
    });
    expect(await addressFor(new URL("https://[2606:4700::1111]/"), [])).toMatchObject({ family: 6 });
  });

  test.each([
    ["a private address", "https://10.0.0.8/"],
    ["http", "http://8.8.8.8/"],
    ["a name and password", "https://me:secret@8.8.8.8/"],
    ["another protocol", "ftp://8.8.8.8/"],
    ["no address", "hello"],
  ])("%s is refused when it is saved", async (_, address) => {
    const response = await as("POST", "/api/webhooks", { url: address, events: ["lease.ended"] });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual(["url"]);
  });

  test("and checked again by the connection, e.g. when a name points elsewhere by then", async () => {
    const { id } = await add();
    await report();
    portal.services.config.webhookNetworks = [];
    const [delivery] = await tryAll(id);
    portal.services.config.webhookNetworks = ["127.0.0.0/8"];
    expect(delivery).toMatchObject({
      state: "retrying",
      responseStatus: null,
      problem: "Addresses of private networks and of this machine are not called.",
    });
    expect(received).toEqual([]);
  });
});
