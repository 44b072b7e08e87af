import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { documentUpload } from "#test/files/documents.ts";
import { largePdf } from "#test/files/large-pdf.ts";
import type { Row } from "../environment.ts";
import { compareRates, none, upTo } from "../figures.ts";
import { type Request, throughput } from "../load.ts";
import { sessionCookie } from "../seed.ts";
import { readMemory, startFloor, startPortal } from "../servers.ts";

const fileBytes = 10 * 1024 * 1024;
const cuts = 20;

/** Documents of 10 MB with session, form, content check, fsync, and rows, compared with hashing and writing them. */
export const uploads: Row = {
  name: "uploads",
  goal: 7,
  title: "Uploading documents of 10 MB, 16 at a time, against hashing them and writing them to a file",
  async measure(environment) {
    const url = await environment.databaseUrl();
    const floorFolder = await mkdtemp(path.join(tmpdir(), "portal-bench-floor-"));
    const portal = await startPortal(url);
    const floor = await startFloor(url, floorFolder);
    const portalFolder = path.join(portal.dataDir, "files");
    await mkdir(portalFolder, { recursive: true });
    try {
      await pause(5_000);
      const idle = readMemory(portal.process).current;
      const content = largePdf(fileBytes, "A document of the bench");
      const fields = { title: "Paper", type: "Contract", buildingId: 1 };
      const { body, headers } = documentUpload({ fields, content });
      const request: Request = {
        method: "POST",
        path: "/api/documents",
        cookie: sessionCookie("admin"),
        body,
        headers,
      };
      const bare: Request = {
        method: "POST",
        path: "/upload",
        body: content,
        headers: { "content-type": "application/octet-stream" },
      };
      const side = (origin: string, upload: Request, folder: string) => async () => {
        const perSecond = await throughput(origin, { connections: 16, amount: 32, request: () => upload });
        // Otherwise gigabytes would pile up.
        for (const file of await listFiles(folder)) await rm(file, { force: true });
        return (perSecond * fileBytes) / 1e6;
      };
      const sides = {
        bare: side(floor.origin, bare, floorFolder),
        portal: side(portal.origin, request, portalFolder),
      };
      await sides.portal();
      // Later, text is extracted from the files, which is not part of an upload.
      const { peak } = readMemory(portal.process);
      return [
        await compareRates("MB per second", sides, { must: 0.5, aim: 0.7 }),
        upTo("Peak memory over idle", peak - idle, { must: 60, aim: 40, unit: " MB", digits: 0 }),
        none(
          `Files left after ${cuts} interrupted uploads`,
          await countLeftFiles(portal.origin, request, portalFolder),
        ),
      ];
    } finally {
      await portal.stop();
      await floor.stop();
      await rm(floorFolder, { recursive: true, force: true });
    }
  },
};

const listFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Interrupts uploads at different positions of the file, once the server has received a part. */
async function countLeftFiles(origin: string, request: Request, folder: string): Promise<number> {
  const body = request.body as Buffer;
  const count = async () => (await listFiles(folder)).length;
  const before = await count();
  for (let cut = 1; cut <= cuts; cut += 1) {
    const outgoing = sendRequest(new URL(request.path, origin), {
      method: "POST",
      headers: { ...request.headers, cookie: request.cookie, "content-length": body.length },
    });
    outgoing.on("error", () => undefined);
    outgoing.write(body.subarray(0, Math.floor((body.length * cut) / (cuts + 1))));
    for (let check = 0; check < 500 && (await count()) === before; check += 1) await pause(10);
    outgoing.destroy();
  }
  for (let check = 0; check < 100 && (await count()) > before; check += 1) await pause(100);
  return (await count()) - before;
}
