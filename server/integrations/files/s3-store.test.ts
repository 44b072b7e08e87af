import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeS3, startFakeS3 } from "#test/fakes/fake-s3.ts";
import { readConfig, type S3Settings } from "../../config.ts";
import type { FileStore } from "./file-store.ts";
import { openS3Store } from "./s3-store.ts";

let s3: FakeS3;
let folder: string;
let files: FileStore;
let warnings: unknown[];
const readSettings = (environment: Record<string, string>) => readConfig(environment).s3 as S3Settings;
const open = (environment = s3.environment) =>
  openS3Store(readSettings(environment), {
    incoming: path.join(folder, "incoming"),
    log: { warn: (...words: unknown[]) => void warnings.push(words) },
  });

beforeEach(async () => {
  s3 = await startFakeS3();
  folder = await mkdtemp(path.join(tmpdir(), "portal-s3-"));
  warnings = [];
  files = await open();
  s3.requests.length = 0;
});
afterEach(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const content = randomBytes(2_000_000);
const readWhole = async (key: string) => buffer((await files.read(key)).stream);
async function received() {
  const place = files.createReceivePath();
  await writeFile(place, content);
  return { path: place, bytes: content.length, sha256: createHash("sha256").update(content).digest() };
}
const away = {
  code: "unavailable",
  message: "File storage isn't reachable right now. Please try again in a minute.",
  extras: { retryAfterSeconds: 60 },
};

test.each([
  ["responds with an error", () => s3.rejectNext("PUT", 500)],
  ["is busy", () => s3.rejectNext("PUT", 429)],
  ["loses the connection", () => s3.disconnectNext("PUT")],
])("an upload is retried if the storage %s once", async (_, fail) => {
  fail();
  const { key } = await files.storeReceived(await received(), "pdf");
  expect(s3.requests).toEqual(["PUT", "PUT"]);
  expect((await readWhole(key)).equals(content)).toBe(true);
});

test.each([
  ["responds with errors", () => s3.rejectNext("PUT", 503, 10)],
  ["loses every connection", () => s3.disconnectNext("PUT", 10)],
  ["receives corrupted bytes", () => s3.corruptNext()],
  ["rejects the keys", () => s3.rejectNext("PUT", 403)],
  ["is unreachable", () => s3.stop()],
])("if the storage %s, the file is rejected with a message and nothing is stored", async (_, fail) => {
  const file = await received();
  fail();
  await expect(files.storeReceived(file, "pdf")).rejects.toMatchObject(away);
  expect(s3.objects.size).toBe(0);
});

test("full object storage is reported like a full disk", async () => {
  s3.rejectNext("PUT", 507, 10);
  await expect(files.put(content, "pdf")).rejects.toMatchObject({ code: "disk_full" });
});

test("while the storage is down, files can't be read, removed, or swept, and everything works again once it's back", async () => {
  const { key } = await files.put(content, "pdf");
  await s3.stop();
  await expect(files.read(key)).rejects.toMatchObject(away);
  await expect(files.remove(key)).rejects.toMatchObject(away);
  await expect(files.sweep(new Date(), async () => [])).rejects.toMatchObject(away);
  await s3.restart();
  expect((await readWhole(key)).equals(content)).toBe(true);
});

test("a download that loses its connection ends in an error, never in a truncated file", async () => {
  const { key } = await files.put(content, "pdf");
  s3.disconnectNext("GET");
  await expect(readWhole(key)).rejects.toThrow("aborted");
});

test("an aborted download releases its connection, even before the first byte", async () => {
  const { key } = await files.put(randomBytes(12_000_000), "pdf");
  const [unread, started] = [await files.read(key), await files.read(key)];
  await once(started.stream, "readable");
  expect(s3.activeRequests()).toBe(2);
  unread.stream.destroy();
  started.stream.destroy();
  await expect.poll(() => s3.activeRequests()).toBe(0);
  expect(s3.requests).toEqual(["PUT", "GET", "GET"]);
});

test.each([
  ["another bucket", { S3_BUCKET: "photos" }],
  ["an unknown key", { S3_ACCESS_KEY_ID: "AKIANOBODY" }],
])("with %s, the portal doesn't start and names the settings to check", async (_, change) => {
  await expect(open({ ...s3.environment, ...change })).rejects.toThrow(
    /^S3_BUCKET: .*Check S3_BUCKET, S3_REGION, S3_ENDPOINT, and the keys\.$/,
  );
});

test("unreachable or unresponsive storage doesn't prevent the start, and the log has a warning without the keys", async () => {
  s3.hold();
  await open();
  expect(warnings).toHaveLength(1);
  s3.release();
  await s3.stop();
  const later = await open();
  expect(JSON.stringify(warnings)).toContain("File storage isn't reachable");
  expect(JSON.stringify(warnings)).not.toContain("secret of the fake");
  await s3.restart();
  await expect(later.put(content, "pdf")).resolves.toMatchObject({ bytes: content.length });
});
