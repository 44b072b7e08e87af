import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { fromBufferPromise } from "yauzl";
import type { DataExport } from "#domains/exports/contract.ts";
import { writeExport } from "#domains/exports/server/write-export.ts";
import { openPool } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import type { TestPortal } from "./portal.ts";

interface Caller {
  cookie: string;
}

export const startExport = (portal: TestPortal, { cookie }: Caller) =>
  portal.call("POST", "/api/exports", { cookie });

export const listExports = async (portal: TestPortal, { cookie }: Caller) =>
  (await portal.call("GET", "/api/exports", { cookie })).json<DataExport[]>();

export const downloadExport = (portal: TestPortal, { cookie }: Caller, id: number) =>
  portal.call("GET", `/api/exports/${id}/file`, { cookie });

/** Runs the job like the worker. */
export async function runExport(
  portal: TestPortal,
  exportId: number,
  services: Services = portal.services,
): Promise<void> {
  const pool = openPool(portal.connection, portal.services.log);
  await writeExport(services, pool, { exportId });
  await pool.end();
}

/** Starts an export, runs its job, and returns the entries of the downloaded ZIP. */
export async function exportAll(portal: TestPortal, caller: Caller): Promise<Map<string, Buffer>> {
  const started = await startExport(portal, caller);
  expect(started.statusCode, started.body).toBe(202);
  const { id } = started.json<DataExport>();
  await runExport(portal, id);
  const response = await downloadExport(portal, caller, id);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers["content-length"]).toBe(String(response.rawPayload.length));
  return readZip(response.rawPayload);
}

async function readZip(content: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(content);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  zip.close();
  return entries;
}

/** Returns the rows of a table, by column. */
export const readTable = (entries: ReadonlyMap<string, Buffer>, name: string): Record<string, string>[] =>
  parse(entries.get(name) ?? "", { bom: true, columns: true });
