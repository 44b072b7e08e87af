import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sweepFiles } from "#server/jobs/sweep-files.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload } from "#test/files/documents.ts";
import { largePdf } from "#test/files/large-pdf.ts";
import { startKillableInstance } from "#test/instances/killable-instance.ts";
import type { TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";

/** `npm run torture` kills more often, with larger files. */
const kills = isTorture ? 10 : 1;
const megabytes = isTorture ? 10 : 1;
const uploadsOfEach = isTorture ? 50 : 10;

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** The hash of each sent file, by title. */
const sent = new Map<string, string>();

function send(address: string, title: string): Promise<number | undefined> {
  const content = largePdf(megabytes * 1024 * 1024, title);
  sent.set(title, createHash("sha256").update(content).digest("hex"));
  const { body, headers } = documentUpload({
    fields: { title, type: "Contract", buildingId: building.propertyId },
    content,
  });
  return fetch(`${address}/api/documents`, {
    method: "POST",
    body,
    headers: { ...headers, cookie: building.landlord.cookie },
  }).then(
    ({ status }) => status,
    () => undefined,
  );
}

const named = () =>
  portal.db
    .selectFrom("document_files as f")
    .innerJoin("documents as d", "d.id", "f.document_id")
    .select(["d.title", "f.file_key", "f.bytes", "f.sha256"])
    .execute();

const kept = async () =>
  (await readdir(portal.filesFolder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(portal.filesFolder, path.join(entry.parentPath, entry.name)));

async function removeAll(rows: Awaited<ReturnType<typeof named>>): Promise<void> {
  await portal.db.deleteFrom("documents").execute();
  for (const { file_key } of rows) await portal.services.files.remove(file_key);
}

/** Polled every few milliseconds. The minute allows for a busy machine. */
const longest = { interval: 5, timeout: 60_000 };

test(`DOC-19 every document has its file even if the process is killed during ${uploadsOfEach} uploads (${kills} times)`, async () => {
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const before = (await named()).length;
    const instance = await startKillableInstance(portal);
    const responses = Array.from({ length: uploadsOfEach }, (_, index) =>
      send(instance.address, `Paper ${kill}/${index}`),
    );
    // In the middle of some uploads, at a different moment each time.
    await vi.waitUntil(async () => (await named()).length >= before + 1 + ((kill * 7 + 5) % 20), longest);
    await instance.kill();
    const statuses = await Promise.all(responses);
    interrupted += statuses.filter((status) => status === undefined).length;
    const rows = await named();
    // Every upload with a successful response is there.
    expect(rows.length).toBeGreaterThanOrEqual(before + statuses.filter((status) => status === 201).length);
    for (const { title, file_key, bytes, sha256 } of rows) {
      const { stream, bytes: length } = await portal.services.files.read(file_key);
      const hash = createHash("sha256");
      for await (const part of stream) hash.update(part as Buffer);
      expect([length, hash.digest("hex")]).toEqual([Number(bytes), sha256.toString("hex")]);
      expect(sha256.toString("hex")).toBe(sent.get(title));
    }
    // Verified files are deleted to free disk space. Those of the last kill are kept, to show that they stay.
    if (kill < kills - 1) await removeAll(rows);
  }
  // Aborted uploads left temporary files, and a day later none of them are left.
  expect(interrupted).toBeGreaterThan(kills);
  const names = (await named()).map(({ file_key }) => file_key).sort();
  expect((await kept()).length).toBeGreaterThan(names.length);
  await sweepFiles(portal.services);
  expect((await kept()).length).toBeGreaterThan(names.length);
  // By the portal's clock, which stands still while the files are written.
  portal.clock.advanceMinutes(2 * 24 * 60);
  await sweepFiles(portal.services);
  expect((await kept()).sort()).toEqual(names);
}, 7_200_000);
