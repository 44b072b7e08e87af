import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { documentUpload } from "#test/documents.ts";
import { largePdf } from "#test/large-pdf.ts";
import { createSeeded, dropDatabase } from "../database.ts";
import { inTurn } from "../figures.ts";
import { throughput } from "../load.ts";
import { memoryOf, type Running, startFloor, startPortal } from "../processes.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";

const fileBytes = 10 * 1024 * 1024;
const database = "bench_uploads";
const cookie = sessionCookie(people.admin);

/** Row 7: documents of 10 MB with session, form, look at what they hold, fsync and rows, against hashing and writing them. */
export const uploads: Row = {
  name: "uploads",
  title: "Uploading documents of 10 MB, 16 at once, against hashing them and writing them to a file",
  async measure(setting) {
    const server = await setting.databaseServer();
    const url = await createSeeded(server, database, 1_000);
    const floorFolder = await mkdtemp(path.join(tmpdir(), "portal-bench-floor-"));
    const portal = await startPortal(url);
    const floor = await startFloor(url, floorFolder);
    const filesFolder = path.join(portal.dataDir, "files");
    await mkdir(filesFolder, { recursive: true });
    try {
      await pause(5_000);
      const idle = memoryOf(portal.process)?.now;
      const document = largePdf(fileBytes, "A paper of the bench");
      const form = formOf(document, "Paper");
      const request = requestOf("/api/documents", form.body, { ...form.headers, cookie });
      const bare = requestOf("/upload", document, { "content-type": "application/octet-stream" });
      let peakWhileTheyCome: number | undefined;
      const run = (running: Running, bytes: Buffer, folder: string) => async () => {
        const perSecond = await throughput(running.origin, {
          connections: 16,
          seconds: 6,
          request: () => ({ path: "", bytes }),
        });
        if (running === portal) peakWhileTheyCome ??= memoryOf(portal.process)?.peak;
        // So that gigabytes do not pile up; what is under way is over by now.
        await emptied(folder);
        return (perSecond * fileBytes) / 1e6;
      };
      const sides = { floor: run(floor, bare, floorFolder), portal: run(portal, request, filesFolder) };
      // A turn that does not count: neither has its code compiled yet.
      for (const turn of Object.values(sides)) await turn();
      const speed = await inTurn(5, sides);
      const peak = memoryOf(portal.process)?.peak;
      const ratio = speed.portal / speed.floor;
      const figures: Figure[] = [
        {
          what: "MB a second against the floor",
          must: "0.8",
          aim: "0.95",
          now: `${ratio.toFixed(2)} (${speed.portal.toFixed(0)} / ${speed.floor.toFixed(0)})`,
          reached: ratio >= 0.8,
        },
      ];
      if (idle !== undefined && peakWhileTheyCome !== undefined && peak !== undefined) {
        const more = peakWhileTheyCome - idle;
        figures.push({
          what: "Memory at its highest over idle, while the files come",
          must: "60 MB",
          aim: "40 MB",
          now: `${more.toFixed(0)} MB (${idle.toFixed(0)} to ${peakWhileTheyCome.toFixed(0)})`,
          reached: more <= 60,
        });
        // Row 9: the texts wait while many files come, and are read while the floor has its turn.
        figures.push({
          what: "Memory at its highest, with their texts read afterwards",
          must: "250 MB",
          aim: "150 MB",
          now: `${peak.toFixed(0)} MB`,
          reached: peak <= 250,
        });
      }
      const left = await leftAfterCuts(portal, request, filesFolder);
      figures.push({
        what: "Files left after 20 cut connections",
        must: "0",
        aim: "0",
        now: String(left),
        reached: left === 0,
      });
      figures.push(await fiftyAtOnce(portal));
      return { figures };
    } finally {
      await portal.stop();
      await floor.stop();
      await rm(floorFolder, { recursive: true, force: true });
      await dropDatabase(server, database);
    }
  },
};

const formOf = (content: Buffer, title: string) =>
  documentUpload({ fields: { title, type: "Contract", buildingId: 1 }, content });

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

/** Each ends at another place of the file, once something of it has come. */
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

/** Each is there as it was sent, or was asked to come back. */
async function fiftyAtOnce({ origin }: Running): Promise<Figure> {
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const content = largePdf(fileBytes, `Paper ${index}`);
      const sha256 = createHash("sha256").update(content).digest("hex");
      const { body, headers } = formOf(content, `Paper ${index}`);
      const sent = await fetch(`${origin}/api/documents`, {
        method: "POST",
        body,
        headers: { ...headers, cookie },
      }).catch((error: unknown) => console.error(error));
      const { id = 0 } = ((await sent?.json()) ?? {}) as { id?: number };
      return { status: sent?.status ?? 0, id, sha256 };
    }),
  );
  let right = 0;
  for (const { status, id, sha256 } of answers) {
    if (status !== 201) continue;
    const file = await fetch(`${origin}/api/documents/${id}/file`, { headers: { cookie } });
    const taken = createHash("sha256").update(Buffer.from(await file.arrayBuffer()));
    if (taken.digest("hex") === sha256) right += 1;
  }
  const askedToWait = answers.filter(({ status }) => status === 503).length;
  return {
    what: "50 at once: right, or asked to come back",
    must: "50",
    aim: "50",
    now: `${right + askedToWait} (${right} right, ${askedToWait} asked to come back)`,
    reached: right + askedToWait === 50,
  };
}
