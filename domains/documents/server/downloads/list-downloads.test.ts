import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf, upload } from "#test/files/documents.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document, listDownloads } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let id: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const uploaded = await upload(portal, building.landlord.cookie, {
    fields: { title: "House rules", type: "Other", buildingId: building.propertyId },
  });
  ({ id } = uploaded.json<Document>());
  await take("tenant", "file?for=preview");
  await take("tenant", "file");
  await take("neighbor", "files/1");
  const form = documentUpload({ fields: {}, content: smallPdf("Second") });
  await portal.call("POST", `/api/documents/${id}/files`, { cookie: building.landlord.cookie, ...form });
  await take("admin", "file");
});
afterAll(() => portal.close());

type Who = "tenant" | "neighbor" | "technician" | "landlord" | "admin";
type Downloads = ResponseOf<typeof listDownloads>;
const get = (who: Who, path: string) =>
  portal.call("GET", `/api/documents/${id}/${path}`, { cookie: building[who].cookie });
async function take(who: Who, path: string): Promise<void> {
  portal.clock.advanceMinutes(1);
  const response = await get(who, path);
  expect(response.statusCode, response.body).toBe(200);
}

test("managers see each preview and download of a document with the person, file, and time, newest first", async () => {
  const response = await get("landlord", "downloads");
  expect(response.headers["x-total-count"]).toBe("4");
  const at = (minutesAgo: number) => new Date(portal.clock.now.getTime() - minutesAgo * 60_000).toISOString();
  expect(response.json<Downloads>()).toMatchObject([
    { user: { fullName: "Ada Admin" }, number: 2, kind: "download", at: at(0) },
    { user: { fullName: "Nils Neighbor" }, number: 1, kind: "download", at: at(1) },
    { user: { id: building.tenant.id, fullName: "Tessa Tenant" }, number: 1, kind: "download", at: at(2) },
    { user: { fullName: "Tessa Tenant" }, number: 1, kind: "preview", at: at(3) },
  ]);
});

test("the download log is paginated and can be exported as CSV", async () => {
  const first = await get("admin", "downloads?limit=3");
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? "";
  const rest = await portal.call("GET", next, { cookie: building.admin.cookie });
  expect([...first.json<Downloads>(), ...rest.json<Downloads>()].map(({ kind }) => kind)).toEqual([
    "download",
    "download",
    "download",
    "preview",
  ]);
  const page = await get("admin", "downloads?page=2&pageSize=3");
  expect(page.json()).toEqual(rest.json());
  const table = await get("landlord", "downloads.csv");
  const rows = parse(table.body, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map(({ Person, Action, File }) => [Person, Action, File])).toEqual([
    ["Ada Admin", "Downloaded", "2"],
    ["Nils Neighbor", "Downloaded", "1"],
    ["Tessa Tenant", "Downloaded", "1"],
    ["Tessa Tenant", "Previewed", "1"],
  ]);
});

test("tenants and technicians can't read the download log, and managers can still read it while the document is in the trash", async () => {
  for (const who of ["tenant", "technician"] as const)
    for (const path of ["downloads", "downloads.csv"]) expect((await get(who, path)).statusCode).toBe(403);
  await portal.call("DELETE", `/api/documents/${id}`, { cookie: building.landlord.cookie });
  expect((await get("landlord", "downloads")).json<Downloads>()).toHaveLength(4);
});
