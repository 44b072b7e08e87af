import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { extractTexts } from "#domains/documents/server/search/extract-text.ts";
import type { Preferences } from "#domains/notifications/preferences-contract.ts";
import { emailNotifications } from "#domains/notifications/server/email-notifications.ts";
import { sendPushes } from "#domains/notifications/server/send-pushes.ts";
import { reportNames } from "#domains/reports/reports.ts";
import { webhookEventNames } from "#domains/webhooks/events.ts";
import { buildApp } from "#server/app.ts";
import { openLog } from "#server/log.ts";
import { canSeeNotifiedRecord } from "#server/viewer-rules.ts";
import { type EndpointFixtures, startFixtures } from "#test/endpoints/fixtures.ts";
import { sendRequest } from "#test/endpoints/send.ts";
import { type EventStream, openEventStream } from "#test/event-stream.ts";
import { type FakePushService, startFakePushService } from "#test/fakes/fake-push.ts";
import { documentUpload, smallPdf } from "#test/files/documents.ts";
import { penStroke, tinyImage } from "#test/files/images.ts";
import { extractPdfText } from "#test/files/pdf-text.ts";
import { multipart } from "#test/form.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { buildBill, findCategoryId } from "#test/money/expenses.ts";
import { insertStatement } from "#test/money/reconciliations.ts";
import { readNotifications } from "#test/notifications.ts";
import { emailAgedReport, readEmailedPdfs } from "#test/saved-reports.ts";
import { isTorture } from "#test/torture.ts";

/*
 * Puts a unique word into each text of one tenant and reads every endpoint as everyone else. No response,
 * file, email, notification, live event, or log line contains a word its reader isn't allowed to see.
 */

/** The prefix of all words, so that one search finds them all. */
const prefix = "zqx";
const workOrderWords = ["title", "description", "location", "comment", "signer", "filename", "filetext"].map(
  word,
);
const moneyWords =
  "reference payment notes proof proofname check note charge credit savedreport clause question questionfile"
    .split(" ")
    .map(word);
const documentWords = ["documenttitle", "documentname", "documenttext"].map(word);
const companyWords = ["company", "contact"].map(word);
/** Only for landlords and administrators. */
const billWords = ["bill", "billmemo"].map(word);
const nameWord = word("name");
const internalWords = ["internal", "stafffile"].map(word);

const allWords = [
  ...workOrderWords,
  ...moneyWords,
  ...documentWords,
  ...companyWords,
  ...billWords,
  nameWord,
  ...internalWords,
];

function word(kind: string): string {
  return `${prefix}${kind}`;
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
  // Only confirmed addresses receive emails.
  await db.updateTable("users").set({ email_confirmed_at: clock.now }).execute();
  records = await createTenantRecords();
  await extractTexts(services);
  clock.advanceMinutes(30);
  await emailNotifications(services, canSeeNotifiedRecord);
  for (const { id } of await db.selectFrom("push_subscriptions").select("id").execute())
    await sendPushes(services, { subscriptionId: id }, canSeeNotifiedRecord);
  records.outbox = {
    id: await idIn(db.selectFrom("emails").where("text_body", "like", `%${prefix}%`).select("id")),
  };
}, 60_000);
afterAll(async () => {
  for (const stream of streams.values()) stream.close();
  await fixtures.portal.app.close();
  await fixtures.portal.close();
});

/** Turns on push notifications for every topic in this person's browser. */
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

/**
 * Creates the tenant's records through the endpoints the pages use. Returns the path parameters for reading
 * them.
 */
async function createTenantRecords() {
  const { portal, admin, tenant, landlord, technician, propertyId, unitId, leaseId } = fixtures;
  const { db } = portal;
  async function create(
    by: { cookie: string },
    method: "POST" | "PATCH" | "PUT",
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
  // Its deliveries contain the tenant's texts. Only administrators can read them.
  const { id: webhookId } = await create(admin, "POST", "/api/webhooks", {
    body: { url: "https://8.8.8.8/hook", events: webhookEventNames },
  });
  const yesterday = new Date(portal.clock.now.getTime() - 86_400_000).toISOString().slice(0, 10);
  await create(tenant, "PATCH", "/api/me", { body: { fullName: `${word("name")} Tenant` } });
  const photo = {
    name: "images",
    fileName: `${word("photo")}.png`,
    type: "image/png",
    content: await tinyImage(),
  };
  const { id: orderId } = await create(
    tenant,
    "POST",
    "/api/work-orders",
    multipart(
      {
        ...leakingFaucet,
        title: `Tap ${word("title")}`,
        description: `It drips ${word("description")}`,
        location: word("location"),
      },
      [photo],
    ),
  );
  const order = `/api/work-orders/${orderId}`;
  await create(tenant, "POST", `${order}/comments`, { body: { text: word("comment") } });
  await create(landlord, "POST", `${order}/comments`, { body: { text: word("internal"), internal: true } });
  const file = (word: string, text: string, name = "files") =>
    multipart({}, [{ name, fileName: `${word}.pdf`, type: "application/pdf", content: smallPdf(text) }]);
  await create(tenant, "POST", `${order}/files`, file(word("filename"), word("filetext")));
  await create(landlord, "POST", `${order}/files`, file(word("stafffile"), "For staff only"));
  await create(technician, "POST", `${order}/comments`, { body: { text: "We come at nine." } });
  await create(tenant, "POST", `${order}/signature`, {
    body: { signature: await penStroke(), signedByName: word("signer") },
  });
  await create(landlord, "PATCH", `${order}/status`, { body: { status: "in_progress" } });
  const { id: documentId } = await create(
    tenant,
    "POST",
    "/api/documents",
    documentUpload({
      fields: { title: word("documenttitle"), type: "Insurance", buildingId: propertyId },
      fileName: `${word("documentname")}.pdf`,
      content: smallPdf(`A document about ${word("documenttext")}`),
    }),
  );
  const { confirmation } = (await create(tenant, "POST", "/api/manual-payment-confirmations", {
    body: {
      amount: 10,
      description: word("payment"),
      method: "zelle",
      transactionId: word("reference"),
      paymentDate: yesterday,
      notes: word("notes"),
      leaseId,
    },
  })) as unknown as { confirmation: { id: number } };
  await create(
    tenant,
    "POST",
    `/api/manual-payment-confirmations/${confirmation.id}/proof`,
    file(word("proofname"), word("proof"), "proof"),
  );
  const lease = `/api/leases/${leaseId}`;
  await create(landlord, "POST", `${lease}/charges`, {
    body: { kind: "other", label: word("charge"), amountCents: 2_500, dueOn: yesterday },
  });
  await create(landlord, "POST", `${lease}/credits`, {
    body: { kind: "rent", amountCents: 100, reason: word("credit") },
  });
  const { entryId } = (await create(landlord, "POST", `${lease}/payments`, {
    body: {
      amountCents: 1_000,
      onDay: yesterday,
      method: "check",
      reference: word("check"),
      note: word("note"),
    },
  })) as unknown as { entryId: number };
  const { id: refundId } = await create(landlord, "POST", `/api/payments/${entryId}/refunds`, {
    body: { amountCents: 100, reason: "Paid by mistake" },
  });
  const bankDeposit = await create(landlord, "POST", "/api/bank-deposits", {
    body: {
      depositedOn: yesterday,
      note: word("slip"),
      payments: [
        { leaseId, amountCents: 2_000, onDay: yesterday, method: "check", reference: word("deposited") },
      ],
    },
  });
  const lines = [{ categoryId: await findCategoryId(db), amountCents: 90_000, memo: word("billmemo") }];
  const { id: billId } = await create(landlord, "POST", "/api/bills", {
    body: { ...(await buildBill(db, { propertyId, lines })), number: word("bill"), workOrderId: orderId },
  });
  const { company_id: companyId } = await db
    .selectFrom("leases")
    .select("company_id")
    .where("id", "=", leaseId)
    .executeTakeFirstOrThrow();
  await create(landlord, "PATCH", `/api/companies/${companyId}`, {
    body: { name: word("company"), contactEmail: `${word("contact")}@example.com` },
  });
  const { year, poolId } = await insertStatement(db, {
    propertyId,
    leaseId,
    issuedById: landlord.id,
    clause: word("clause"),
  });
  const { id: questionId } = await create(tenant, "POST", `${lease}/recovery-statements/${year}/questions`, {
    body: { poolId, text: word("question") },
  });
  const question = `/api/recovery-questions/${questionId}`;
  await create(tenant, "POST", `${question}/files`, file(word("questionfile"), "A question", "file"));
  const { id: savedReportId } = await create(landlord, "POST", "/api/saved-reports", {
    body: { name: word("savedreport"), report: "aged", query: `companyId=${companyId}`, isShared: true },
  });
  const recipientIds = [landlord.id, fixtures.otherLandlord.id];
  await emailAgedReport(portal, { ownerId: admin.id, recipientIds });
  const image = await idIn(
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
      imageId: image,
      fileId,
      signatureId: signature,
    },
    documents: { id: documentId, number: 1 },
    payments: { id: entryId, refundId },
    "bank-deposits": { id: bankDeposit.id },
    bills: { id: billId },
    "manual-payment-confirmations": { id: confirmation.id },
    leases: { id: leaseId, memberId: member, year, billId },
    "recovery-questions": {
      id: questionId,
      fileId: await idIn(db.selectFrom("recovery_question_files").select("id")),
    },
    companies: { id: companyId },
    properties: { id: propertyId, month: "2026-01", year: "2026", leaseId },
    units: { id: unitId },
    users: { id: tenant.id },
    exports: { id: 1 },
    imports: { id: 1, file: "units.csv", line: 1 },
    webhooks: { id: webhookId },
    outbox: { id: 0 },
    reports: { report: "" },
    "saved-reports": { id: savedReportId },
  };
}

const idIn = async (query: { executeTakeFirstOrThrow: () => Promise<{ id: number }> }) =>
  (await query.executeTakeFirstOrThrow()).id;

/**
 * Reads everything this person can request: each endpoint alone, for the tenant's records, and with each
 * search word.
 */
async function readEverything(cookie: string | undefined, searches = [prefix]) {
  const responses: { request: string; text: string }[] = [];
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
    if (fields.includes("format")) queries.push("?format=csv");
    if (path === "/api/search/records")
      queries.splice(
        0,
        1,
        `?records=work-order-${records["work-orders"]?.id},person-${fixtures.tenant.id},document-${records.documents?.id},lease-${fixtures.leaseId}`,
      );
    const reads = (path.includes(":report") ? reportNames.map((report) => ({ report })) : [params]).flatMap(
      (values) => queries.map((search) => ({ values, search })),
    );
    for (const { values, search } of reads) {
      const response = await sendRequest(fixtures, `GET ${path}`, { params: values, query: search }, headers);
      const isPdf = response.headers["content-type"] === "application/pdf";
      const text = isPdf
        ? response.bytes.toString("latin1") + extractPdfText(response.bytes).join("\n")
        : response.body;
      responses.push({ request: `GET ${path}${search}`, text: JSON.stringify(response.headers) + text });
    }
  }
  return responses;
}

const findLeaks = (words: readonly string[], responses: { request: string; text: string }[]) =>
  responses.flatMap(({ request, text }) => {
    const visible = words.filter((word) => text.toLowerCase().includes(word));
    return visible.length === 0 ? [] : [`${request}: ${visible.join(", ")}`];
  });

/** Calling every endpoint as each person takes a while on a busy machine. */
const timeout = isTorture ? 7_200_000 : 120_000;

/** A search finds words by their prefix. `npm run torture` also searches for each whole word. */
const searched = (words: readonly string[]) => (isTorture ? [prefix, ...words] : [prefix]);

test(
  "people with access can read every secret word, so a leak would be detected",
  async () => {
    const [own, managers] = [
      await readEverything(fixtures.tenant.cookie),
      await readEverything(fixtures.landlord.cookie),
    ];
    const emails = await readEverything(fixtures.admin.cookie);
    expect(
      findLeaks(
        workOrderWords,
        emails.filter(({ request }) => request.startsWith("GET /api/outbox/")),
      ),
    ).not.toEqual([]);
    const findVisible = (responses: typeof own) =>
      allWords.filter((word) => findLeaks([word], responses).length > 0);
    expect(findVisible([...own, ...managers])).toEqual(allWords);
    const messages = await messagesTo(fixtures.landlord.id);
    expect(JSON.stringify(messages)).toContain(prefix);
    expect(JSON.stringify(messages.attachments)).toContain(word("company"));
    expect((await messagesTo(fixtures.otherLandlord.id)).attachments).toHaveLength(1);
    expect(JSON.stringify(receiver.received("landlord"))).toContain(prefix);
    expect(findLeaks([...internalWords, ...billWords], own)).toEqual([]);
  },
  timeout,
);

test(
  "no response to anyone else contains the tenant's secret words, regardless of what they read or search for",
  async () => {
    for (const [name, { cookie }] of Object.entries(outsiders()))
      expect({ [name]: findLeaks(allWords, await readEverything(cookie, searched(allWords))) }).toEqual({
        [name]: [],
      });
  },
  timeout,
);

test(
  "a technician at the property can read the work order and the contacts in My Day but finds nothing about money or documents",
  async () => {
    const responses = await readEverything(
      fixtures.technician.cookie,
      searched([...moneyWords, ...documentWords, ...billWords]),
    );
    expect(findLeaks([word("title")], responses)).not.toEqual([]);
    expect(findLeaks([...moneyWords, ...documentWords, ...billWords], responses)).toEqual([]);
    // A work order names the company of its reporter.
    expect(findLeaks(companyWords, responses).toSorted()).toEqual([
      `GET /api/my-day: ${companyWords.join(", ")}`,
      `GET /api/work-orders/:id: ${word("company")}`,
    ]);
  },
  timeout,
);

async function messagesTo(id: number) {
  const { db } = fixtures.portal;
  const emails = await db.selectFrom("emails").selectAll().where("to_user_id", "=", id).execute();
  const attachments = await readEmailedPdfs(fixtures.portal, id);
  return { emails, attachments, notifications: await readNotifications(db, id) };
}

test(
  "no notification, email, push notification, live event, or log line leaks a secret word to anyone else",
  async () => {
    for (const [name, { id }] of Object.entries(outsiders())) {
      if (id === undefined) continue;
      const messages = {
        ...(await messagesTo(id)),
        events: streams.get(name)?.events,
        pushes: receiver.received(encodeURIComponent(name)),
      };
      expect({ [name]: allWords.filter((word) => JSON.stringify(messages).includes(word)) }).toEqual({
        [name]: [],
      });
    }
    const log = lines.filter((line) => !line.includes("?q="));
    expect(log.length).toBeGreaterThan(100);
    expect(allWords.filter((word) => log.some((line) => line.includes(word)))).toEqual([]);
  },
  timeout,
);
