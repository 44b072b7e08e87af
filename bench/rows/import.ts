import { setTimeout as pause } from "node:timers/promises";
import { createSeeded, dropDatabase } from "../database.ts";
import { memoryOf, type Running, startPortal } from "../processes.ts";
import { people, sessionCookie } from "../seed.ts";
import type { Figure, Row } from "../setting.ts";

const cookie = sessionCookie(people.admin);
const databaseName = "bench_import";

interface Import {
  id: number;
  state: string;
  badRows: number;
}

/** A file of units that the building numbered 1 does not have yet. */
function unitsFile(rows: number, prefix: string): string {
  const lines = Array.from(
    { length: rows },
    (_, at) => `1,${prefix}${at},office,0,1.5,"2,500.00",2500,${850 + (at % 400)},vacant`,
  );
  return `Property,Unit number,Type,Beds,Baths,Rent,Deposit,Size (sq ft),Status\n${lines.join("\n")}\n`;
}

async function ask(portal: Running, path: string, init: RequestInit = {}): Promise<Import> {
  const answer = await fetch(`${portal.origin}${path}`, { ...init, headers: { cookie } });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Import;
}

async function check(portal: Running, content: string): Promise<Import> {
  const form = new FormData();
  form.append("kind", "units");
  form.append("file", new Blob([content], { type: "text/csv" }), "units.csv");
  const checked = await ask(portal, "/api/imports", { method: "POST", body: form });
  if (checked.badRows > 0) throw new Error("The file of the bench has errors.");
  return checked;
}

async function write(portal: Running, { id }: Import): Promise<void> {
  let { state } = await ask(portal, `/api/imports/${id}/run`, { method: "POST" });
  while (state === "queued" || state === "running") {
    await pause(50);
    ({ state } = await ask(portal, `/api/imports/${id}`));
  }
  if (state !== "done") throw new Error(`The import came to be ${state}.`);
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000;

/** 10,000 units from a file to the building, and how much memory a file of any size takes. */
export const importing: Row = {
  name: "import",
  title: "Importing units from a CSV file",
  async measure(setting) {
    const server = await setting.databaseServer();
    const portal = await startPortal(await createSeeded(server, databaseName, 1_000));
    try {
      await pause(3_000);
      const idle = memoryOf(portal.process)?.now;
      const figures: Figure[] = [];
      for (const [rows, must, aim] of [
        [10_000, 20, 5],
        [100_000, undefined, undefined],
      ] as const) {
        const content = unitsFile(rows, `B${rows}-`);
        const startedAt = performance.now();
        const checked = await check(portal, content);
        const checkedAfter = secondsSince(startedAt);
        await write(portal, checked);
        const seconds = secondsSince(startedAt);
        const peak = memoryOf(portal.process)?.peak;
        figures.push({
          what: `${rows.toLocaleString("en-US")} units, checked and written`,
          must: must === undefined ? "" : `${must} s`,
          aim: aim === undefined ? "" : `${aim} s`,
          now: `${seconds.toFixed(1)} s (checked after ${checkedAfter.toFixed(1)} s)`,
          ...(must === undefined ? {} : { reached: seconds <= must }),
        });
        if (idle !== undefined && peak !== undefined)
          figures.push({
            what: `Highest memory of the process until then (${(content.length / 1e6).toFixed(1)} MB of text)`,
            must: "250 MB",
            aim: "180 MB",
            now: `${peak.toFixed(0)} MB (${idle.toFixed(0)} MB when idle)`,
            reached: peak <= 250,
          });
      }
      return { figures };
    } finally {
      await portal.stop();
      await dropDatabase(server, databaseName);
    }
  },
};
