import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LedgerEntry } from "#domains/ledger/contract.ts";
import type { Scope } from "#shared/token-scopes.ts";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf } from "#test/files/documents.ts";
import { multipart } from "#test/form.ts";
import { readSums } from "#test/money/ledger.ts";
import {
  addCost2025,
  addLeaseMember,
  addReconciledProperty,
  type ReconciledProperty,
  ReconciliationCalls,
} from "#test/money/reconciliations.ts";
import { signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { createTokenHeaders } from "#test/tokens.ts";
import type { LeaseStatement } from "../../lease-statements-contract.ts";
import type { Question } from "../../questions-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let property: ReconciledProperty;
let calls: ReconciliationCalls;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
/** The tenant is on the lease with $6,000.00 of the costs, and the neighbor on the one with $3,000.00. */
beforeEach(async () => {
  property = await addReconciledProperty(portal.db, building.landlord.id);
  const { propertyId, anchorLeaseId, shopLeaseId } = property;
  calls = new ReconciliationCalls(portal, { propertyId, cookie: building.landlord.cookie });
  await addLeaseMember(portal.db, { propertyId, leaseId: anchorLeaseId, userId: building.tenant.id });
  await addLeaseMember(portal.db, { propertyId, leaseId: shopLeaseId, userId: building.neighbor.id });
});

type Person = Pick<SignedInPerson, "cookie">;
const text = "Why was cleaning billed twice in March?";
const ask = (body: object = {}, { cookie }: Person = building.tenant) =>
  portal.call("POST", `/api/leases/${property.anchorLeaseId}/recovery-statements/2025/questions`, {
    cookie,
    body: { poolId: property.camId, subject: "Cleaning", text, ...body },
  });
const issueAndAsk = async (body: object = {}) => {
  await calls.reviewAndIssue();
  const asked = await ask(body);
  expect(asked.statusCode, asked.body).toBe(201);
  return asked.json<Question>();
};
const answer = (id: number, body: object = {}, { cookie }: Person = building.landlord) =>
  portal.call("POST", `/api/recovery-questions/${id}/answer`, {
    cookie,
    body: { text: "The second bill was for the garage.", ...body },
  });
const list = async (query = "", { cookie }: Person = building.landlord) =>
  (
    await portal.call("GET", `/api/recovery-questions?propertyId=${property.propertyId}${query}`, { cookie })
  ).json<Question[]>();
const readStatement = async ({ cookie }: Person = building.tenant) =>
  (
    await portal.call("GET", `/api/leases/${property.anchorLeaseId}/recovery-statements/2025`, { cookie })
  ).json<LeaseStatement>();
const readEntries = async () =>
  (
    await portal.call("GET", `/api/leases/${property.anchorLeaseId}/ledger?limit=50`, {
      cookie: building.tenant.cookie,
    })
  ).json<LedgerEntry[]>();
const readNotifications = (userId: number) =>
  portal.db
    .selectFrom("notifications")
    .select(["kind", "details", "link"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
const setAuditWindow = (days: number) =>
  sql`insert into recovery_terms (lease_id, property_id, number, starts_on, terms, made_at)
    select lease_id, property_id, 2, starts_on, terms || jsonb_build_object('auditWindowDays', ${days}::integer), ${portal.clock.now}
    from recovery_terms where lease_id = ${property.anchorLeaseId}`.execute(portal.db);
const describeResponse = (response: Awaited<ReturnType<typeof ask>>) => [
  response.statusCode,
  response.json<{ message?: string }>().message,
];

describe("questions about a statement", () => {
  test("a tenant questions a line, the managers are notified, and their answer notifies the tenant [REC-16]", async () => {
    const { propertyId, camId, anchorLeaseId } = property;
    const question = await issueAndAsk();
    expect(question).toMatchObject({
      leaseId: anchorLeaseId,
      property: { id: propertyId, name: "Harborview Center" },
      year: 2025,
      number: 1,
      pool: { id: camId, name: "CAM" },
      subject: "Cleaning",
      text,
      askedBy: "Tessa Tenant",
      state: "open",
      answer: null,
      maxCreditCents: 600_000,
      can: { answer: false, addFiles: true },
    });
    expect(await readNotifications(building.landlord.id)).toEqual({
      kind: "reconciliation.questioned",
      details: {
        year: 2025,
        company: question.company,
        line: "CAM, Cleaning",
        property: "Harborview Center",
      },
      link: `/properties/${propertyId}/reconciliations/2025/leases/${anchorLeaseId}`,
    });
    expect((await list("&state=open")).map(({ id, can }) => [id, can])).toEqual([
      [question.id, { answer: true, addFiles: true }],
    ]);
    const answered = await answer(question.id);
    expect(answered.json()).toMatchObject({
      state: "answered",
      answer: { text: "The second bill was for the garage.", by: "Lena Landlord" },
      creditCents: null,
      can: { answer: false, addFiles: false },
    });
    expect(await readNotifications(building.tenant.id)).toMatchObject({
      kind: "reconciliation.question-answered",
      link: `/leases/${anchorLeaseId}/operating-expenses/2025`,
    });
    expect(await list("&state=open")).toEqual([]);
    expect(describeResponse(await answer(question.id))).toEqual([
      409,
      "Lena Landlord has already answered this question. Reload the page.",
    ]);
    const history = await portal.call("GET", `/api/leases/${anchorLeaseId}/history`, {
      cookie: building.landlord.cookie,
    });
    expect(history.body).toContain("question");
    const events = await portal.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", String(anchorLeaseId))
      .where("subject_type", "=", "lease")
      .execute();
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["reconciliation.questioned", "reconciliation.question-answered"]),
    );
  });

  test("only a line of the statement can be questioned [REC-16]", async () => {
    await calls.reviewAndIssue();
    const { rows } = await sql<{ id: number }>`select max(id) + 1 as id from expense_pools`.execute(
      portal.db,
    );
    expect((await ask({ poolId: rows[0]?.id })).json().fields).toEqual({
      poolId: "This pool isn't in the statement.",
    });
    expect((await ask({ subject: "Fireworks" })).json().fields).toEqual({
      subject: "This line isn't in the statement.",
    });
    expect((await ask({ text: "?" })).statusCode).toBe(400);
    expect((await ask({ subject: "Share" })).statusCode).toBe(201);
    expect((await ask({ subject: "" })).statusCode).toBe(201);
  });

  test("a statement can be questioned within the audit window of the lease [REC-16]", async () => {
    await setAuditWindow(2);
    await calls.reviewAndIssue();
    // A later change of the terms doesn't shorten the window.
    await sql`insert into recovery_terms (lease_id, property_id, number, starts_on, terms, made_at)
      select lease_id, property_id, 3, starts_on, terms || '{"auditWindowDays": 1}', ${portal.clock.now}::timestamptz + interval '1 hour'
      from recovery_terms where lease_id = ${property.anchorLeaseId} and number = 2`.execute(portal.db);
    const { questionsUntil, can } = await readStatement();
    const { rows } = await sql<{ until: string }>`
      select (issued_at at time zone 'America/Los_Angeles')::date + 2 as until from reconciliations
      where property_id = ${property.propertyId}`.execute(portal.db);
    expect([questionsUntil, can.question]).toEqual([rows[0]?.until, true]);
    await calls.send("POST", "/close", { number: 1 });
    expect((await ask()).statusCode).toBe(201);
    portal.clock.advanceMinutes(3 * 24 * 60);
    try {
      // The session has expired.
      const tenant = { cookie: await signInAs(portal.db, building.tenant, portal.clock.now) };
      expect((await readStatement(tenant)).can.question).toBe(false);
      const rejected = await ask({}, tenant);
      expect(rejected.statusCode).toBe(409);
      expect(rejected.json().message).toMatch(/^This statement could be questioned until /);
    } finally {
      portal.clock.advanceMinutes(-3 * 24 * 60);
    }
  });

  test("without an audit window, a statement can be questioned until the year is closed [REC-16]", async () => {
    const { id } = await issueAndAsk();
    expect((await readStatement()).questionsUntil).toBeNull();
    expect(describeResponse(await calls.send("POST", "/close", { number: 1 }))).toEqual([
      409,
      "1 question is open. Answer it before you close the year.",
    ]);
    await answer(id);
    expect((await calls.send("POST", "/close", { number: 1 })).statusCode).toBe(200);
    expect((await readStatement()).can.question).toBe(false);
    expect(describeResponse(await ask())).toEqual([
      409,
      "Your property manager has closed this year, so its statement can't be questioned anymore.",
    ]);
  });

  test("no one else sees a question, its files, or can ask or answer it [REC-16]", async () => {
    const { id } = await issueAndAsk();
    const { neighbor, technician, landlord, tenant } = building;
    expect(await list("", neighbor)).toEqual([]);
    expect((await ask({}, neighbor)).statusCode).toBe(404);
    expect((await ask({}, technician)).statusCode).toBe(403);
    expect((await ask({}, landlord)).statusCode).toBe(403);
    expect((await answer(id, {}, tenant)).statusCode).toBe(403);
    expect((await answer(id, {}, technician)).statusCode).toBe(403);
    const otherProperty = await addReconciledProperty(portal.db, building.admin.id);
    expect(otherProperty.propertyId).not.toBe(property.propertyId);
    await portal.db.deleteFrom("property_landlords").where("property_id", "=", property.propertyId).execute();
    expect((await answer(id)).statusCode).toBe(404);
    expect(await list()).toEqual([]);
  });

  test("a token asks and reads questions only with the scope for recoveries [REC-16]", async () => {
    await calls.reviewAndIssue();
    const askWith = async (scope: Scope) =>
      (
        await portal.call(
          "POST",
          `/api/leases/${property.anchorLeaseId}/recovery-statements/2025/questions`,
          {
            headers: await createTokenHeaders(portal.db, building.tenant.id, [scope]),
            body: { poolId: property.camId, text },
          },
        )
      ).statusCode;
    expect(await askWith("recoveries:read")).toBe(403);
    expect(await askWith("leases:write")).toBe(403);
    expect(await askWith("recoveries:write")).toBe(201);
  });

  test("tenants and managers add files to an open question, each once, and both can download them [REC-16]", async () => {
    const { id } = await issueAndAsk();
    const addFile = (who: Person, name: string, content = smallPdf(name)) => {
      const form = multipart({}, [{ name: "file", fileName: name, type: "application/pdf", content }]);
      return portal.call("POST", `/api/recovery-questions/${id}/files`, {
        cookie: who.cookie,
        body: form.body,
        headers: form.headers,
      });
    };
    const { tenant, landlord, neighbor, technician } = building;
    expect((await addFile(tenant, "bill.pdf")).statusCode).toBe(201);
    await addFile(tenant, "bill.pdf");
    const { files } = (await addFile(landlord, "contract.pdf")).json<Question>();
    expect(files.map(({ name, by }) => [name, by])).toEqual([
      ["bill.pdf", "Tessa Tenant"],
      ["contract.pdf", "Lena Landlord"],
    ]);
    const download = (who: Person) =>
      portal.call("GET", `/api/recovery-questions/${id}/files/${files[1]?.id}`, { cookie: who.cookie });
    expect((await download(tenant)).rawPayload).toEqual(smallPdf("contract.pdf"));
    expect((await download(neighbor)).statusCode).toBe(404);
    expect((await download(technician)).statusCode).toBe(403);
    expect((await addFile(neighbor, "note.pdf")).statusCode).toBe(404);
    expect((await addFile(tenant, "note.pdf", Buffer.from("<html>"))).statusCode).toBe(415);
    await answer(id);
    expect((await addFile(tenant, "late.pdf")).statusCode).toBe(409);
  });
});

describe("credits for questions", () => {
  test("an accepted correction is credited in the ledger with its reason, up to the questioned share [REC-17]", async () => {
    const { id } = await issueAndAsk();
    expect((await answer(id, { creditCents: 600_001 })).json().fields).toEqual({
      creditCents: "You can credit up to $6,000.00, the share of CAM less earlier credits.",
    });
    const credited = await answer(id, { text: "The second bill was a duplicate.", creditCents: 45_000 });
    expect(credited.json()).toMatchObject({
      state: "credited",
      creditCents: 45_000,
      maxCreditCents: 555_000,
    });
    const [entry] = await readEntries();
    expect(entry).toMatchObject({
      kind: "credit",
      amountCents: -45_000,
      description: "Operating expenses 2025, credit for CAM",
      reason: "The second bill was a duplicate.",
      who: "Lena Landlord",
      balanceCents: 555_000,
      statementYear: 2025,
    });
    expect((await readSums(portal.db, property.anchorLeaseId)).stored).toBe(555_000);
    expect(await readNotifications(building.tenant.id)).toMatchObject({
      details: { creditCents: 45_000, line: "CAM, Cleaning" },
    });
    const second = await ask({ subject: "" });
    expect(second.json().maxCreditCents).toBe(555_000);
    expect((await answer(second.json<Question>().id, { creditCents: 555_001 })).statusCode).toBe(400);
  });

  test("two people answering at the same time credit a question once [REC-17]", async () => {
    const { id } = await issueAndAsk();
    const answers = await Promise.all([
      answer(id, { creditCents: 45_000 }),
      answer(id, { creditCents: 45_000 }, building.admin),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await readSums(portal.db, property.anchorLeaseId)).stored).toBe(555_000);
  });

  test("statements can't be reversed while a credit for a question stands [REC-17]", async () => {
    const { id, company } = await issueAndAsk();
    await answer(id, { creditCents: 45_000 });
    const reverse = () => calls.send("POST", "/reverse", { number: 1, reason: "It was wrong." });
    expect(describeResponse(await reverse())).toEqual([
      409,
      `A question of ${company} was answered with a credit. Reverse that in its ledger first.`,
    ]);
    const [credit] = await readEntries();
    const reversed = await portal.call("POST", `/api/leases/${property.anchorLeaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: credit?.id, reason: "The statements are reversed." },
    });
    expect(reversed.statusCode, reversed.body).toBeLessThan(300);
    expect(await list()).toMatchObject([{ isCreditReversed: true, maxCreditCents: 600_000 }]);
    expect((await reverse()).statusCode).toBe(200);
    expect((await readSums(portal.db, property.anchorLeaseId)).stored).toBe(0);
  });

  test("an open question about a reversed statement can't be answered anymore [REC-16]", async () => {
    const { id } = await issueAndAsk();
    await calls.send("POST", "/reverse", { number: 1, reason: "It was wrong." });
    expect(await list()).toMatchObject([{ state: "withdrawn", can: { answer: false, addFiles: false } }]);
    expect(describeResponse(await answer(id))).toEqual([
      409,
      "The statement was reversed, so its questions can't be answered anymore.",
    ]);
  });

  test("a correction of the year doesn't take a credit back [REC-17]", async () => {
    const { id } = await issueAndAsk();
    await answer(id, { creditCents: 45_000 });
    await addCost2025(portal.db, {
      propertyId: property.propertyId,
      createdById: building.landlord.id,
      category: "Cleaning",
      amountCents: 100_000,
    });
    expect((await calls.reviewAndIssue({ reason: "A bill arrived late." })).statusCode).toBe(200);
    expect((await readSums(portal.db, property.anchorLeaseId)).stored).toBe(615_000);
    expect(await list()).toMatchObject([{ maxCreditCents: 615_000 }]);
  });
});
