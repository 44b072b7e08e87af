import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Db } from "#server/db/database.ts";
import { unavailable } from "#shared/errors.ts";
import { createTenantOrder, startBuilding, type TestBuilding } from "#test/building.ts";
import { tinyImage } from "#test/files/images.ts";
import { multipart } from "#test/form.ts";
import { countLockWaits } from "#test/lock-waits.ts";
import { createPerson } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import { contentHash } from "./content-hash.ts";

let portal: TestPortal;
let building: TestBuilding;
let signature: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="150"><path d="M20 100 Q 120 10 200 90 T 380 60" stroke="#000" stroke-width="3" fill="none"/></svg>';
  signature = `data:image/png;base64,${(await sharp(Buffer.from(svg)).png().toBuffer()).toString("base64")}`;
});
afterAll(() => portal.close());

const newOrder = () => createTenantOrder(portal.db, building);
const sign = (who: { cookie: string }, id: number, body: Record<string, unknown> = {}) =>
  portal.call("POST", `/api/work-orders/${id}/signature`, { ...who, body: { signature, ...body } });

describe("signing", () => {
  test.each(["tenant", "technician", "landlord", "admin"] as const)(
    "SIG-01 SIG-14 a %s can sign, and the work order has the signature",
    async (who) => {
      const id = await newOrder();
      const response = await sign(building[who], id);
      expect(response.statusCode).toBe(201);
      const order = response.json<WorkOrder>();
      expect(order.signatureUrl).toMatch(new RegExp(`^/api/work-orders/${id}/signatures/\\d+$`));
      expect(order.signatures).toMatchObject([
        {
          signedByName: building[who].fullName,
          signedBy: { id: building[who].id },
          changedAfterSigning: false,
        },
      ]);
      const image = await portal.call("GET", order.signatureUrl ?? "", building.tenant);
      expect(image.headers["content-type"]).toBe("image/png");
      expect(await sharp(image.rawPayload).metadata()).toMatchObject({ width: 400, height: 150 });
      const [entry] = (await portal.call("GET", `/api/work-orders/${id}/history`, building.tenant)).json<
        ActivityEntry[]
      >();
      expect(entry).toMatchObject({
        actionType: "signature",
        message: `Signed by ${building[who].fullName}`,
      });
    },
  );

  test("a tenant can sign on the technician's phone; both names are stored, and every signature is kept", async () => {
    const id = await newOrder();
    await sign(building.technician, id, { signedByName: "Tessa Tenant" });
    const order = (await sign(building.technician, id, { signedByName: "Second Signer" })).json<WorkOrder>();
    expect(order.signatures.map(({ signedByName }) => signedByName)).toEqual([
      "Second Signer",
      "Tessa Tenant",
    ]);
    expect(order.signatures[0]?.signedBy.id).toBe(building.technician.id);
  });

  test("people aren't notified of their own signature on the technician's phone, but others are", async () => {
    const id = await newOrder();
    const countNotifications = async () =>
      (
        await portal.db
          .selectFrom("notifications")
          .select("user_id")
          .where("work_order_id", "=", id)
          .where("kind", "=", "work-order.signed")
          .where("user_id", "=", building.tenant.id)
          .execute()
      ).length;
    await sign(building.technician, id, { signedByName: building.tenant.fullName });
    expect(await countNotifications()).toBe(0);
    await sign(building.technician, id, { signedByName: "Second Signer" });
    expect(await countNotifications()).toBe(1);
  });

  test("SIG-14 staff get the names of the other people on the lease, who can also sign on the technician's phone", async () => {
    const coworker = await createPerson(portal.db, { role: "tenant", fullName: "Cora Coworker" });
    await portal.db
      .insertInto("lease_members")
      .values({
        lease_id: building.leaseId,
        property_id: building.propertyId,
        user_id: coworker.id,
        starts_on: "2020-01-01",
      })
      .execute();
    const id = await newOrder();
    const readMembers = async (who: { cookie: string }) =>
      (await portal.call("GET", `/api/work-orders/${id}`, who)).json<WorkOrder>().members;
    expect(await readMembers(building.technician)).toEqual(["Cora Coworker"]);
    expect(await readMembers(building.tenant)).toEqual([]);
  });

  test("ROLE-18 reopening a work order by a status change or an edit removes the sign-off but keeps the signature", async () => {
    const move = async (id: number, status: string) =>
      (
        await portal.call("PATCH", `/api/work-orders/${id}/status`, {
          ...building.landlord,
          body: { status },
        })
      ).json<WorkOrder>();
    const id = await newOrder();
    await sign(building.tenant, id);
    expect((await move(id, "completed")).signatureUrl).not.toBeNull();
    await move(id, "open");
    const again = await move(id, "completed");
    expect(again).toMatchObject({ signatureUrl: null, signatures: [{ signedByName: "Tessa Tenant" }] });
    expect((await sign(building.tenant, id)).json<WorkOrder>().signatureUrl).not.toBeNull();
    const { title, description, category, location, priority } = again;
    const edited = await portal.call("PATCH", `/api/work-orders/${id}`, {
      ...building.admin,
      body: { title, description, category, location, priority, status: "in-progress" },
    });
    expect(edited.json()).toMatchObject({ status: "in_progress", signatureUrl: null });
  });

  test("a signature stores the hash of the signed content, so verification detects later edits but not status changes", async () => {
    const id = await newOrder();
    await sign(building.tenant, id);
    await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      ...building.admin,
      body: { status: "completed" },
    });
    const order = (await portal.call("GET", `/api/work-orders/${id}`, building.tenant)).json<WorkOrder>();
    expect(order.signatures[0]?.changedAfterSigning).toBe(false);
    const { title, description, category, location, priority } = order;
    const stored = await portal.db
      .selectFrom("work_order_signatures")
      .select("content_hash")
      .where("work_order_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(stored.content_hash).toEqual(
      contentHash({ title, description, category, location, priority, photos: [] }),
    );
    const edit = { title, description, category, location, priority: "urgent", status: "completed" };
    const edited = (
      await portal.call("PATCH", `/api/work-orders/${id}`, { ...building.admin, body: edit })
    ).json<WorkOrder>();
    expect(edited.signatures[0]?.changedAfterSigning).toBe(true);
  });

  test.each([
    [
      "SIG-05 an empty canvas",
      async () =>
        `data:image/png;base64,${(
          await sharp({ create: { width: 400, height: 150, channels: 4, background: "#0000" } })
            .png()
            .toBuffer()
        ).toString("base64")}`,
      "Please sign before confirming.",
    ],
    [
      "a JPEG labeled as a PNG",
      async () =>
        `data:image/png;base64,${(
          await sharp({ create: { width: 4, height: 4, channels: 3, background: "#123" } })
            .jpeg()
            .toBuffer()
        ).toString("base64")}`,
      "The signature image couldn't be read.",
    ],
    [
      "a broken PNG",
      async () => "data:image/png;base64,iVBORw0KGgo=",
      "The signature image couldn't be read.",
    ],
    [
      "SIG-09 something that is not a PNG data URL",
      async () => "data:image/svg+xml;base64,PHN2Zy8+",
      "The signature must be a PNG data URL.",
    ],
    ["a number", async () => 7, "Please sign before confirming."],
  ])("signing with %s is rejected, and nothing is stored", async (_, make, message) => {
    const id = await newOrder();
    const response = await sign(building.tenant, id, { signature: await make() });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe(message);
    expect(
      await portal.db
        .selectFrom("work_order_signatures")
        .select("id")
        .where("work_order_id", "=", id)
        .execute(),
    ).toEqual([]);
  });
});

describe("verifying a work order", () => {
  const requestVerification = (id: number) =>
    portal.call("GET", `/api/work-orders/${id}/verify`, building.landlord);
  const verify = async (id: number) => (await requestVerification(id)).json();
  const createCommented = async () => {
    const id = await newOrder();
    for (const text of ["first", "second", "third"])
      await portal.call("POST", `/api/work-orders/${id}/comments`, { ...building.admin, body: { text } });
    return id;
  };
  /** Changes data like an attacker with direct database access. */
  const tamper = (statement: string, values: unknown[]) =>
    portal.db.transaction().execute(async (db) => {
      const { CompiledQuery } = await import("kysely");
      await db.executeQuery(CompiledQuery.raw("set local session_replication_role = replica"));
      await db.executeQuery(CompiledQuery.raw(statement, values));
    });

  test("an unchanged work order verifies, including log, photos, and signatures", async () => {
    const id = await createCommented();
    await sign(building.tenant, id);
    expect(await verify(id)).toMatchObject({ valid: true, entries: 4, signatures: 1, problems: [] });
  });

  test.each([
    [
      "a changed comment",
      `update work_order_activity set details = '{"text": "other"}' where work_order_id = $1 and seq = 2`,
      "Entry 2 of the activity log was altered.",
    ],
    [
      "an entry with an unknown version",
      "update work_order_activity set hash_version = 3 where work_order_id = $1 and seq = 2",
      "Entry 2 of the activity log was altered.",
    ],
    [
      "a changed time",
      "update work_order_activity set happened_at = created_at - interval '1 hour' where work_order_id = $1 and seq = 2",
      "Entry 2 of the activity log was altered.",
    ],
    [
      "a changed author",
      "update work_order_activity set user_name = 'Someone Else' where work_order_id = $1 and seq = 3",
      "Entry 3 of the activity log was altered.",
    ],
    [
      "a missing entry",
      "delete from work_order_activity where work_order_id = $1 and seq = 2",
      "An entry before entry 3 in the activity log is missing.",
    ],
    [
      "missing latest entries",
      "delete from work_order_activity where work_order_id = $1 and seq = 3",
      "The most recent activity log entries are missing.",
    ],
    [
      "a changed work order",
      "update work_orders set title = 'Another problem' where id = $1",
      "The work order's text was changed outside the portal.",
    ],
  ])("verification detects and names %s", async (_, statement, problem) => {
    const id = await createCommented();
    await tamper(statement, [id]);
    const result = await verify(id);
    expect(result.valid).toBe(false);
    expect(result.problems).toContain(problem);
  });

  /** Adds an entry with version 1 of the digest. */
  const writeEntry = (db: Db, id: number) =>
    db
      .insertInto("work_order_activity")
      .values({
        work_order_id: id,
        property_id: building.propertyId,
        action_type: "comment_added",
        details: JSON.stringify({ text: "from before" }),
        hash_version: 1,
        seq: 0,
        previous_hash: Buffer.alloc(0),
        hash: Buffer.alloc(0),
      })
      .execute();

  test("entries with version 1 of the digest and late entries still verify", async () => {
    const id = await createCommented();
    await writeEntry(portal.db, id);
    await portal.call("POST", `/api/work-orders/${id}/comments`, {
      ...building.technician,
      body: { text: "late" },
      headers: { "happened-at": new Date(portal.clock.now.getTime() - 3_600_000).toISOString() },
    });
    expect(await verify(id)).toMatchObject({ valid: true, entries: 5, problems: [] });
    await tamper("update work_order_activity set details = '{}' where work_order_id = $1 and seq = 4", [id]);
    expect((await verify(id)).problems).toContain("Entry 4 of the activity log was altered.");
  });

  test("verification detects a signature whose file was swapped", async () => {
    const id = await newOrder();
    await sign(building.tenant, id);
    const { file_key, sha256 } = await portal.db
      .selectFrom("work_order_signatures")
      .select(["file_key", "sha256"])
      .where("work_order_id", "=", id)
      .executeTakeFirstOrThrow();
    const other = Buffer.from("another image");
    expect(createHash("sha256").update(other).digest().equals(sha256)).toBe(false);
    await writeFile(path.join(portal.filesFolder, file_key), other);
    expect(await verify(id)).toMatchObject({
      valid: false,
      problems: ["Tessa Tenant's signature doesn't match the original."],
    });
  });

  /** Creates a work order with one photo. */
  const createWithPhoto = async () => {
    const id = await newOrder();
    const photo = { name: "images", fileName: "sink.png", type: "image/png", content: await tinyImage() };
    const form = multipart({}, [photo]);
    const added = await portal.call("POST", `/api/work-orders/${id}/images`, {
      ...building.tenant,
      body: form.body,
      headers: form.headers,
    });
    return { id, imageId: added.json<WorkOrder>().images[0]?.id };
  };

  test("verification detects a photo whose file is missing", async () => {
    const { id } = await createWithPhoto();
    const { file_key } = await portal.db
      .selectFrom("work_order_images")
      .select("file_key")
      .where("work_order_id", "=", id)
      .executeTakeFirstOrThrow();
    await rm(path.join(portal.filesFolder, file_key));
    expect((await verify(id)).problems).toEqual(["Photo 1 doesn't match the original."]);
  });

  test("if the file storage is unavailable, verification returns 503 instead of reporting a mismatch", async () => {
    const { id } = await createWithPhoto();
    const outage = vi
      .spyOn(portal.services.files, "read")
      .mockRejectedValueOnce(unavailable("File storage isn't reachable right now."));
    const response = await requestVerification(id);
    outage.mockRestore();
    expect([response.statusCode, response.json().code]).toEqual([503, "unavailable"]);
    expect(await verify(id)).toMatchObject({ valid: true, photos: 1 });
  });

  test("verification doesn't report a photo that is removed before verification reads its file", async () => {
    const { id, imageId } = await createWithPhoto();
    const { read } = portal.services.files;
    const reading = vi.spyOn(portal.services.files, "read").mockImplementationOnce(async (key) => {
      await portal.call("DELETE", `/api/work-orders/${id}/images/${imageId}`, building.tenant);
      return read(key);
    });
    expect(await verify(id)).toMatchObject({ valid: true, problems: [] });
    reading.mockRestore();
  });

  test("verification doesn't report an entry that is added while verification reads the log", async () => {
    const id = await createCommented();
    const { verifying } = await portal.db.transaction().execute(async (db) => {
      await sql`lock table work_order_activity_heads in access exclusive mode`.execute(db);
      const pending = verify(id);
      await expect.poll(() => countLockWaits(portal.db)).toBe(1);
      await writeEntry(db, id);
      return { verifying: pending };
    });
    expect(await verifying).toMatchObject({ valid: true, entries: 3, problems: [] });
  });
});
