import { connect } from "node:net";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf, upload } from "#test/files/documents.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let id: number;
const content = smallPdf("Taken in parts");
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  id = await uploaded("Versicherung Müller.pdf", content);
});
afterAll(() => portal.close());

async function uploaded(fileName: string, file: Buffer): Promise<number> {
  const fields = { title: "Insurance", type: "Insurance", buildingId: building.propertyId };
  const response = await upload(portal, building.landlord.cookie, { fields, fileName, content: file });
  expect(response.statusCode).toBe(201);
  return response.json<Document>().id;
}

const take = (headers: Record<string, string> = {}, query = "") =>
  portal.call("GET", `/api/documents/${id}/file${query}`, { cookie: building.tenant.cookie, headers });

/** Returns the downloads recorded for the document while `run` runs. */
async function recordedDownloads(run: () => Promise<unknown>): Promise<string[]> {
  const all = () =>
    portal.db
      .selectFrom("document_downloads")
      .select(["id", "kind", "user_id", "number", "network_address"])
      .orderBy("id")
      .execute();
  const before = (await all()).length;
  await run();
  return (await all()).slice(before).map(({ kind, user_id, number, network_address }) => {
    expect({ user_id, number, network_address }).toEqual({
      user_id: building.tenant.id,
      number: 1,
      network_address: "127.0.0.1",
    });
    return kind;
  });
}

describe("DASH-28 downloading a document's file", () => {
  test("the whole file is sent with its name and media type, and can't run scripts on the portal's pages", async () => {
    const response = await take();
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(content)).toBe(true);
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(content.length),
      "content-disposition": `attachment; filename="Versicherung Muller.pdf"; filename*=UTF-8''Versicherung%20M%C3%BCller.pdf`,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-cache",
      "accept-ranges": "bytes",
    });
    const policy = String(response.headers["content-security-policy"]).split("; ");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "sandbox"]));
  });

  test("a browser that already has the file gets 304, and access is still checked", async () => {
    const etag = String((await take()).headers.etag);
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await take({ "if-none-match": known });
      expect(again.statusCode, known).toBe(304);
      expect(again.rawPayload).toHaveLength(0);
    }
    expect((await take({ "if-none-match": '"other"' })).statusCode).toBe(200);
    await portal.db.updateTable("documents").set({ visibility: "staff" }).where("id", "=", id).execute();
    expect((await take({ "if-none-match": etag })).statusCode).toBe(404);
    await portal.db.updateTable("documents").set({ visibility: "building" }).where("id", "=", id).execute();
  });

  test("a range request returns that part of the file", async () => {
    const size = content.length;
    for (const [range, first, last] of [
      ["bytes=0-0", 0, 0],
      ["bytes=10-19", 10, 19],
      ["bytes=10-", 10, size - 1],
      ["bytes=-7", size - 7, size - 1],
      ["bytes=5-99999999", 5, size - 1],
    ] as const) {
      const response = await take({ range });
      expect(response.statusCode, range).toBe(206);
      expect(response.headers["content-range"]).toBe(`bytes ${first}-${last}/${size}`);
      expect(response.headers["content-length"]).toBe(String(last - first + 1));
      expect(response.rawPayload.equals(content.subarray(first, last + 1))).toBe(true);
    }
  });

  test("a range beyond the end is rejected with the file's length, and multiple or invalid ranges return the whole file", async () => {
    const behind = await take({ range: `bytes=${content.length}-` });
    expect(behind.statusCode).toBe(416);
    expect(behind.headers["content-range"]).toBe(`bytes */${content.length}`);
    expect(behind.json<{ message: string }>().message).toContain(`(${content.length} bytes)`);
    for (const range of ["bytes=0-1,3-4", "bytes=9-2", "pages=1-2", "bytes=x"])
      expect((await take({ range })).statusCode, range).toBe(200);
  });

  test("a resumed download gets the rest of the file, or the whole file if it changed", async () => {
    const etag = String((await take()).headers.etag);
    expect((await take({ range: "bytes=5-", "if-range": etag })).statusCode).toBe(206);
    for (const other of ['"other"', `W/${etag}`, "Sat, 21 Nov 2026 12:00:00 GMT"])
      expect((await take({ range: "bytes=5-", "if-range": other })).statusCode, other).toBe(200);
  });

  test("a HEAD request returns the headers without the file", async () => {
    const response = await portal.app.inject({
      method: "HEAD",
      url: `/api/documents/${id}/file`,
      headers: { cookie: building.tenant.cookie, range: "bytes=0-1" },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-length"]).toBe(String(content.length));
    expect(response.headers["content-disposition"]).toContain("attachment");
    expect(response.rawPayload).toHaveLength(0);
  });

  test("a download is recorded once, but not if nothing was sent and not again for later ranges", async () => {
    const etag = String((await take()).headers.etag);
    expect(await recordedDownloads(() => take())).toEqual(["download"]);
    expect(await recordedDownloads(() => take({}, "?for=preview"))).toEqual(["preview"]);
    expect(await recordedDownloads(() => take({ range: "bytes=0-9" }))).toEqual(["download"]);
    expect(await recordedDownloads(() => take({ range: "bytes=10-" }))).toEqual([]);
    expect(await recordedDownloads(() => take({ range: "bytes=-7" }))).toEqual([]);
    expect(await recordedDownloads(() => take({ range: "bytes=999999-" }))).toEqual([]);
    expect(await recordedDownloads(() => take({ "if-none-match": etag }))).toEqual([]);
    const head = {
      method: "HEAD",
      url: `/api/documents/${id}/file`,
      headers: { cookie: building.tenant.cookie },
    } as const;
    expect(await recordedDownloads(() => portal.app.inject(head))).toEqual([]);
    expect((await take({}, "?for=fun")).json<{ fields: unknown }>().fields).toEqual({
      for: "for must be preview.",
    });
  });

  test("a download of everything but the first byte is recorded once", async () => {
    const fields = { title: "Insurance", type: "Insurance", buildingId: building.propertyId };
    const response = await upload(portal, building.landlord.cookie, { fields });
    const file = `/api/documents/${response.json<Document>().id}/file`;
    const { cookie } = building.tenant;
    const rest = () => portal.call("GET", file, { cookie, headers: { range: "bytes=1-" } });
    expect(await recordedDownloads(rest)).toEqual(["download"]);
    expect(await recordedDownloads(rest)).toEqual([]);
    // An old download doesn't count for today's range.
    await portal.db
      .updateTable("document_downloads")
      .set({ at: new Date(portal.clock.now.getTime() - 25 * 60 * 60_000) })
      .execute();
    expect(await recordedDownloads(rest)).toEqual(["download"]);
  });

  test("a download of a missing file isn't recorded and leaves no open handles", async () => {
    const { file_key: key } = await portal.db
      .selectFrom("document_files")
      .select("file_key")
      .where("document_id", "=", id)
      .executeTakeFirstOrThrow();
    const kept = portal.services.files.read.bind(portal.services.files);
    const read = vi.spyOn(portal.services.files, "read").mockRejectedValueOnce(new Error("gone"));
    expect(await recordedDownloads(async () => expect((await take()).statusCode).toBe(500))).toEqual([]);
    expect(read).toHaveBeenCalledWith(key, undefined);
    read.mockRestore();
    const { stream } = await kept(key);
    stream.destroy();
  });

  test("a file that is being scanned or is infected isn't sent", async () => {
    for (const [scan, sentence] of [
      ["waiting", "This file is still being scanned for viruses. Try again in a minute."],
      ["infected", "This file contained a virus and was removed."],
    ] as const) {
      await portal.db.updateTable("document_files").set({ scan }).where("document_id", "=", id).execute();
      for (const query of ["", "?for=preview"]) {
        const response = await take({}, query);
        expect(response.statusCode).toBe(409);
        expect(response.json<{ message: string }>().message).toBe(sentence);
      }
    }
    await portal.db
      .updateTable("document_files")
      .set({ scan: "unscanned" })
      .where("document_id", "=", id)
      .execute();
  });

  test("an aborted download leaves no open handles", async () => {
    const large = Buffer.concat([content.subarray(0, 9), Buffer.alloc(9_000_000, 32), content.subarray(9)]);
    const largeId = await uploaded("large.pdf", large);
    const streams: Readable[] = [];
    const { files } = portal.services;
    const open = files.read.bind(files);
    const read = vi.spyOn(files, "read").mockImplementation(async (key, range) => {
      const opened = await open(key, range);
      streams.push(opened.stream);
      return opened;
    });
    const address = new URL(await portal.app.listen({ port: 0, host: "127.0.0.1" }));
    const socket = connect(Number(address.port), address.hostname);
    socket.write(
      `GET /api/documents/${largeId}/file HTTP/1.1\r\nHost: ${address.host}\r\nCookie: ${building.tenant.cookie}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once("data", resolve));
    socket.destroy();
    await expect.poll(() => streams.map(({ closed }) => closed), { timeout: 10_000 }).toEqual([true]);
    expect(streams[0]?.readableEnded).toBe(false);
    read.mockRestore();
  });
});
