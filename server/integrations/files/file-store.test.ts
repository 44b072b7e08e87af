import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FakeS3, startFakeS3 } from "#test/fakes/fake-s3.ts";
import { readConfig } from "../../config.ts";
import { type FileStore, isKey } from "./file-store.ts";
import { openFiles } from "./open-files.ts";

const log = pino({ level: "silent" });
const computeHash = (content: Buffer) => createHash("sha256").update(content).digest();
const dayMs = 24 * 60 * 60 * 1000;

/** The behavior both drivers must have. */
describe.each(["disk", "object storage"])("files stored on %s", (where) => {
  const isBucket = where !== "disk";
  let folder: string;
  let s3: FakeS3;
  let files: FileStore;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "portal-store-"));
    s3 = await startFakeS3();
    const config = readConfig({ DATA_DIR: folder, ...(isBucket ? s3.environment : {}) });
    files = await openFiles(config, log);
  });
  afterAll(async () => {
    await s3.close();
    await rm(folder, { recursive: true, force: true });
  });

  const readWhole = async (key: string) => buffer((await files.read(key)).stream);
  const receive = async (content: Buffer) => {
    const place = files.createReceivePath();
    await writeFile(place, content);
    return { path: place, bytes: content.length, sha256: computeHash(content) };
  };
  /** Returns all files on this machine. */
  const onDisk = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  const makeOlder = async (key: string, daysOld: number) => {
    const at = new Date(Date.now() - daysOld * dayMs);
    const stored = s3.objects.get(key);
    if (isBucket && stored !== undefined) stored.at = at;
    else await utimes(path.join(folder, "files", key), at, at);
  };

  const writeOld = async (file: string) => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, "a");
    await utimes(file, 0, 0);
  };

  test("a stored file is read back unchanged, with its length and hash", async () => {
    const content = randomBytes(70_000);
    const stored = await files.put(content, "png");
    expect(stored).toEqual({ key: stored.key, bytes: 70_000, sha256: computeHash(content) });
    expect(isKey(stored.key)).toBe(true);
    const { stream, bytes } = await files.read(stored.key);
    expect(bytes).toBe(70_000);
    expect((await buffer(stream)).equals(content)).toBe(true);
  });

  test("a received file is stored unchanged, and its incoming copy is removed", async () => {
    const content = randomBytes(3_000_000);
    const received = await receive(content);
    const stored = await files.storeReceived(received, "pdf");
    expect(stored).toEqual({ key: stored.key, bytes: content.length, sha256: received.sha256 });
    expect((await readWhole(stored.key)).equals(content)).toBe(true);
    expect(await onDisk()).not.toContain(path.basename(received.path));
  });

  test("other users of this machine can't read a file or list a folder", async () => {
    const { key } = await files.put(Buffer.from("a"), "png");
    const getMode = async (place: string) => (await stat(place)).mode & 0o777;
    const stored = path.join(folder, "files", key);
    const incoming = path.dirname(files.createReceivePath());
    const [folders, storedFiles] = isBucket
      ? [[incoming], []]
      : [[incoming, path.dirname(stored), path.join(folder, "files")], [stored]];
    for (const one of folders) expect(await getMode(one)).toBe(0o700);
    for (const one of storedFiles) expect(await getMode(one)).toBe(0o600);
  });

  test("reading a range of a file returns the bytes from the first through the last position", async () => {
    const content = randomBytes(200_000);
    const { key } = await files.put(content, "pdf");
    for (const [first, last] of [
      [0, 0],
      [0, 199_999],
      [199_999, 199_999],
      [65_535, 131_073],
    ] as const) {
      const { stream, bytes } = await files.read(key, { first, last });
      expect((await buffer(stream)).equals(content.subarray(first, last + 1))).toBe(true);
      expect(bytes).toBe(200_000);
    }
  });

  test("a missing file is reported as not found, and removing a file twice isn't an error", async () => {
    const { key } = await files.put(Buffer.from("a"), "pdf");
    await files.remove(key);
    await files.remove(key);
    await expect(files.read(key)).rejects.toMatchObject({ code: "not_found" });
  });

  test("20 files stored concurrently get different names, and each is unchanged", async () => {
    const contents = Array.from({ length: 20 }, () => randomBytes(300_000));
    const stored = await Promise.all(
      contents.map(async (content, index) =>
        index % 2 === 0 ? files.put(content, "png") : files.storeReceived(await receive(content), "pdf"),
      ),
    );
    expect(new Set(stored.map(({ key }) => key)).size).toBe(20);
    const read = await Promise.all(stored.map(({ key }) => readWhole(key)));
    expect(read.map((content, index) => content.equals(contents[index] as Buffer))).toEqual(
      contents.map(() => true),
    );
  });

  test.each([
    "../secret_key",
    "ab/../../secret_key",
    "/etc/passwd",
    "incoming/00000000-0000-4000-8000-000000000000",
    "ab/00000000-0000-4000-8000-000000000000.pdf/..",
    "ab\\00000000-0000-4000-8000-000000000000.pdf",
    "ab/00000000-0000-4000-8000-000000000000.pdf\0",
    "AB/00000000-0000-4000-8000-000000000000.pdf",
    "",
  ])("a malformed storage key is rejected: %j", async (key) => {
    const requestsBefore = s3.requests.length;
    await expect(files.read(key)).rejects.toThrow("Malformed file key");
    await expect(async () => files.remove(key)).rejects.toThrow("Malformed file key");
    expect(s3.requests).toHaveLength(requestsBefore);
  });

  test("an extension that would leave the folder is rejected, and no file is left behind", async () => {
    const before = [await onDisk(), s3.objects.size];
    await expect(async () => files.put(Buffer.from("a"), "../../x")).rejects.toThrow("Malformed file key");
    expect([await onDisk(), s3.objects.size]).toEqual(before);
  });

  test("unreferenced files and unfinished uploads are removed after a day", async () => {
    const putFile = async (daysOld: number) => {
      const { key } = await files.put(Buffer.from("a"), "pdf");
      await makeOlder(key, daysOld);
      return key;
    };
    const many = Array.from({ length: 620 }, () => `ab/ab${randomUUID().slice(2)}.pdf`);
    for (const key of many)
      if (isBucket) s3.objects.set(key, { content: Buffer.from("a"), at: new Date(0) });
      else await writeOld(path.join(folder, "files", key));
    const [named, orphan, young] = [await putFile(2), await putFile(2), await putFile(0)];
    const [left, interrupted] = [await receive(Buffer.from("half")), await receive(Buffer.from("half"))];
    const then = new Date(Date.now() - 2 * dayMs);
    await utimes(left.path, then, then);
    const all = new Set([named, ...many]);
    const askedFor: number[] = [];
    const swept = await files.sweep(new Date(Date.now() - dayMs), async (keys) => {
      askedFor.push(keys.length);
      return keys.filter((key) => all.has(key));
    });
    expect(swept).toBe(2);
    expect(askedFor.length).toBeGreaterThan(1);
    expect(Math.max(...askedFor)).toBeLessThanOrEqual(500);
    await expect(files.read(orphan)).rejects.toMatchObject({ code: "not_found" });
    for (const key of [named, young]) expect((await readWhole(key)).toString()).toBe("a");
    const names = await onDisk();
    expect(names).not.toContain(path.basename(left.path));
    expect(names).toContain(path.basename(interrupted.path));
  });
});
