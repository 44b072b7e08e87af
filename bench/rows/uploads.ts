import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { documentUpload } from "#test/documents.ts";
import { largePdf } from "#test/large-pdf.ts";
import { inTurn } from "../figures.ts";
import { throughput } from "../load.ts";
import { memoryOf, type Running, startFloor, startPortal } from "../processes.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Row } from "../setting.ts";

const fileBytes = 10 * 1024 * 1024;
const cookie = sessionCookie(people.admin);

/** Documents of 10 MB with session, form, content check, fsync and rows, compared with hashing and writing them. */
export const uploads: Row = {
  name: "uploads",
  goal: 7,
  title: "Uploading documents of 10 MB, 16 at once, against hashing them and writing them to a file",
  async measure(setting) {
    const url = await setting.databaseUrl();
    const floorFolder = await mkdtemp(path.join(tmpdir(), "portal-bench-floor-"));
    const portal = await startPortal(url);
    const floor = await startFloor(url, floorFolder);
    const filesFolder = path.join(portal.dataDir, "files");
    await mkdir(filesFolder, { recursive: true });
    try {
      await pause(5_000);
      const idle = memoryOf(portal.process).now;
      const document = largePdf(fileBytes, "A document of the bench");
      const form = documentUpload({
        fields: { title: "Paper", type: "Contract", buildingId: 1 },
        content: document,
      });
      const request = requestOf("/api/documents", form.body, { ...form.headers, cookie });
      const bare = requestOf("/upload", document, { "content-type": "application/octet-stream" });
      let peak: number | undefined;
      const run = (running: Running, bytes: Buffer, folder: string) => async () => {
        const perSecond = await throughput(running.origin, {
          connections: 16,
          seconds: 5,
          request: () => ({ path: "", bytes }),
        });
        // Measured before the texts of the files are extracted.
        if (running === portal) peak ??= memoryOf(portal.process).peak;
        // So that gigabytes do not pile up; no upload is in progress by now.
        await emptied(folder);
        return (perSecond * fileBytes) / 1e6;
      };
      const speed = await inTurn(3, {
        floor: run(floor, bare, floorFolder),
        portal: run(portal, request, filesFolder),
      });
      const ratio = speed.portal / speed.floor;
      const more = (peak ?? Number.NaN) - idle;
      const left = await leftAfterCuts(portal, request, filesFolder);
      return {
        figures: [
          {
            what: "MB a second",
            must: "0.5",
            aim: "0.7",
            now: `${ratio.toFixed(2)} (${speed.portal.toFixed(0)} / ${speed.floor.toFixed(0)})`,
            reached: ratio >= 0.5,
          },
          {
            what: "Peak memory over idle",
            must: "60 MB",
            aim: "40 MB",
            now: `${more.toFixed(0)} MB (${idle.toFixed(0)} to ${peak?.toFixed(0)})`,
            reached: more <= 60,
          },
          {
            what: "Files left after 20 cut connections",
            must: "0",
            aim: "0",
            now: String(left),
            reached: left === 0,
          },
        ],
      };
    } finally {
      await portal.stop();
      await floor.stop();
      await rm(floorFolder, { recursive: true, force: true });
    }
  },
};

function requestOf(target: string, body: Buffer, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ host: "portal", "content-length": String(body.length), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.concat([Buffer.from(`POST ${target} HTTP/1.1\r\n${head}\r\n`), body]);
}

async function emptied(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await rm(path.join(entry.parentPath, entry.name), { force: true });
}

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

/** Cuts each connection at a different position of the file, once the server has received a part. */
async function leftAfterCuts(portal: Running, request: Buffer, folder: string): Promise<number> {
  const before = await filesIn(folder);
  const { hostname, port } = new URL(portal.origin);
  for (let cut = 1; cut <= 20; cut += 1) {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(request.subarray(0, Math.floor((request.length * cut) / 21)));
    for (let look = 0; look < 500 && (await filesIn(folder)) === before; look += 1) await pause(10);
    socket.destroy();
  }
  let left = -1;
  for (let look = 0; look < 100 && left !== 0; look += 1) {
    await pause(100);
    left = (await filesIn(folder)) - before;
  }
  return left;
}
