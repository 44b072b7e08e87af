import { createHash } from "node:crypto";
import { symlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WorkOrder } from "#domains/work-orders/contract.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { type FakeS3, startFakeS3 } from "#test/fakes/fake-s3.ts";
import { documentUpload, smallPdf, upload } from "#test/files/documents.ts";
import { largePdf } from "#test/files/large-pdf.ts";
import { multipart } from "#test/form.ts";
import type { TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";
import type { Document } from "../../contract.ts";

/** How many uploads run in parallel. `npm run torture` sends more. */
const uploadsAtOnce = isTorture ? 50 : 10;

const away = "File storage isn't reachable right now. Please try again in a minute.";
const full = "There's no storage space left. Contact your administrator.";

describe.each(["the disk", "object storage"])("documents stored on %s", (where) => {
  let s3: FakeS3;
  let portal: TestPortal;
  let building: TestBuilding;
  let address: string;
  beforeAll(async () => {
    s3 = await startFakeS3();
    const store = where === "the disk" ? {} : s3.environment;
    ({ portal, building } = await startBuilding({ ...store, TRUST_PROXY: "127.0.0.1" }));
    address = await portal.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    await portal.close();
    await s3.close();
  });

  /** Returns all stored and temporary files, and the number of rows that refer to them. */
  async function leftovers() {
    const folder = path.dirname(portal.filesFolder);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const { count } = await portal.db
      .selectFrom("document_files")
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return { files: entries.filter((one) => !one.isDirectory()).length + s3.objects.size, rows: count };
  }
  const send = (content?: Buffer, title = "House rules") =>
    upload(portal, building.landlord.cookie, {
      fields: { title, type: "Contract", buildingId: building.propertyId },
      ...(content === undefined ? {} : { content }),
    });
  const take = ({ id }: { id: number }) =>
    portal.call("GET", `/api/documents/${id}/file`, { cookie: building.landlord.cookie });

  test("DOC-19 DOC-26 API-20 a document of exactly 10 MB is stored and downloaded unchanged", async () => {
    const content = largePdf(10 * 1024 * 1024, "Exactly ten megabytes");
    const sent = await send(content);
    expect(sent.statusCode).toBe(201);
    const file = await take(sent.json<Document>());
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.equals(content)).toBe(true);
    const part = await portal.call("GET", `/api/documents/${sent.json<Document>().id}/file`, {
      cookie: building.landlord.cookie,
      headers: { range: "bytes=1000000-1000099" },
    });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(content.subarray(1_000_000, 1_000_100))).toBe(true);
  });

  test("DOC-27 a PDF with padding around it is stored and downloaded without the padding", async () => {
    const content = smallPdf("Padded");
    const sent = await send(Buffer.concat([Buffer.from("\ufeff\n"), content, Buffer.alloc(4096)]));
    expect(sent.statusCode, sent.body).toBe(201);
    expect(sent.json<Document>().file.bytes).toBe(content.length);
    expect((await take(sent.json<Document>())).rawPayload.equals(content)).toBe(true);
  });

  test("a work order photo is stored with its thumbnail and displayed", async () => {
    const { body, headers } = await workOrderWithPhoto();
    const { cookie } = building.tenant;
    const reported = await portal.call("POST", "/api/work-orders", { cookie, body, headers });
    expect(reported.statusCode).toBe(201);
    const { url = "", thumbnailUrl = "" } = reported.json<WorkOrder>().images[0] ?? {};
    for (const address of [url, thumbnailUrl]) {
      const photo = await portal.call("GET", address, { cookie });
      expect(photo.statusCode).toBe(200);
      expect((await sharp(photo.rawPayload).metadata()).width).toBeGreaterThan(10);
    }
  });

  test(`${uploadsAtOnce} concurrent uploads by two people are all stored unchanged`, async () => {
    const contents = Array.from({ length: uploadsAtOnce }, (_, index) =>
      largePdf(1_000_000, `Paper ${index}`),
    );
    const responses = await Promise.all(
      contents.map(async (content, index) => {
        const { body, headers } = documentUpload({
          fields: { title: `Paper ${index}`, type: "Contract", buildingId: building.propertyId },
          content,
        });
        const response = await fetch(`${address}/api/documents`, {
          method: "POST",
          body,
          headers: { ...headers, cookie: (index % 2 === 0 ? building.landlord : building.admin).cookie },
        });
        return { status: response.status, document: (await response.json()) as Document };
      }),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    for (const [index, { document }] of responses.entries()) {
      const { sha256, file_key } = await portal.db
        .selectFrom("document_files")
        .select(["sha256", "file_key"])
        .where("document_id", "=", document.id)
        .executeTakeFirstOrThrow();
      const { stream } = await portal.services.files.read(file_key);
      const hash = createHash("sha256");
      for await (const part of stream) hash.update(part as Buffer);
      expect(hash.digest().equals(sha256), `Paper ${index}`).toBe(true);
      expect(
        sha256.equals(
          createHash("sha256")
            .update(contents[index] as Buffer)
            .digest(),
        ),
      ).toBe(true);
    }
  }, 60_000);

  test("20 uploads aborted partway leave nothing behind", async () => {
    const before = await leftovers();
    const { body, headers } = documentUpload({
      fields: { title: "Cut short", type: "Contract", buildingId: building.propertyId },
      content: largePdf(2_000_000, "Cut short"),
    });
    const { port } = portal.app.server.address() as AddressInfo;
    const incoming = async () => (await leftovers()).files - before.files;
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const socket = connect(port, "127.0.0.1");
        const isClosed = new Promise<void>((closed) => void socket.once("close", () => closed()));
        socket.on("error", () => undefined);
        const head = `POST /api/documents HTTP/1.1\r\nhost: portal\r\ncookie: ${building.landlord.cookie}\r\ncontent-type: ${headers["content-type"]}\r\ncontent-length: ${body.length}\r\n\r\n`;
        // Aborted right after the form starts, in the middle of the file, or just before its end.
        const length = Math.floor((body.length * (index + 1)) / 21);
        await new Promise((sent) =>
          socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, length)]), sent),
        );
        await expect.poll(incoming).toBeGreaterThan(0);
        socket.destroy();
        await isClosed;
      }),
    );
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual(before);
  });

  test("a document that is rejected after its file was received leaves nothing behind", async () => {
    const before = await leftovers();
    expect((await send(smallPdf(), "No")).statusCode).toBe(400);
    expect((await send(Buffer.from("%PDF-"))).statusCode).toBe(415);
    expect((await send(largePdf(10 * 1024 * 1024 + 1, "Too large"))).statusCode).toBe(413);
    expect(await leftovers()).toEqual(before);
  });

  test("with a full disk, every upload returns 507 with a message, nothing is stored, and other pages keep working", async () => {
    const before = await leftovers();
    const { files } = portal.services;
    const { createReceivePath: placeToReceive, put } = files;
    files.createReceivePath = () => {
      const place = placeToReceive();
      // A device on which every write fails for lack of space.
      symlinkSync("/dev/full", place);
      return place;
    };
    files.put = async () => {
      throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
    };
    const rejected = [await send()];
    files.createReceivePath = placeToReceive;
    const { body, headers } = await workOrderWithPhoto();
    rejected.push(
      await portal.call("POST", "/api/work-orders", { cookie: building.tenant.cookie, body, headers }),
    );
    files.put = put;
    for (const response of rejected) {
      expect(response.statusCode).toBe(507);
      expect(response.json()).toMatchObject({ code: "disk_full", message: full });
    }
    expect(await leftovers()).toEqual(before);
    const list = await portal.call("GET", "/api/documents", { cookie: building.landlord.cookie });
    expect(list.statusCode).toBe(200);
    expect((await send()).statusCode).toBe(201);
  });

  /** Starts 64 uploads by four people from two networks that then send nothing. */
  function hold64() {
    const { port } = portal.app.server.address() as AddressInfo;
    const people = [building.landlord, building.admin, building.tenant, building.neighbor];
    const held = Array.from({ length: 64 }, () => connect(port, "127.0.0.1"));
    for (const [index, socket] of held.entries())
      socket
        .on("error", () => undefined)
        .write(startUpload(people[index % 4]?.cookie ?? "", `192.0.2.${index % 2}`));
    return held;
  }

  test("with 64 uploads in progress, the next upload is rejected and succeeds when retried later", async () => {
    const { files } = portal.services;
    const { createReceivePath: placeToReceive } = files;
    let startedCount = 0;
    files.createReceivePath = () => {
      startedCount += 1;
      return placeToReceive();
    };
    const held = hold64();
    // An upload sent before would have taken one of the 64 slots.
    await expect.poll(() => startedCount, { timeout: 10_000 }).toBe(64);
    files.createReceivePath = placeToReceive;
    const rejected = await send();
    expect(rejected.headers["retry-after"]).toBe("5");
    expect(rejected.json()).toMatchObject({
      code: "unavailable",
      message: "The server is receiving a lot of files right now. Please try again in a moment.",
    });
    for (const socket of held) socket.destroy();
    await expect.poll(async () => (await send()).statusCode, { timeout: 10_000 }).toBe(201);
  });

  test("an upload whose connection ends before it's read frees its slot", async () => {
    const [asking, closing] = [{ count: 0 }, { count: 0 }];
    const count = (request: IncomingMessage) => {
      asking.count += 1;
      request.once("close", () => (closing.count += 1));
    };
    portal.app.server.on("request", count);
    await portal.db.transaction().execute(async (db) => {
      // While this lock is held, no session can be read.
      await sql`lock table sessions`.execute(db);
      const held = hold64();
      await expect.poll(() => asking.count, { timeout: 10_000 }).toBe(64);
      for (const socket of held) socket.resetAndDestroy();
      await expect.poll(() => closing.count, { timeout: 10_000 }).toBe(64);
    });
    portal.app.server.off("request", count);
    await expect.poll(async () => (await send()).statusCode, { timeout: 10_000 }).toBe(201);
  });
});

/** Starts an upload whose file has started and that then sends nothing. */
const startUpload = (cookie: string, network = "192.0.2.1") =>
  `POST /api/documents HTTP/1.1\r\nhost: portal\r\nx-forwarded-for: ${network}\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="paper.pdf"\r\n\r\n%PDF`;

async function workOrderWithPhoto() {
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#345" } })
    .png()
    .toBuffer();
  return multipart(
    {
      title: "Water on the floor",
      description: "There is water on the floor of the kitchen.",
      category: "Plumbing",
      location: "Kitchen",
      priority: "high",
    },
    [{ name: "images", fileName: "floor.png", type: "image/png", content }],
  );
}

describe("documents on object storage with failures", () => {
  let s3: FakeS3;
  let portal: TestPortal;
  let building: TestBuilding;
  beforeAll(async () => {
    s3 = await startFakeS3();
    ({ portal, building } = await startBuilding(s3.environment));
  });
  afterAll(async () => {
    await portal.close();
    await s3.close();
  });
  const send = ({ cookie } = building.landlord) =>
    upload(portal, cookie, {
      fields: { title: "House rules", type: "Contract", buildingId: building.propertyId },
    });
  const list = () => portal.call("GET", "/api/documents", { cookie: building.landlord.cookie });

  test("while the storage is unavailable, uploads and downloads return 503 with a message, nothing is written, and lists keep working", async () => {
    const sent = await send();
    const file = `/api/documents/${sent.json<Document>().id}/file`;
    const before = (await list()).body;
    await s3.stop();
    const download = await portal.call("GET", file, { cookie: building.landlord.cookie });
    for (const response of [await send(), download]) {
      expect(response.statusCode).toBe(503);
      expect(response.headers["retry-after"]).toBe("60");
      expect(response.json()).toMatchObject({ code: "unavailable", message: away });
    }
    expect((await list()).body).toBe(before);
    expect((await portal.app.inject("/readyz")).statusCode).toBe(200);
    await s3.restart();
    expect((await send()).statusCode).toBe(201);
    expect(
      (await portal.call("GET", file, { cookie: building.landlord.cookie })).rawPayload.equals(smallPdf()),
    ).toBe(true);
  });

  test("uploads that outnumber the database connections wait for the storage, a few at a time, without holding a connection", async () => {
    s3.hold();
    const waiting = Array.from({ length: 40 }, (_, index) =>
      send(index % 2 === 0 ? building.landlord : building.admin),
    );
    await expect.poll(() => s3.activeRequests(), { timeout: 10_000 }).toBe(4);
    expect((await list()).statusCode).toBe(200);
    s3.release();
    const responses = await Promise.all(waiting);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  });

  test("a failure to delete a replaced photo doesn't undo the change", async () => {
    const photo = async () => {
      const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#345" } })
        .png()
        .toBuffer();
      const { body, headers } = multipart({}, [
        { name: "photo", fileName: "house.png", type: "image/png", content },
      ]);
      const url = `/api/properties/${building.propertyId}/photo`;
      return portal.call("PUT", url, { cookie: building.landlord.cookie, body, headers });
    };
    expect((await photo()).statusCode).toBe(200);
    const storedBefore = s3.objects.size;
    s3.rejectNext("DELETE", 403, 4);
    expect((await photo()).statusCode).toBe(200);
    // The new files and, until they're swept, the old ones.
    expect(s3.objects.size).toBe(storedBefore + 2);
  });
});
