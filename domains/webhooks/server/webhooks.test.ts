import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { actionWords } from "#domains/audit/actions.ts";
import { actionTypes } from "#domains/work-orders/contract.ts";
import { sweepExpired } from "#server/jobs/sweep-expired.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { countLockWaits } from "#test/lock-waits.ts";
import { signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import type { Delivery, Webhook } from "../contract.ts";
import { maxAttempts, retryDelaysSeconds, webhookEventNames } from "../events.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { resolveAddress } from "./resolve-address.ts";

interface Received {
  headers: IncomingMessage["headers"];
  body: string;
}

/** A receiver on this machine. */
let receiver: Server;
let received: Received[] = [];
let receiverResponse: { status: number; body?: string; headers?: Record<string, string> } = { status: 200 };
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
      response
        .writeHead(receiverResponse.status, receiverResponse.headers)
        .end(receiverResponse.body ?? "thank you");
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
  receiverResponse = { status: 200 };
  await portal.db.deleteFrom("webhooks").execute();
});

/** Uses a new session because some tests move the clock by days. */
const signIn = (person: { id: number }) => signInAs(portal.db, person, portal.clock.now);
const callAsAdmin = async (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) =>
  portal.call(method, path, {
    cookie: await signIn(building.admin),
    ...(body === undefined ? {} : { body }),
    headers,
  });
const addWebhook = async (input: object = {}) => {
  const response = await callAsAdmin("POST", "/api/webhooks", {
    url,
    events: ["work-order.created"],
    ...input,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Webhook & { secret: string }>();
};
const read = async (id: number) => (await callAsAdmin("GET", `/api/webhooks/${id}`)).json<Webhook>();
const reportProblem = async () => {
  const form = multipart({ ...leakingFaucet, propertyId: String(building.propertyId) }, []);
  const response = await portal.call("POST", "/api/work-orders", {
    cookie: await signIn(building.landlord),
    headers: form.headers,
    body: form.body,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ id: number }>().id;
};
const findDeliveries = async (webhookId: number) =>
  (await callAsAdmin("GET", `/api/webhook-deliveries?webhookId=${webhookId}`)).json<Delivery[]>();
/** Makes the next attempt of each open delivery, as the job does. */
const attemptAll = async (webhookId: number) => {
  for (const { id } of await findDeliveries(webhookId))
    await deliverWebhook(portal.services, { deliveryId: id });
  return findDeliveries(webhookId);
};

test("every webhook event has an audit log or work order activity entry, and every work order activity has an event", () => {
  const workOrderEvents = actionTypes.map((type) => `work-order.${type.replaceAll("_", "-")}`);
  const otherEvents = webhookEventNames.filter((name) => !name.startsWith("work-order."));
  expect(webhookEventNames.filter((name) => name.startsWith("work-order.")).sort()).toEqual(
    workOrderEvents.sort(),
  );
  expect(otherEvents.filter((name) => !Object.hasOwn(actionWords, name))).toEqual([]);
});

describe("webhooks", () => {
  test("a webhook receives its events from a job after the commit, signed, with ids and the log details", async () => {
    const { id, secret } = await addWebhook({ events: ["work-order.created", "work-order.comment-added"] });
    const order = await reportProblem();
    await callAsAdmin("POST", `/api/work-orders/${order}/comments`, {
      text: "We come at nine.",
      internal: true,
    });
    await callAsAdmin("PATCH", `/api/work-orders/${order}/status`, { status: "completed" });
    await runJobsUntil(portal, async () =>
      (await findDeliveries(id)).every(({ state }) => state === "delivered"),
    );
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
    expect((await findDeliveries(id))[0]).toMatchObject({
      state: "delivered",
      attempts: 1,
      responseStatus: 200,
      responseStart: "thank you",
      problem: null,
      durationMs: expect.any(Number),
    });
  });

  test("a webhook receives only committed changes for its selected events, and nothing while it's paused", async () => {
    const { id, version } = await addWebhook({ events: ["property.created"] });
    const input = {
      name: "Mill House",
      address: "3 Mill Street",
      city: "Seattle",
      state: "WA",
      zip: "98101",
    };
    const create = () =>
      callAsAdmin(
        "POST",
        "/api/properties",
        { ...input, country: "USA", type: "multi" },
        { "idempotency-key": "once" },
      );
    expect((await create()).statusCode).toBe(201);
    expect((await create()).statusCode).toBe(201);
    expect((await callAsAdmin("POST", "/api/properties", { ...input, name: "" })).statusCode).toBe(400);
    await reportProblem();
    expect((await findDeliveries(id)).map(({ kind }) => kind)).toEqual(["property.created"]);
    const paused = await callAsAdmin(
      "PATCH",
      `/api/webhooks/${id}`,
      { state: "paused" },
      { "if-match": `"${version}"` },
    );
    expect(paused.json<Webhook>().state).toBe("paused");
    expect(
      (await callAsAdmin("POST", "/api/properties", { ...input, country: "USA", type: "multi" })).statusCode,
    ).toBe(201);
    expect(await findDeliveries(id)).toHaveLength(1);
    expect((await callAsAdmin("POST", `/api/webhooks/${id}/test`)).statusCode).toBe(409);
  });

  test("deleting a webhook during a change doesn't fail the change", async () => {
    const { id } = await addWebhook();
    const { reporting } = await portal.db.transaction().execute(async (deleting) => {
      await deleting.deleteFrom("webhooks").where("id", "=", id).execute();
      const pendingRequest = reportProblem();
      await expect.poll(() => countLockWaits(portal.db)).toBe(1);
      return { reporting: pendingRequest };
    });
    expect(await reporting).toEqual(expect.any(Number));
  });

  test("testing a webhook that is being deleted returns 404", async () => {
    const { id } = await addWebhook();
    const { testing } = await portal.db.transaction().execute(async (deleting) => {
      await deleting.deleteFrom("webhooks").where("id", "=", id).execute();
      const pendingRequest = callAsAdmin("POST", `/api/webhooks/${id}/test`);
      await expect.poll(() => countLockWaits(portal.db)).toBe(1);
      return { testing: pendingRequest };
    });
    expect((await testing).statusCode).toBe(404);
  });

  test("a webhook receives an event once, even if both logs contain it", async () => {
    const { id } = await addWebhook({ events: webhookEventNames });
    const order = await reportProblem();
    expect((await callAsAdmin("DELETE", `/api/work-orders/${order}`)).statusCode).toBe(200);
    expect((await findDeliveries(id)).map(({ kind }) => kind)).toEqual([
      "work-order.deleted",
      "work-order.created",
    ]);
  });

  test("a webhook's secret is shown only once, stored encrypted, and replaced immediately by a new secret", async () => {
    const { id, secret } = await addWebhook();
    expect(secret).toMatch(/^whsec_[0-9a-f]{48}$/);
    const stored = await portal.db
      .selectFrom("webhooks")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(stored.secret.includes(secret)).toBe(false);
    const { secret: next } = (await callAsAdmin("POST", `/api/webhooks/${id}/rotate-secret`)).json<{
      secret: string;
    }>();
    expect(next).not.toBe(secret);
    await callAsAdmin("POST", `/api/webhooks/${id}/test`);
    await attemptAll(id);
    const { headers, body } = received[0] as Received;
    const [, seconds, signature] = /^t=(\d+),v1=(.*)$/.exec(String(headers["portal-signature"])) ?? [];
    expect(signature).toBe(createHmac("sha256", next).update(`${seconds}.${body}`).digest("hex"));
    for (const path of ["/api/webhooks", `/api/webhooks/${id}`, "/api/webhook-deliveries", "/api/audit"])
      expect((await callAsAdmin("GET", path)).body).not.toContain("whsec_");
  });

  test("a webhook edit based on an outdated version is rejected", async () => {
    const { id } = await addWebhook();
    const change = (version: number) =>
      callAsAdmin(
        "PATCH",
        `/api/webhooks/${id}`,
        { events: ["lease.ended"] },
        { "if-match": `"${version}"` },
      );
    expect((await change(1)).json()).toMatchObject({ events: ["lease.ended"], version: 2 });
    expect((await change(1)).statusCode).toBe(409);
    expect((await callAsAdmin("DELETE", `/api/webhooks/${id}`)).statusCode).toBe(200);
    expect((await callAsAdmin("GET", `/api/webhooks/${id}`)).statusCode).toBe(404);
  });
});

describe("failed deliveries", () => {
  test.each([
    [500, "The response was 500."],
    [404, "The response was 404."],
    [302, "The response was 302."],
  ])("a response of %i is a failed delivery, and redirects are not followed", async (status, problem) => {
    const { id } = await addWebhook();
    await reportProblem();
    receiverResponse = { status, headers: { location: url }, body: "x".repeat(2_000) };
    const [delivery] = await attemptAll(id);
    expect(delivery).toMatchObject({ state: "retrying", attempts: 1, responseStatus: status, problem });
    expect(delivery?.responseStart).toHaveLength(500);
    expect(received).toHaveLength(1);
  });

  test("a delivery is attempted eight times with growing delays before it fails, and can be resent with the same event id", async () => {
    const { id } = await addWebhook();
    await reportProblem();
    receiverResponse = { status: 503 };
    const pauses: number[] = [];
    for (let number = 1; number < maxAttempts; number += 1) {
      const [delivery] = await attemptAll(id);
      pauses.push((Date.parse(delivery?.nextAttemptAt ?? "") - portal.clock.now.getTime()) / 1000);
    }
    expect(pauses).toEqual([...retryDelaysSeconds]);
    expect((await attemptAll(id))[0]).toMatchObject({
      state: "failed",
      attempts: maxAttempts,
      nextAttemptAt: null,
    });
    await attemptAll(id);
    expect(received).toHaveLength(maxAttempts);
    expect((await read(id)).failingSince).toBe(portal.clock.now.toISOString());
    receiverResponse = { status: 204, body: "" };
    const [failed] = await findDeliveries(id);
    const replayed = await callAsAdmin("POST", `/api/webhook-deliveries/${failed?.id}/replay`);
    expect(replayed.json<Delivery>()).toMatchObject({ state: "waiting", attempts: 0 });
    expect((await attemptAll(id))[0]).toMatchObject({ state: "delivered", attempts: 1, responseStatus: 204 });
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect((await read(id)).failingSince).toBeNull();
  });

  test("a webhook is paused after three days without a successful delivery, and administrators are notified", async () => {
    const { id } = await addWebhook();
    await reportProblem();
    receiverResponse = { status: 500 };
    await attemptAll(id);
    portal.clock.advanceMinutes(3 * 24 * 60 - 1);
    await attemptAll(id);
    expect((await read(id)).state).toBe("active");
    portal.clock.advanceMinutes(1);
    await attemptAll(id);
    expect(await read(id)).toMatchObject({
      state: "paused",
      pauseReason: "No deliveries succeeded for 3 days.",
    });
    const notified = await portal.db
      .selectFrom("notifications")
      .select(["user_id", "link", "details"])
      .where("kind", "=", "webhook.paused")
      .execute();
    expect(notified).toEqual([
      {
        user_id: building.admin.id,
        link: `/webhooks/${id}`,
        details: { host: new URL(url).host, days: 3 },
      },
    ]);
    const resumed = await callAsAdmin("PATCH", `/api/webhooks/${id}`, { state: "active" });
    expect(resumed.json<Webhook>()).toMatchObject({
      state: "active",
      pauseReason: null,
      failingSince: null,
    });
  });

  test("webhook deliveries are stored for 30 days", async () => {
    const { id } = await addWebhook();
    await reportProblem();
    portal.clock.advanceMinutes(30 * 24 * 60 - 1);
    await sweepExpired(portal.services);
    const stored = await portal.db.selectFrom("webhook_deliveries").select("webhook_id").execute();
    expect(stored).toEqual([{ webhook_id: id }]);
    portal.clock.advanceMinutes(2);
    await sweepExpired(portal.services);
    expect(await portal.db.selectFrom("webhook_deliveries").select("id").execute()).toEqual([]);
    portal.clock.advanceMinutes(-30 * 24 * 60 - 1);
  });
});

describe("addresses that the portal doesn't call", () => {
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
  ])("a webhook to %s is rejected as a private or reserved network", async (address) => {
    await expect(resolveAddress(new URL(address), [])).rejects.toThrow(
      "Private network and local addresses aren't allowed.",
    );
  });

  test("webhooks can use public addresses over https, and addresses in WEBHOOK_NETWORKS over http too", async () => {
    const expected = { address: "8.8.8.8", family: 4 };
    expect(await resolveAddress(new URL("https://8.8.8.8/"), [])).toEqual(expected);
    await expect(resolveAddress(new URL("http://8.8.8.8/"), [])).rejects.toThrow("must start with https://");
    expect(await resolveAddress(new URL("http://10.1.2.3/"), ["10.0.0.0/8"])).toEqual({
      address: "10.1.2.3",
      family: 4,
    });
    expect(await resolveAddress(new URL("https://[2606:4700::1111]/"), [])).toMatchObject({ family: 6 });
  });

  test("webhook ports below 1024 are rejected, except for 443 and addresses in WEBHOOK_NETWORKS", async () => {
    for (const port of [22, 25, 80, 1023])
      await expect(resolveAddress(new URL(`https://8.8.8.8:${port}/`), [])).rejects.toThrow(
        "Use port 443, or a port from 1024 up.",
      );
    for (const port of [443, 1024, 8443])
      expect(await resolveAddress(new URL(`https://8.8.8.8:${port}/`), [])).toMatchObject({ family: 4 });
    expect(await resolveAddress(new URL("http://10.1.2.3:80/"), ["10.0.0.0/8"])).toMatchObject({ family: 4 });
    expect(await resolveAddress(new URL("http://10.1.2.3:81/"), ["10.0.0.0/8"])).toMatchObject({ family: 4 });
  });

  test.each([
    ["a private address", "https://10.0.0.8/"],
    ["http", "http://8.8.8.8/"],
    ["a username and password", "https://me:secret@8.8.8.8/"],
    ["another protocol", "ftp://8.8.8.8/"],
    ["no URL", "hello"],
  ])("saving a webhook with %s is rejected", async (_, address) => {
    const response = await callAsAdmin("POST", "/api/webhooks", { url: address, events: ["lease.ended"] });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual(["url"]);
  });

  test("each connection checks the webhook's address again, in case the hostname now points elsewhere", async () => {
    const { id } = await addWebhook();
    await reportProblem();
    portal.services.config.webhookNetworks = [];
    const [delivery] = await attemptAll(id);
    portal.services.config.webhookNetworks = ["127.0.0.0/8"];
    expect(delivery).toMatchObject({
      state: "retrying",
      responseStatus: null,
      problem: "Private network and local addresses aren't allowed.",
    });
    expect(received).toEqual([]);
  });
});
