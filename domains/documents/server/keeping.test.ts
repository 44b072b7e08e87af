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
import { documentUpload, smallPdf, upload } from "#test/documents.ts";
import { multipart } from "#test/form.ts";
import { largePdf } from "#test/large-pdf.ts";
import type { TestPortal } from "#test/portal.ts";
import { type S3StandIn, startS3 } from "#test/s3-stand-in.ts";
import { isTorture } from "#test/torture.ts";
import type { Document } from "../contract.ts";

/** How many uploads are under way at once; `npm run torture` sends more. */
const uploadsAtOnce = isTorture ? 50 : 10;

const away = "The file storage cannot be reached right now. Please try again in a minute.";
const full = "There is no room left to store this. Please tell the administrator.";

describe.each(["the disk", "an object storage"])("documents kept on %s", (where) => {
  let s3: S3StandIn;
  let portal: TestPortal;
  let building: TestBuilding;
  let address: string;
  beforeAll(async () => {
    s3 = await startS3();
    const store = where === "the disk" ? {} : s3.environment;
    ({ portal, building } = await startBuilding({ ...store, TRUST_PROXY: "127.0.0.1" }));
    address = await portal.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    await portal.close();
    await s3.close();
  });

  /** All stored and temporary files, and the number of rows that refer to them. */
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

  test("a photo of a fault is stored with its thumbnail and shown", async () => {
    const { body, headers } = await orderWithPhoto();
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

  test(`${uploadsAtOnce} concurrent uploads of two people are each stored unchanged`, async () => {
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

  test("uploads aborted in the middle, 20 times, leave nothing behind", async () => {
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
        // Aborted right after the form began, in the middle of the file, or just before its end.
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

  test("a document that is refused after its file was received leaves nothing behind", async () => {
    const before = await leftovers();
    expect((await send(smallPdf(), "No")).statusCode).toBe(400);
    expect((await send(Buffer.from("%PDF-"))).statusCode).toBe(415);
    expect((await send(largePdf(10 * 1024 * 1024 + 1, "Too large"))).statusCode).toBe(413);
    expect(await leftovers()).toEqual(before);
  });

  test("a full disk is 507 with a message for every upload; nothing is left behind, and other pages keep working", async () => {
    const before = await leftovers();
    const { files } = portal.services;
    const { placeToReceive, put } = files;
    files.placeToReceive = () => {
      const place = placeToReceive();
      // A device on which every write fails for lack of space.
      symlinkSync("/dev/full", place);
      return place;
    };
    files.put = async () => {
      throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
    };
    const refused = [await send()];
    files.placeToReceive = placeToReceive;
    const { body, headers } = await orderWithPhoto();
    refused.push(
      await portal.call("POST", "/api/work-orders", { cookie: building.tenant.cookie, body, headers }),
    );
    files.put = put;
    for (const response of refused) {
      expect(response.statusCode).toBe(507);
      expect(response.json()).toMatchObject({ code: "disk_full", message: full });
    }
    expect(await leftovers()).toEqual(before);
    const list = await portal.call("GET", "/api/documents", { cookie: building.landlord.cookie });
    expect(list.statusCode).toBe(200);
    expect((await send()).statusCode).toBe(201);
  });

  /** 64 uploads of four people from two networks that begin and then send nothing. */
  function hold64() {
    const { port } = portal.app.server.address() as AddressInfo;
    const people = [building.landlord, building.admin, building.tenant, building.neighbour];
    const held = Array.from({ length: 64 }, () => connect(port, "127.0.0.1"));
    for (const [index, socket] of held.entries())
      socket
        .on("error", () => undefined)
        .write(begun(people[index % 4]?.cookie ?? "", `192.0.2.${index % 2}`));
    return held;
  }

  test("with 64 uploads under way the next is refused for now, and succeeds later", async () => {
    const { files } = portal.services;
    const { placeToReceive } = files;
    let begunCount = 0;
    files.placeToReceive = () => {
      begunCount += 1;
      return placeToReceive();
    };
    const held = hold64();
    // An upload sent meanwhile would have taken one of the 64 places.
    await expect.poll(() => begunCount, { timeout: 10_000 }).toBe(64);
    files.placeToReceive = placeToReceive;
    const refused = await send();
    expect(refused.headers["retry-after"]).toBe("5");
    expect(refused.json()).toMatchObject({
      code: "unavailable",
      message: "Many files are being received at this moment. Please try again in a moment.",
    });
    for (const socket of held) socket.destroy();
    await expect.poll(async () => (await send()).statusCode, { timeout: 10_000 }).toBe(201);
  });

  test("uploads whose connection ended before they were read free their places", async () => {
    const [asking, closing] = [{ count: 0 }, { count: 0 }];
    const count = (request: IncomingMessage) => {
      asking.count += 1;
      request.once("close", () => (closing.count += 1));
    };
    portal.app.server.on("request", count);
    await portal.db.transaction().execute(async (db) => {
      // While this lock is held no session can be read.
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

/** An upload whose file has begun and that then sends nothing. */
const begun = (cookie: string, network = "192.0.2.1") =>
  `POST /api/documents HTTP/1.1\r\nhost: portal\r\nx-forwarded-for: ${network}\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="paper.pdf"\r\n\r\n%PDF`;

async function orderWithPhoto() {
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

describe("documents on an object storage with failures", () => {
  let s3: S3StandIn;
  let portal: TestPortal;
  let building: TestBuilding;
  beforeAll(async () => {
    s3 = await startS3();
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

  test("while it is away uploads and downloads are 503 with a message, nothing is written, and lists keep working", async () => {
    const sent = await send();
    const file = `/api/documents/${sent.json<Document>().id}/file`;
    const before = (await list()).body;
    await s3.down();
    const download = await portal.call("GET", file, { cookie: building.landlord.cookie });
    for (const response of [await send(), download]) {
      expect(response.statusCode).toBe(503);
      expect(response.headers["retry-after"]).toBe("60");
      expect(response.json()).toMatchObject({ code: "unavailable", message: away });
    }
    expect((await list()).body).toBe(before);
    expect((await portal.app.inject("/readyz")).statusCode).toBe(200);
    await s3.up();
    expect((await send()).statusCode).toBe(201);
    expect(
      (await portal.call("GET", file, { cookie: building.landlord.cookie })).rawPayload.equals(smallPdf()),
    ).toBe(true);
  });

  test("more uploads than database connections wait for the storage, few at a time, and hold no connection", async () => {
    s3.sleep();
    const waiting = Array.from({ length: 40 }, (_, index) =>
      send(index % 2 === 0 ? building.landlord : building.admin),
    );
    await expect.poll(() => s3.underWay(), { timeout: 10_000 }).toBe(4);
    expect((await list()).statusCode).toBe(200);
    s3.awake();
    const responses = await Promise.all(waiting);
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  });

  test("a replaced photo that cannot be deleted does not undo the change", async () => {
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
    const kept = s3.objects.size;
    s3.refuse("DELETE", 403, 4);
    expect((await photo()).statusCode).toBe(200);
    // The new files and, until they are swept, the old ones.
    expect(s3.objects.size).toBe(kept + 2);
  });
});
