import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { extractTexts } from "#domains/documents/server/search/extract-text.ts";
import type { Preferences } from "#domains/notifications/preferences-contract.ts";
import { emailNotifications } from "#domains/notifications/server/email-notifications.ts";
import { sendPushes } from "#domains/notifications/server/send-pushes.ts";
import { webhookEventNames } from "#domains/webhooks/events.ts";
import { buildApp } from "#server/app.ts";
import { openLog } from "#server/log.ts";
import { canSeeNotifiedRecord } from "#server/viewer-rules.ts";
import { documentUpload, smallPdf } from "#test/documents.ts";
import { type EndpointFixtures, startFixtures } from "#test/endpoints/fixtures.ts";
import { sendRequest } from "#test/endpoints/send.ts";
import { type EventStream, openEventStream } from "#test/event-stream.ts";
import { type FakePushService, startFakePushService } from "#test/fake-push-service.ts";
import { multipart } from "#test/form.ts";
import { penStroke, tinyImage } from "#test/images.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { readNotifications } from "#test/notifications.ts";
import { extractPdfText } from "#test/pdf-text.ts";
import { isTorture } from "#test/torture.ts";

/*
 * The texts of one tenant, each with a word of its own, in every call that reads, as everybody else: no answer, file, mail,
 * notification, live event or line of the log has a word that is not for its reader.
 */

/** Every word begins with it, so that one search finds all of them. */
const mark = "zqx";
const orderWords = ["title", "description", "location", "comment", "signer", "filename", "filetext"].map(
  marked,
);
const moneyWords = [
  "reference",
  "payment",
  "notes",
  "proof",
  "proofname",
  "check",
  "note",
  "charge",
  "credit",
].map(marked);
const paperWords = ["papertitle", "papername", "papertext"].map(marked);
const companyWords = ["company", "contact"].map(marked);
const nameWord = marked("name");
const internalWords = ["internal", "stafffile"].map(marked);

const every = [...orderWords, ...moneyWords, ...paperWords, ...companyWords, nameWord, ...internalWords];

function marked(kind: string): string {
  return `${mark}${kind}`;
}

let fixtures: EndpointFixtures;
let receiver: FakePushService;
let records: Record<string, Record<string, number | string>>;
const lines: string[] = [];
const streams = new Map<string, EventStream>();
beforeAll(async () => {
  const started = await startFixtures();
  const log = openLog("trace", { write: (line: string) => void lines.push(line) });
  receiver = startFakePushService({ clock: () => started.portal.clock.now });
  const services = { ...started.portal.services, log, push: receiver.push };
  const app = await buildApp(services, { logger: log });
  fixtures = { ...started, portal: { ...started.portal, app, services } };
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  for (const [name, { cookie }] of Object.entries(outsiders()))
    if (cookie !== undefined) streams.set(name, await openEventStream(address, cookie));
  const { db, clock } = started.portal;
  for (const [name, { cookie }] of Object.entries({ ...outsiders(), landlord: fixtures.landlord }))
    if (cookie !== undefined) await turnOnPush(name, cookie);
  // Mails go to confirmed addresses.
  await db.updateTable("users").set({ email_confirmed_at: clock.now }).execute();
  records = await whatTheTenantHas();
  await extractTexts(services);
  clock.advanceMinutes(30);
  await emailNotifications(services, canSeeNotifiedRecord);
  for (const { id } of await db.selectFrom("push_subscriptions").select("id").execute())
    await sendPushes(services, { subscriptionId: id }, canSeeNotifiedRecord);
  records.outbox = {
    id: await idIn(db.selectFrom("emails").where("text_body", "like", `%${mark}%`).select("id")),
  };
}, 60_000);
afterAll(async () => {
  for (const stream of streams.values()) stream.close();
  await fixtures.portal.app.close();
  await fixtures.portal.close();
});

/** Every topic, on a browser of the person. */
async function turnOnPush(name: string, cookie: string) {
  const { portal } = fixtures;
  const inject = (method: "GET" | "POST" | "PUT", url: string, body?: object) =>
    portal.app.inject({ method, url, headers: { cookie }, ...(body === undefined ? {} : { payload: body }) });
  const browser = receiver.browser(encodeURIComponent(name));
  const turnedOn = await inject("POST", "/api/push-subscriptions", browser);
  expect(turnedOn.statusCode, turnedOn.body).toBe(201);
  const { topics } = (await inject("GET", "/api/notification-preferences")).json<Preferences>();
  for (const { topic } of topics)
    await inject("PUT", "/api/notification-preferences", { topic, byPush: true });
}

const outsiders = (): Record<string, { id?: number; cookie?: string }> => ({
  "another unit's tenant": fixtures.neighbor,
  "a former tenant": fixtures.formerTenant,
  "another property's tenant": fixtures.otherPropertyTenant,
  "pending approval": fixtures.pendingTenant,
  "another property's technician": fixtures.otherTechnician,
  "another landlord": fixtures.otherLandlord,
  "signed out": {},
});

/** Makes the records of the tenant, by the calls of the pages; returns what the paths of the calls need. */
async function whatTheTenantHas() {
  const { portal, admin, tenant, landlord, technician, propertyId, unitId, leaseId } = fixtures;
  const { db } = portal;
  async function made(
    by: { cookie: string },
    method: "POST" | "PATCH",
    url: string,
    sent: { body?: Record<string, unknown> | Buffer; headers?: Record<string, string> },
  ) {
    const { headers = {}, body } = sent;
    const response = await portal.app.inject({
      method,
      url,
      headers: { cookie: by.cookie, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    expect(response.statusCode, `${url}: ${response.body}`).toBeLessThan(300);
    return response.json<{ id: number }>();
  }
  // Its deliveries, which only administrators read, have what the tenant writes.
  const { id: webhookId } = await made(admin, "POST", "/api/webhooks", {
    body: { url: "https://8.8.8.8/hook", events: webhookEventNames },
  });
  const yesterday = new Date(portal.clock.now.getTime() - 86_400_000).toISOString().slice(0, 10);
  await made(tenant, "PATCH", "/api/me", { body: { fullName: `${marked("name")} Tenant` } });
  const photo = {
    name: "images",
    fileName: `${marked("photo")}.png`,
    type: "image/png",
    content: await tinyImage(),
  };
  const { id: orderId } = await made(
    tenant,
    "POST",
    "/api/work-orders",
    multipart(
      {
        ...leakingFaucet,
        title: `Tap ${marked("title")}`,
        description: `It drips ${marked("description")}`,
        location: marked("location"),
      },
      [photo],
    ),
  );
  const order = `/api/work-orders/${orderId}`;
  await made(tenant, "POST", `${order}/comments`, { body: { text: marked("comment") } });
  await made(landlord, "POST", `${order}/comments`, { body: { text: marked("internal"), internal: true } });
  const file = (word: string, text: string) =>
    multipart({}, [
      { name: "files", fileName: `${word}.pdf`, type: "application/pdf", content: smallPdf(text) },
    ]);
  await made(tenant, "POST", `${order}/files`, file(marked("filename"), marked("filetext")));
  await made(landlord, "POST", `${order}/files`, file(marked("stafffile"), "For staff only"));
  await made(technician, "POST", `${order}/comments`, { body: { text: "We come at nine." } });
  await made(tenant, "POST", `${order}/signature`, {
    body: { signature: await penStroke(), signedByName: marked("signer") },
  });
  await made(landlord, "PATCH", `${order}/status`, { body: { status: "in_progress" } });
  const { id: documentId } = await made(
    tenant,
    "POST",
    "/api/documents",
    documentUpload({
      fields: { title: marked("papertitle"), type: "Insurance", buildingId: propertyId },
      fileName: `${marked("papername")}.pdf`,
      content: smallPdf(`A paper about ${marked("papertext")}`),
    }),
  );
  const { confirmation } = (await made(tenant, "POST", "/api/manual-payment-confirmations", {
    body: {
      amount: 10,
      description: marked("payment"),
      method: "zelle",
      transactionId: marked("reference"),
      paymentDate: yesterday,
      notes: marked("notes"),
      leaseId,
    },
  })) as unknown as { confirmation: { id: number } };
  await made(
    tenant,
    "POST",
    `/api/manual-payment-confirmations/${confirmation.id}/proof`,
    multipart({}, [
      {
        name: "proof",
        fileName: `${marked("proofname")}.pdf`,
        type: "application/pdf",
        content: smallPdf(marked("proof")),
      },
    ]),
  );
  const lease = `/api/leases/${leaseId}`;
  await made(landlord, "POST", `${lease}/charges`, {
    body: { kind: "other", label: marked("charge"), amountCents: 2_500, dueOn: yesterday },
  });
  await made(landlord, "POST", `${lease}/credits`, {
    body: { kind: "rent", amountCents: 100, reason: marked("credit") },
  });
  const { entryId } = (await made(landlord, "POST", `${lease}/payments`, {
    body: {
      amountCents: 1_000,
      onDay: yesterday,
      method: "check",
      reference: marked("check"),
      note: marked("note"),
    },
  })) as unknown as { entryId: number };
  const { id: refundId } = await made(landlord, "POST", `/api/payments/${entryId}/refunds`, {
    body: { amountCents: 100, reason: "Paid by mistake" },
  });
  const { company_id: companyId } = await db
    .selectFrom("leases")
    .select("company_id")
    .where("id", "=", leaseId)
    .executeTakeFirstOrThrow();
  await made(landlord, "PATCH", `/api/companies/${companyId}`, {
    body: { name: marked("company"), contactEmail: `${marked("contact")}@example.com` },
  });
  const picture = await idIn(
    db.selectFrom("work_order_images").where("work_order_id", "=", orderId).select("id"),
  );
  const fileId = await idIn(
    db
      .selectFrom("work_order_files")
      .where("work_order_id", "=", orderId)
      .where("internal", "=", false)
      .select("id"),
  );
  const signature = await idIn(
    db.selectFrom("work_order_signatures").where("work_order_id", "=", orderId).select("id"),
  );
  const member = await idIn(db.selectFrom("lease_members").where("lease_id", "=", leaseId).select("id"));
  return {
    "work-orders": {
      id: orderId,
      imageId: picture,
      fileId,
      signatureId: signature,
    },
    documents: { id: documentId, number: 1 },
    payments: { id: entryId, refundId },
    "manual-payment-confirmations": { id: confirmation.id },
    leases: { id: leaseId, memberId: member },
    companies: { id: companyId },
    properties: { id: propertyId },
    units: { id: unitId },
    users: { id: tenant.id },
    imports: { id: 1, file: "units.csv" },
    webhooks: { id: webhookId },
    outbox: { id: 0 },
  };
}

const idIn = async (query: { executeTakeFirstOrThrow: () => Promise<{ id: number }> }) =>
  (await query.executeTakeFirstOrThrow()).id;

/** Every answer that reading gives this person: each call plain, for the tenant's records, and where it searches, for each word. */
async function everythingReadBy(cookie: string | undefined, searches = [mark]) {
  const answers: { about: string; text: string }[] = [];
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  for (const { method, path, query, responseKind } of fixtures.portal.app.endpoints) {
    if (method !== "GET" || responseKind === "events") continue;
    const area = path.split("/")[2] ?? "";
    const params = records[area] ?? {};
    const missing = [...path.matchAll(/:(\w+)/g)].filter(([, name = ""]) => params[name] === undefined);
    expect(missing, `${path} needs a record of the tenant in this test`).toEqual([]);
    const fields = Object.keys((query as { shape?: object } | undefined)?.shape ?? {});
    const queries = ["", ...(fields.includes("q") ? searches.map((word) => `?q=${word}`) : [])];
    if (fields.includes("leaseId")) queries.push(`?leaseId=${fixtures.leaseId}`);
    if (fields.includes("propertyId")) queries.push(`?propertyId=${fixtures.propertyId}`);
    if (path === "/api/search/records")
      queries.splice(
        0,
        1,
        `?records=work-order-${records["work-orders"]?.id},person-${fixtures.tenant.id},document-${records.documents?.id},lease-${fixtures.leaseId}`,
      );
    for (const one of queries) {
      const answer = await sendRequest(fixtures, `GET ${path}`, { params, query: one }, headers);
      const isPdf = answer.headers["content-type"] === "application/pdf";
      const text = isPdf
        ? answer.bytes.toString("latin1") + extractPdfText(answer.bytes).join("\n")
        : answer.body;
      answers.push({ about: `GET ${path}${one}`, text: JSON.stringify(answer.headers) + text });
    }
  }
  return answers;
}

const found = (words: readonly string[], answers: { about: string; text: string }[]) =>
  answers.flatMap(({ about, text }) => {
    const seen = words.filter((word) => text.toLowerCase().includes(word));
    return seen.length === 0 ? [] : [`${about}: ${seen.join(", ")}`];
  });

/** Every call as each person takes a while on a busy machine. */
const timeout = isTorture ? 7_200_000 : 120_000;

/** A search finds words by their beginning; the long run also searches for each as a whole. */
const searched = (words: readonly string[]) => (isTorture ? [mark, ...words] : [mark]);

test(
  "every word reaches those who may read it, so that it would be noticed elsewhere",
  async () => {
    const [own, managers] = [
      await everythingReadBy(fixtures.tenant.cookie),
      await everythingReadBy(fixtures.landlord.cookie),
    ];
    const emails = await everythingReadBy(fixtures.admin.cookie);
    expect(
      found(
        orderWords,
        emails.filter(({ about }) => about.startsWith("GET /api/outbox/")),
      ),
    ).not.toEqual([]);
    const seen = (answers: typeof own) => every.filter((word) => found([word], answers).length > 0);
    expect(seen([...own, ...managers])).toEqual(every);
    expect(JSON.stringify(await toldTo(fixtures.landlord.id))).toContain(mark);
    expect(JSON.stringify(receiver.received("landlord"))).toContain(mark);
    expect(found(internalWords, own)).toEqual([]);
  },
  timeout,
);

test(
  "no answer to anybody else has a word of the tenant, whatever they read or search for",
  async () => {
    for (const [name, { cookie }] of Object.entries(outsiders()))
      expect({ [name]: found(every, await everythingReadBy(cookie, searched(every))) }).toEqual({
        [name]: [],
      });
  },
  timeout,
);

test(
  "a technician of the building reads the order, in My Day whom to call there, and no word about money or papers",
  async () => {
    const answers = await everythingReadBy(
      fixtures.technician.cookie,
      searched([...moneyWords, ...paperWords]),
    );
    expect(found([marked("title")], answers)).not.toEqual([]);
    expect(found([...moneyWords, ...paperWords], answers)).toEqual([]);
    expect(found(companyWords, answers)).toEqual([`GET /api/my-day: ${companyWords.join(", ")}`]);
  },
  timeout,
);

async function toldTo(id: number) {
  const { db } = fixtures.portal;
  const emails = await db.selectFrom("emails").selectAll().where("to_user_id", "=", id).execute();
  return { emails, notifications: await readNotifications(db, id) };
}

test(
  "no notification, mail, push, live event or line of the log has a word for somebody else",
  async () => {
    for (const [name, { id }] of Object.entries(outsiders())) {
      if (id === undefined) continue;
      const told = {
        ...(await toldTo(id)),
        events: streams.get(name)?.events,
        pushes: receiver.received(encodeURIComponent(name)),
      };
      expect({ [name]: every.filter((word) => JSON.stringify(told).includes(word)) }).toEqual({ [name]: [] });
    }
    const log = lines.filter((line) => !line.includes("?q="));
    expect(log.length).toBeGreaterThan(100);
    expect(every.filter((word) => log.some((line) => line.includes(word)))).toEqual([]);
  },
  timeout,
);
