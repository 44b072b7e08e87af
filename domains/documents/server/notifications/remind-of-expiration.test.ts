import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Notification } from "#domains/notifications/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { upload } from "#test/files/documents.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { runJobsUntil } from "#test/run-jobs.ts";
import type { Document } from "../../contract.ts";
import { remindOfExpiration } from "./remind-of-expiration.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeEach(async () => {
  ({ portal, building } = await startBuilding());
  portal.clock.now = new Date("2026-11-21T20:00:00Z");
  // The people stay the same while the clock moves by years.
  await portal.db.updateTable("lease_members").set({ starts_on: "2020-01-01" }).execute();
  await portal.db.updateTable("leases").set({ starts_on: "2020-01-01" }).execute();
});
afterEach(() => portal.close());

type Who = "tenant" | "neighbor" | "technician" | "landlord" | "admin";
const uploaded = async (
  who: Who,
  expiresOn: string,
  fields: Record<string, string | number> = {},
): Promise<Document> => {
  const cookie = await signInAs(portal.db, building[who], portal.clock.now);
  const response = await upload(portal, cookie, {
    fields: {
      title: "Certificate of insurance",
      type: "Insurance",
      buildingId: building.propertyId,
      expiresOn,
      ...fields,
    },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Document>();
};
const edit = async (id: number, body: object) =>
  portal.call("PATCH", `/api/documents/${id}`, {
    cookie: await signInAs(portal.db, building.landlord, portal.clock.now),
    body,
  });
/** Runs the job at noon in Seattle. */
const runOn = async (day: string): Promise<void> => {
  portal.clock.now = new Date(`${day}T20:00:00Z`);
  await remindOfExpiration(portal.services);
};
const readBell = async (who: Who): Promise<Notification[]> => {
  const cookie = await signInAs(portal.db, building[who], portal.clock.now);
  const response = await portal.call("GET", "/api/notifications", { cookie });
  return response.json<{ items: Notification[] }>().items.filter(({ kind }) => kind === "document.expires");
};
const getTexts = async (who: Who) => (await readBell(who)).map(({ text }) => text);
const emails = () =>
  portal.db
    .selectFrom("emails")
    .select(["to_address", "subject", "text_body"])
    .where("template", "=", "document-expires")
    .orderBy("id")
    .execute();
const listReminderDates = async (id: number) =>
  (
    await portal.db
      .selectFrom("document_reminders")
      .select("days_before")
      .where("document_id", "=", id)
      .orderBy("sent_at")
      .execute()
  ).map(({ days_before }) => days_before);

test("people are reminded once in the bell menu and by email 60, 30, and 7 days before a document expires and on its expiration date", async () => {
  const { id } = await uploaded("tenant", "2027-03-01");
  for (const day of ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-29"]) await runOn(day);
  expect(await getTexts("tenant")).toEqual([
    "“Certificate of insurance” (Harbor House, unit 101) expires on Mar 1, 2027 (60 days left)",
  ]);
  for (const day of ["2027-01-30", "2027-02-21", "2027-02-22", "2027-02-28", "2027-03-01", "2027-03-02"])
    await runOn(day);
  const texts = [
    "“Certificate of insurance” (Harbor House, unit 101) expires on Mar 1, 2027 (today)",
    "“Certificate of insurance” (Harbor House, unit 101) expires on Mar 1, 2027 (7 days left)",
    "“Certificate of insurance” (Harbor House, unit 101) expires on Mar 1, 2027 (30 days left)",
    "“Certificate of insurance” (Harbor House, unit 101) expires on Mar 1, 2027 (60 days left)",
  ];
  expect(await getTexts("tenant")).toEqual(texts);
  expect(await getTexts("landlord")).toEqual(texts);
  for (const who of ["neighbor", "technician", "admin"] as const) expect(await getTexts(who)).toEqual([]);
  expect((await readBell("landlord"))[0]).toMatchObject({ link: `/documents/${id}`, readAt: null });
  expect(await listReminderDates(id)).toEqual([60, 30, 7, 0]);
  const sent = await emails();
  expect(sent).toHaveLength(8);
  expect(sent[0]).toMatchObject({
    to_address: building.tenant.email,
    subject: "“Certificate of insurance” expires on Mar 1, 2027",
  });
  expect(sent[0]?.text_body).toContain(texts[3]);
  expect(sent[0]?.text_body).toContain(`View document: ${portal.services.config.publicUrl}/documents/${id}`);
});

test("after an outage, only the latest due reminder is sent", async () => {
  const { id } = await uploaded("landlord", "2027-03-01");
  await runOn("2027-02-25");
  expect(await getTexts("landlord")).toEqual([
    "“Certificate of insurance” (Harbor House) expires on Mar 1, 2027 (4 days left)",
  ]);
  await runOn("2027-03-20");
  expect((await getTexts("landlord"))[0]).toBe(
    "“Certificate of insurance” (Harbor House) expired on Mar 1, 2027 (19 days ago)",
  );
  expect(await listReminderDates(id)).toEqual([7, 0]);
  expect((await emails()).map(({ subject }) => subject)).toEqual([
    "“Certificate of insurance” expires on Mar 1, 2027",
    "“Certificate of insurance” expired on Mar 1, 2027",
  ]);
});

test("no reminder is sent for documents that expired long ago, are in the trash, don't expire, or belong to an ended lease", async () => {
  await uploaded("landlord", "2026-10-01");
  const { id: trashed } = await uploaded("landlord", "2026-12-01");
  await portal.call("DELETE", `/api/documents/${trashed}`, {
    cookie: await signInAs(portal.db, building.landlord, portal.clock.now),
  });
  const { id: cleared } = await uploaded("landlord", "2026-12-01");
  await edit(cleared, { expiresOn: null });
  await uploaded("tenant", "2026-12-01");
  await portal.db.updateTable("leases").set({ state: "ended" }).execute();
  await runOn("2026-11-22");
  expect(await getTexts("landlord")).toEqual([]);
  expect(await getTexts("tenant")).toEqual([]);
  expect(await emails()).toEqual([]);
});

test("a new expiration date starts the reminders over", async () => {
  const { id } = await uploaded("landlord", "2026-12-01");
  await runOn("2026-11-25");
  await edit(id, { expiresOn: "2027-11-25" });
  await runOn("2026-11-26");
  expect(await listReminderDates(id)).toEqual([7]);
  await runOn("2027-11-25");
  expect(await listReminderDates(id)).toEqual([7, 0]);
  expect(await getTexts("landlord")).toHaveLength(2);
});

test("expiration reminders use the date at the property", async () => {
  await portal.db
    .updateTable("properties")
    .set({ time_zone: "Pacific/Auckland" })
    .where("id", "=", building.propertyId)
    .execute();
  const { id } = await uploaded("landlord", "2027-03-01");
  // In Auckland the 23rd starts at 11:00 UTC on the 22nd.
  portal.clock.now = new Date("2027-02-21T10:00:00Z");
  await remindOfExpiration(portal.services);
  expect(await listReminderDates(id)).toEqual([30]);
  portal.clock.now = new Date("2027-02-21T12:00:00Z");
  await remindOfExpiration(portal.services);
  expect(await listReminderDates(id)).toEqual([30, 7]);
});

test("a person with several expiring documents gets one email that lists each of them once", async () => {
  await uploaded("landlord", "2026-12-21", { title: "Elevator certificate" });
  await uploaded("tenant", "2026-12-01");
  await uploaded("landlord", "2026-12-05", { title: "Fire plan", visibility: "staff" });
  await runOn("2026-11-22");
  await runOn("2026-11-22");
  const sent = await emails();
  expect(sent.map(({ to_address, subject }) => [to_address, subject])).toEqual([
    [building.tenant.email, "“Certificate of insurance” expires on Dec 1, 2026"],
    [building.landlord.email, "3 documents are expiring"],
  ]);
  const text = sent[1]?.text_body ?? "";
  expect(text).toContain(
    "“Certificate of insurance” (Harbor House, unit 101) expires on Dec 1, 2026 (9 days left)",
  );
  expect(text).toContain("“Fire plan” (Harbor House) expires on Dec 5, 2026 (13 days left)");
  expect(text).toContain("“Elevator certificate” (Harbor House) expires on Dec 21, 2026 (29 days left)");
  expect(text).toContain(`View documents: ${portal.services.config.publicUrl}/documents`);
});

test("reminders go to tenants who can see the document, to uploaders who can still change it, and to admins if no one else manages the property", async () => {
  const staffOnly = await uploaded("landlord", "2026-12-01", {
    unitId: building.unitId,
    visibility: "staff",
    title: "Inspection report",
  });
  const shown = await uploaded("admin", "2026-12-02", { unitId: building.unitId, title: "Lease" });
  const byTechnician = await uploaded("technician", "2026-12-03", {
    type: "Maintenance",
    title: "Boiler check",
  });
  const atOtherProperty = await uploaded("admin", "2026-12-04", {
    buildingId: await createProperty(portal.db, { name: "Hill House" }),
    title: "Roof check",
  });
  const gone = await createPerson(portal.db, { role: "admin", state: "disabled" });
  await runOn("2026-11-25");
  const listReminders = async (who: Who) =>
    (await readBell(who)).map(({ link }) => Number(link?.split("/").at(-1))).sort((a, b) => a - b);
  expect(await listReminders("tenant")).toEqual([shown.id]);
  expect(await listReminders("neighbor")).toEqual([]);
  expect(await listReminders("technician")).toEqual([byTechnician.id]);
  expect(await listReminders("landlord")).toEqual([staffOnly.id, shown.id, byTechnician.id]);
  expect(await listReminders("admin")).toEqual([shown.id, atOtherProperty.id]);
  expect((await emails()).map(({ to_address }) => to_address)).not.toContain(gone.email);
  // A technician who no longer works there isn't asked to renew it.
  await portal.db.deleteFrom("property_staff").execute();
  await runOn("2026-12-03");
  expect(await listReminders("technician")).toEqual([byTechnician.id]);
  expect(await listReminders("landlord")).toHaveLength(6);
});

test("one run sends one reminder for each of hundreds of documents, even with two instances in parallel", async () => {
  const { id } = await uploaded("landlord", "2026-12-01");
  await sql`
    with made as (
      insert into documents (property_id, visibility, title, type, expires_on, created_by_id, created_at)
      select property_id, 'staff', 'Paper ' || n, type, expires_on, created_by_id, created_at
      from documents, generate_series(1, 449) n where id = ${id} returning id, property_id
    ) insert into document_files (document_id, property_id, number, file_key, name, media_type, bytes, sha256, uploaded_by_id, uploaded_at, scan)
    select made.id, made.property_id, 1, f.file_key, f.name, f.media_type, f.bytes, f.sha256, f.uploaded_by_id, f.uploaded_at, f.scan
    from made, document_files f where f.document_id = ${id}`.execute(portal.db);
  portal.clock.now = new Date("2026-11-25T20:00:00Z");
  await Promise.all([remindOfExpiration(portal.services), remindOfExpiration(portal.services)]);
  const { rows } = await sql<{ notifications: number; reminders: number }>`
    select (select count(*) from notifications where kind = 'document.expires') as notifications,
      (select count(*) from document_reminders) as reminders`.execute(portal.db);
  expect(rows).toEqual([{ notifications: 450, reminders: 450 }]);
  const [email] = await emails();
  expect(email?.text_body).toMatch(/And \d+ more\./);
  expect(email?.text_body).toMatch(/Turn off emails about documents\nhttp\S+\/unsubscribe\?token=/);
});

test("the worker sends expiration reminders", async () => {
  const { id } = await uploaded("landlord", "2026-12-01");
  await sql`select graphile_worker.add_job('remind-of-expiration')`.execute(portal.db);
  await runJobsUntil(portal, async () => (await listReminderDates(id)).length === 1);
  expect(await getTexts("landlord")).toHaveLength(1);
});
