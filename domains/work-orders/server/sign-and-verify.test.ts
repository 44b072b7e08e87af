import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Db } from "#server/db/database.ts";
import { unavailable } from "#shared/errors.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createWorkOrder } from "#test/people.ts";
import { tinyPicture } from "#test/pictures.ts";
import type { TestPortal } from "#test/portal.ts";
import { waitingForLock } from "#test/waiting-for-lock.ts";
import type { ActivityEntry, WorkOrder } from "../contract.ts";
import { contentHash } from "./content-hash.ts";

let portal: TestPortal;
let building: TestBuilding;
let stroke: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="150"><path d="M20 100 Q 120 10 200 90 T 380 60" stroke="#000" stroke-width="3" fill="none"/></svg>';
  stroke = `data:image/png;base64,${(await sharp(Buffer.from(svg)).png().toBuffer()).toString("base64")}`;
});
afterAll(() => portal.close());

const newOrder = () =>
  createWorkOrder(portal.db, {
    propertyId: building.propertyId,
    unitId: building.unitId,
    leaseId: building.leaseId,
    createdById: building.tenant.id,
  });
const sign = (who: { cookie: string }, id: number, body: Record<string, unknown> = {}) =>
  portal.call("POST", `/api/work-orders/${id}/signature`, { ...who, body: { signature: stroke, ...body } });

describe("signing", () => {
  test.each(["tenant", "technician", "landlord", "admin"] as const)(
    "SIG-01 SIG-14 a %s signs, and the order carries the signature",
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

  test("on site the tenant signs on the technician's phone: both names are stored, and every signature is kept", async () => {
    const id = await newOrder();
    await sign(building.technician, id, { signedByName: "Tessa Tenant" });
    const order = (await sign(building.technician, id, { signedByName: "Second Signer" })).json<WorkOrder>();
    expect(order.signatures.map(({ signedByName }) => signedByName)).toEqual([
      "Second Signer",
      "Tessa Tenant",
    ]);
    expect(order.signatures[0]?.signedBy.id).toBe(building.technician.id);
  });

  test("ROLE-18 an order that is reopened is no longer signed off, by a move or an edit; its signature is kept", async () => {
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

  test("the record holds the hash of the signed content: a later edit shows, a move does not", async () => {
    const id = await newOrder();
    await sign(building.tenant, id);
    await portal.call("PATCH", `/api/work-orders/${id}/status`, {
      ...building.admin,
      body: { status: "completed" },
    });
    const order = (await portal.call("GET", `/api/work-orders/${id}`, building.tenant)).json<WorkOrder>();
    expect(order.signatures[0]?.changedAfterSigning).toBe(false);
    const { title, description, category, location, priority } = order;
    const kept = await portal.db
      .selectFrom("work_order_signatures")
      .select("content_hash")
      .where("work_order_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(kept.content_hash).toEqual(
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
      "a JPEG that claims to be a PNG",
      async () =>
        `data:image/png;base64,${(
          await sharp({ create: { width: 4, height: 4, channels: 3, background: "#123" } })
            .jpeg()
            .toBuffer()
        ).toString("base64")}`,
      "The signature could not be read as a PNG image.",
    ],
    [
      "a broken PNG",
      async () => "data:image/png;base64,iVBORw0KGgo=",
      "The signature could not be read as a PNG image.",
    ],
    [
      "SIG-09 something that is not a PNG data URL",
      async () => "data:image/svg+xml;base64,PHN2Zy8+",
      "The signature must be a PNG data URL.",
    ],
    ["a number", async () => 7, "Please sign before confirming."],
  ])("%s is refused, and nothing is stored", async (_, make, message) => {
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

describe("Verify", () => {
  const askToVerify = (id: number) => portal.call("GET", `/api/work-orders/${id}/verify`, building.landlord);
  const verify = async (id: number) => (await askToVerify(id)).json();
  const commented = async () => {
    const id = await newOrder();
    for (const text of ["first", "second", "third"])
      await portal.call("POST", `/api/work-orders/${id}/comments`, { ...building.admin, body: { text } });
    return id;
  };
  /** Changes data as an intruder with the database's own password would. */
  const tamper = (statement: string, values: unknown[]) =>
    portal.db.transaction().execute(async (db) => {
      const { CompiledQuery } = await import("kysely");
      await db.executeQuery(CompiledQuery.raw("set local session_replication_role = replica"));
      await db.executeQuery(CompiledQuery.raw(statement, values));
    });

  test("an unchanged order verifies: log, photos and signatures", async () => {
    const id = await commented();
    await sign(building.tenant, id);
    expect(await verify(id)).toMatchObject({ valid: true, entries: 4, signatures: 1, problems: [] });
  });

  test.each([
    [
      "a changed comment",
      `update work_order_activity set particulars = '{"text": "other"}' where work_order_id = $1 and seq = 2`,
      "Entry 2 of the activity log was changed.",
    ],
    [
      "an entry of a version that does not exist",
      "update work_order_activity set hash_version = 3 where work_order_id = $1 and seq = 2",
      "Entry 2 of the activity log was changed.",
    ],
    [
      "a changed time of what was done",
      "update work_order_activity set happened_at = created_at - interval '1 hour' where work_order_id = $1 and seq = 2",
      "Entry 2 of the activity log was changed.",
    ],
    [
      "a changed author",
      "update work_order_activity set user_name = 'Somebody' where work_order_id = $1 and seq = 3",
      "Entry 3 of the activity log was changed.",
    ],
    [
      "a missing entry",
      "delete from work_order_activity where work_order_id = $1 and seq = 2",
      "An entry before entry 3 of the activity log is missing.",
    ],
    [
      "missing newest entries",
      "delete from work_order_activity where work_order_id = $1 and seq = 3",
      "The newest entries of the activity log are missing.",
    ],
    [
      "a changed order",
      "update work_orders set title = 'Another fault' where id = $1",
      "The order's text was changed outside the portal.",
    ],
  ])("%s is found and named", async (_, statement, problem) => {
    const id = await commented();
    await tamper(statement, [id]);
    const found = await verify(id);
    expect(found.valid).toBe(false);
    expect(found.problems).toContain(problem);
  });

  /** Adds an entry of the first version of the digest. */
  const writeEntry = (db: Db, id: number) =>
    db
      .insertInto("work_order_activity")
      .values({
        work_order_id: id,
        property_id: building.propertyId,
        action_type: "comment_added",
        particulars: JSON.stringify({ text: "from before" }),
        hash_version: 1,
        seq: 0,
        previous_hash: Buffer.alloc(0),
        hash: Buffer.alloc(0),
      })
      .execute();

  test("entries of the first version of the digest still verify, and so does what came late", async () => {
    const id = await commented();
    await writeEntry(portal.db, id);
    await portal.call("POST", `/api/work-orders/${id}/comments`, {
      ...building.technician,
      body: { text: "late" },
      headers: { "happened-at": new Date(portal.clock.now.getTime() - 3_600_000).toISOString() },
    });
    expect(await verify(id)).toMatchObject({ valid: true, entries: 5, problems: [] });
    await tamper("update work_order_activity set particulars = '{}' where work_order_id = $1 and seq = 4", [
      id,
    ]);
    expect((await verify(id)).problems).toContain("Entry 4 of the activity log was changed.");
  });

  test("a signature whose file was swapped is found", async () => {
    const id = await newOrder();
    await sign(building.tenant, id);
    const { file_key, sha256 } = await portal.db
      .selectFrom("work_order_signatures")
      .select(["file_key", "sha256"])
      .where("work_order_id", "=", id)
      .executeTakeFirstOrThrow();
    const other = Buffer.from("another picture");
    expect(createHash("sha256").update(other).digest().equals(sha256)).toBe(false);
    await writeFile(path.join(portal.filesFolder, file_key), other);
    expect(await verify(id)).toMatchObject({
      valid: false,
      problems: ["The signature of Tessa Tenant is not the one that was given."],
    });
  });

  /** An order with one photo. */
  const withPhoto = async () => {
    const id = await newOrder();
    const photo = { name: "images", fileName: "sink.png", type: "image/png", content: await tinyPicture() };
    const form = multipart({}, [photo]);
    const added = await portal.call("POST", `/api/work-orders/${id}/images`, {
      ...building.tenant,
      body: form.body,
      headers: form.headers,
    });
    return { id, imageId: added.json<WorkOrder>().images[0]?.id };
  };

  test("a photo whose file is missing is found", async () => {
    const { id } = await withPhoto();
    const { file_key } = await portal.db
      .selectFrom("work_order_images")
      .select("file_key")
      .where("work_order_id", "=", id)
      .executeTakeFirstOrThrow();
    await rm(path.join(portal.filesFolder, file_key));
    expect((await verify(id)).problems).toEqual(["Photo 1 is not the one that was sent."]);
  });

  test("while the file storage cannot be reached nothing is called forged: the answer is 503", async () => {
    const { id } = await withPhoto();
    const away = vi
      .spyOn(portal.services.files, "read")
      .mockRejectedValueOnce(unavailable("The file storage cannot be reached right now."));
    const response = await askToVerify(id);
    away.mockRestore();
    expect([response.statusCode, response.json().code]).toEqual([503, "unavailable"]);
    expect(await verify(id)).toMatchObject({ valid: true, photos: 1 });
  });

  test("a photo that is removed before its file is read is no problem", async () => {
    const { id, imageId } = await withPhoto();
    const { read } = portal.services.files;
    const reading = vi.spyOn(portal.services.files, "read").mockImplementationOnce(async (key) => {
      await portal.call("DELETE", `/api/work-orders/${id}/images/${imageId}`, building.tenant);
      return read(key);
    });
    expect(await verify(id)).toMatchObject({ valid: true, problems: [] });
    reading.mockRestore();
  });

  test("an entry that is added while the log is read is no problem", async () => {
    const id = await commented();
    const { verifying } = await portal.db.transaction().execute(async (db) => {
      await sql`lock table work_order_activity_heads in access exclusive mode`.execute(db);
      const asked = verify(id);
      await expect.poll(() => waitingForLock(portal.db)).toBe(1);
      await writeEntry(db, id);
      return { verifying: asked };
    });
    expect(await verifying).toMatchObject({ valid: true, entries: 3, problems: [] });
  });
});
