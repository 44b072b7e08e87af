import { sql } from "kysely";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openMailer } from "#server/integrations/email/mailer.ts";
import { sendEmail } from "#server/jobs/send-email.ts";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { startFakeMailServer } from "#test/fakes/fake-mail-server.ts";
import { extractPdfText } from "#test/files/pdf-text.ts";
import { createPerson, createProperty, type PersonFields, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { SavedReport } from "../../saved-reports-contract.ts";
import { sendReports } from "./send-reports.ts";

let portal: TestPortal;
let building: TestBuilding;
/** Hill House is the administrator's to see, and not the landlord's. */
let hillHouseId: number;
let partner: SignedInPerson;

/** It's Tuesday, June 9, 2026, 1:00 PM in Los Angeles, where all properties are. */
const start = new Date("2026-06-09T20:00:00Z");

beforeAll(async () => {
  ({ portal, building } = await startBuilding({ PUBLIC_URL: "http://portal.example" }));
  portal.clock.now = start;
  await sql`update sessions set ends_at = '2199-01-01', idle_until = '2199-01-01'`.execute(portal.db);
  hillHouseId = await createProperty(portal.db, { name: "Hill House" });
  await portal.db
    .insertInto("units")
    .values({ property_id: hillHouseId, unit_number: "H1", type: "office", status: "vacant" })
    .execute();
  partner = await newPerson({
    role: "landlord",
    fullName: "Pia Partner",
    propertyIds: [building.propertyId],
  });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = start;
  for (const table of ["saved_reports", "emails", "notifications"] as const)
    await portal.db.deleteFrom(table).execute();
});

const newPerson = async (fields: PersonFields): Promise<SignedInPerson> => {
  const created = await createPerson(portal.db, fields);
  return { ...created, cookie: await signInAs(portal.db, created) };
};

interface Scheduled {
  by?: SignedInPerson;
  to?: SignedInPerson[];
  report?: string;
  query?: string;
  schedule?: Record<string, unknown>;
}

const send = (method: "POST" | "PUT" | "PATCH" | "GET", path: string, by: SignedInPerson, body?: object) =>
  portal.call(method, `/api/saved-reports${path}`, { cookie: by.cookie, ...(body && { body }) });

async function saveReport({ by = building.admin, report = "rent-roll", query = "" }: Scheduled) {
  const saved = await send("POST", "", by, { name: "Weekly units", report, query, isShared: false });
  expect(saved.statusCode, saved.body).toBe(201);
  return saved.json<SavedReport>();
}

/** Saves a report and sends it every Wednesday at 7:00 AM as a PDF. */
async function scheduleReport(fields: Scheduled = {}): Promise<SavedReport> {
  const { by = building.admin, to = [building.landlord], schedule = {} } = fields;
  const { id } = await saveReport(fields);
  const response = await putSchedule(by, id, to, schedule);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<SavedReport>();
}

const putSchedule = (by: SignedInPerson, id: number, to: SignedInPerson[], schedule: object = {}) =>
  send("PUT", `/${id}/schedule`, by, {
    repeats: "weekly",
    day: 3,
    at: "07:00",
    formats: ["pdf"],
    recipientIds: to.map((person) => person.id),
    ...schedule,
  });

const runAt = async (time: string) => {
  portal.clock.now = new Date(time);
  await sendReports(portal.services);
};
const dueAt = "2026-06-10T14:00:00Z";
const findEmails = () => portal.db.selectFrom("emails").selectAll().orderBy("id").execute();
const findPdfText = async (emailId: number) => {
  const { content } = await portal.db
    .selectFrom("email_attachments")
    .select("content")
    .where("email_id", "=", emailId)
    .where("media_type", "=", "application/pdf")
    .executeTakeFirstOrThrow();
  return extractPdfText(content ?? Buffer.alloc(0)).join("\n");
};
const outcomes = async (by = building.admin) =>
  (await send("GET", "", by))
    .json<SavedReport[]>()
    .flatMap(({ schedule }) => schedule?.recipients ?? [])
    .map(({ fullName, outcome }) => [fullName, outcome]);
const notificationsOf = async ({ id }: SignedInPerson) =>
  portal.db.selectFrom("notifications").select(["kind", "details"]).where("user_id", "=", id).execute();

describe("a schedule", () => {
  test.each([
    ["weekly", 3, "2026-06-10T14:00:00.000Z"],
    // Today at 7:00 AM has passed.
    ["weekly", 2, "2026-06-16T14:00:00.000Z"],
    ["monthly", 9, "2026-07-09T14:00:00.000Z"],
    ["monthly", 31, "2026-06-30T14:00:00.000Z"],
    ["monthly", 1, "2026-07-01T14:00:00.000Z"],
  ])("a %s schedule on day %i at 7:00 AM runs next at %s", async (repeats, day, nextRunAt) => {
    const { schedule } = await scheduleReport({ schedule: { repeats, day } });
    expect(new Date(schedule?.nextRunAt ?? "").toISOString()).toBe(nextRunAt);
  });

  test("a schedule uses the time zone of the property the report is filtered by, even when clocks change", async () => {
    await sql`update properties set time_zone = 'America/New_York' where id = ${hillHouseId}`.execute(
      portal.db,
    );
    const { schedule } = await scheduleReport({
      query: `propertyId=${hillHouseId}`,
      to: [building.admin],
    });
    expect(schedule).toMatchObject({ timeZone: "America/New_York" });
    expect(new Date(schedule?.nextRunAt ?? "").toISOString()).toBe("2026-06-10T11:00:00.000Z");
    await runAt("2026-10-28T11:00:00Z");
    const { rows } = await sql<{ next_run_at: Date }>`select next_run_at from report_schedules`.execute(
      portal.db,
    );
    expect(rows[0]?.next_run_at.toISOString()).toBe("2026-11-04T12:00:00.000Z");
  });

  test("changing the report's filters to another property moves its schedule to that property's time zone", async () => {
    await sql`update properties set time_zone = 'America/New_York' where id = ${hillHouseId}`.execute(
      portal.db,
    );
    const { id } = await scheduleReport({ to: [building.admin] });
    const query = `propertyId=${hillHouseId}`;
    const { schedule } = (await send("PATCH", `/${id}`, building.admin, { query })).json<SavedReport>();
    expect(new Date(schedule?.nextRunAt ?? "").toISOString()).toBe("2026-06-10T11:00:00.000Z");
  });

  test.each(["properties", "organization"])(
    "a schedule moves when the time zone changes in the settings: %s",
    async (zoneOf) => {
      const query = zoneOf === "properties" ? `propertyId=${hillHouseId}` : "";
      const path = zoneOf === "properties" ? `/api/settings/properties/${hillHouseId}` : "/api/settings";
      await sql`update properties set time_zone = 'America/Los_Angeles'`.execute(portal.db);
      const { id } = await scheduleReport({ query, to: [building.admin] });
      const change = async (timeZone: string) => {
        const body = { timeZone };
        const response = await portal.call("PATCH", path, { cookie: building.admin.cookie, body });
        expect(response.statusCode, response.body).toBe(200);
        const reports = (await send("GET", "", building.admin)).json<SavedReport[]>();
        const schedule = reports.find((report) => report.id === id)?.schedule;
        return [schedule?.timeZone, new Date(schedule?.nextRunAt ?? "").toISOString()];
      };
      expect(await change("America/New_York")).toEqual(["America/New_York", "2026-06-10T11:00:00.000Z"]);
      expect(await change("America/Los_Angeles")).toEqual([
        "America/Los_Angeles",
        "2026-06-10T14:00:00.000Z",
      ]);
    },
  );

  test("a schedule offers managers who can open the report as recipients and rejects everyone else", async () => {
    const { admin, landlord } = building;
    const saved = await saveReport({ by: landlord });
    const possible = (await send("GET", `/${saved.id}/possible-recipients`, landlord)).json<
      { fullName: string }[]
    >();
    expect(possible.map(({ fullName }) => fullName)).toEqual(["Ada Admin", "Lena Landlord", "Pia Partner"]);
    const hill = await saveReport({ by: admin, query: `propertyId=${hillHouseId}` });
    for (const person of [landlord, building.tenant, building.technician]) {
      const response = await putSchedule(admin, hill.id, [person]);
      expect(response.json().fields.recipientIds).toBe(
        "One of these people can't open this report. Remove them first.",
      );
    }
  });

  test("a schedule rejects a weekday after Sunday, an empty list of files, and an empty list of recipients", async () => {
    const { id } = await saveReport({});
    for (const wrong of [{ day: 8 }, { formats: [] }, { recipientIds: [] }, { at: "24:00" }])
      expect((await putSchedule(building.admin, id, [building.landlord], wrong)).statusCode).toBe(400);
  });
});

describe("sending scheduled reports", () => {
  test("each recipient gets the report with their own access, never the author's", async () => {
    const { id } = await scheduleReport({ to: [building.admin, building.landlord] });
    await runAt(dueAt);
    const texts = await Promise.all((await findEmails()).map(({ id }) => findPdfText(id)));
    expect(texts.map((text) => text.includes("Hill House"))).toEqual([false, true]);
    const [email] = await findEmails();
    expect(email).toMatchObject({
      to_address: building.landlord.email,
      subject: "Weekly units: As of Jun 10, 2026. 2 units, 0 leases.",
      unsubscribe_path: expect.stringMatching(/^\/unsubscribe\?token=\d+\.reports\./),
    });
    expect(email?.text_body).toContain(
      "Ada Admin scheduled this report. It includes only data you can access.",
    );
    expect(email?.text_body).toMatch(/http:\/\/portal\.example\/reports\/saved\/\d+/);
    expect(email?.html_body).not.toContain("Hill House");
    expect(await outcomes()).toEqual([
      ["Ada Admin", "sent"],
      ["Lena Landlord", "sent"],
    ]);
    const log = await portal.db
      .selectFrom("audit_log")
      .select("actor_name")
      .where("action", "=", "saved-report.emailed")
      .where("subject_id", "=", String(id))
      .execute();
    expect(log).toEqual([{ actor_name: "The portal" }, { actor_name: "The portal" }]);
  });

  test("a report is sent once per period, and only once for all runs missed during an outage", async () => {
    await scheduleReport();
    await runAt("2026-06-10T13:59:00Z");
    expect(await findEmails()).toEqual([]);
    await runAt(dueAt);
    await runAt("2026-06-10T14:01:00Z");
    await Promise.all([sendReports(portal.services), sendReports(portal.services)]);
    expect(await findEmails()).toHaveLength(1);
    await runAt("2026-07-10T14:00:00Z");
    await runAt("2026-07-10T14:01:00Z");
    expect(await findEmails()).toHaveLength(2);
    await runAt("2026-07-15T14:00:00Z");
    expect(await findEmails()).toHaveLength(3);
  });

  test("after a process is killed, recipients who already have the email don't get it again", async () => {
    await scheduleReport({ to: [building.admin, building.landlord] });
    await runAt(dueAt);
    await sql`update report_recipients set outcome = 'waiting' where user_id = ${building.landlord.id}`.execute(
      portal.db,
    );
    await runAt("2026-06-10T14:01:00Z");
    expect((await findEmails()).map(({ to_address: to }) => to)).toEqual([
      building.landlord.email,
      building.admin.email,
      building.landlord.email,
    ]);
  });

  test("a recipient who lost access is skipped, and the author is notified once", async () => {
    const { admin, landlord, propertyId } = building;
    await scheduleReport({ query: `propertyId=${propertyId}`, to: [landlord, partner] });
    await portal.db.deleteFrom("property_landlords").where("user_id", "=", partner.id).execute();
    await runAt(dueAt);
    await runAt("2026-06-17T14:00:00Z");
    expect(await outcomes()).toEqual([
      ["Lena Landlord", "sent"],
      ["Pia Partner", "no-access"],
    ]);
    expect((await findEmails()).map(({ to_address: to }) => to)).toEqual([landlord.email, landlord.email]);
    expect(await notificationsOf(admin)).toEqual([
      { kind: "report.access-lost", details: { name: "Weekly units", person: "Pia Partner" } },
    ]);
    const regain = { property_id: propertyId, user_id: partner.id };
    await portal.db.insertInto("property_landlords").values(regain).execute();
    await runAt("2026-06-24T14:00:00Z");
    expect(await outcomes()).toContainEqual(["Pia Partner", "sent"]);
  });

  test("former staff, people with disabled accounts, and people who turned the emails off get no reports", async () => {
    const people = await Promise.all(
      ["Demoted", "Disabled", "Quiet", "Unconfirmed"].map((fullName) =>
        newPerson({ role: "landlord", fullName, propertyIds: [building.propertyId] }),
      ),
    );
    const [demoted, disabled, quiet, unconfirmed] = people.map(({ id }) => id);
    await scheduleReport({ to: people });
    await sql`update users set role = 'tenant' where id = ${demoted}`.execute(portal.db);
    await sql`update users set state = 'disabled' where id = ${disabled}`.execute(portal.db);
    await sql`update users set email_confirmed_at = null where id = ${unconfirmed}`.execute(portal.db);
    await sql`insert into notification_preferences (user_id, topic, in_portal, by_email, by_push)
      values (${quiet}, 'reports', true, false, false)`.execute(portal.db);
    await runAt(dueAt);
    expect(await findEmails()).toEqual([]);
    expect(await outcomes()).toEqual([
      ["Demoted", "no-access"],
      ["Disabled", "no-access"],
      ["Quiet", "turned-off"],
      ["Unconfirmed", "turned-off"],
    ]);
  });

  test("no report is sent if its author no longer manages any properties", async () => {
    const author = await newPerson({ role: "landlord", propertyIds: [building.propertyId] });
    await scheduleReport({ by: author });
    await sql`update users set state = 'disabled' where id = ${author.id}`.execute(portal.db);
    await runAt(dueAt);
    expect(await findEmails()).toEqual([]);
  });

  test("a report that is too large for an email is sent as a link", async () => {
    await scheduleReport({ to: [building.admin] });
    await sql`insert into units (property_id, unit_number, type, status)
      select ${hillHouseId}, 'L' || n, 'office', 'vacant' from generate_series(1, 10001) n`.execute(
      portal.db,
    );
    await runAt(dueAt);
    await sql`delete from units where property_id = ${hillHouseId} and unit_number like 'L%'`.execute(
      portal.db,
    );
    const [email] = await findEmails();
    expect(email?.text_body).toContain(
      "has more than 10,000 rows, so it isn't attached. Open it in the portal and choose",
    );
    expect(await portal.db.selectFrom("email_attachments").select("email_id").execute()).toEqual([]);
    expect(await outcomes()).toEqual([["Ada Admin", "sent-as-link"]]);
  });

  test("a report that can't be generated fails after three attempts and doesn't delay others", async () => {
    await scheduleReport({ to: [building.landlord] });
    await sql`update saved_reports set query = 'on=never'`.execute(portal.db);
    await sql`update saved_reports set name = 'Broken'`.execute(portal.db);
    await scheduleReport({ to: [partner] });
    for (const minute of ["00", "01", "02", "03"]) await runAt(`2026-06-10T14:${minute}:00Z`);
    expect((await findEmails()).map(({ to_address: to }) => to)).toEqual([partner.email]);
    expect(await outcomes()).toContainEqual(["Lena Landlord", "failed"]);
  });

  test("the report files are attached to the email and removed from the outbox once it's sent", async () => {
    await scheduleReport({ schedule: { formats: ["xlsx", "pdf"] } });
    await runAt(dueAt);
    const [email] = await findEmails();
    const server = await startFakeMailServer();
    const mailer = openMailer({ ...portal.services.config, smtpUrl: server.url });
    await sendEmail(portal.services, mailer, { emailId: email?.id ?? 0, number: 1, isLast: false });
    const { attachments } = await PostalMime.parse(server.received[0] ?? "");
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ["rent-roll-2026-06-10.pdf", "application/pdf"],
      ["rent-roll-2026-06-10.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ]);
    const kept = await portal.db.selectFrom("email_attachments").select("content").execute();
    expect(kept).toEqual([{ content: null }, { content: null }]);
    mailer.close();
    await server.close();
  });
});
