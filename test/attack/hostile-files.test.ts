import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { extractTexts } from "#domains/documents/server/search/extract-text.ts";
import { createTenantOrder, type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf } from "#test/files/documents.ts";
import { multipart } from "#test/form.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import type { TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";
import {
  acceptedDocuments,
  hostileDocuments,
  hostileNames,
  hostileTables,
  rejectedNames,
} from "./hostile-documents.ts";
import { acceptedImages, hostileImages } from "./hostile-images.ts";

/*
 * Sends hostile files to every upload endpoint. Each is rejected with a message, or accepted and later sent
 * in a way that runs nothing in it. Accepted images are re-encoded, and no page of the portal runs the
 * actions of a PDF. `npm test` sends each file to one endpoint for its type and one for other types. `npm run
 * torture` sends each to all of them.
 */

let portal: TestPortal;
let building: TestBuilding;
let documentId: number;
let confirmationId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { tenant, leaseId } = building;
  documentId = (await send("a document", "paper.pdf", smallPdf())).json().id;
  const reported = await portal.call("POST", "/api/manual-payment-confirmations", {
    cookie: tenant.cookie,
    body: {
      amount: 10,
      description: "Rent",
      method: "cash",
      transactionId: "Slip 1",
      paymentDate: new Date(portal.clock.now.getTime() - 86_400_000).toISOString().slice(0, 10),
      leaseId,
    },
  });
  confirmationId = reported.json().confirmation.id;
});
afterAll(() => portal.close());
// A tenant can't upload that many files in a few minutes.
beforeEach(() => portal.db.deleteFrom("limit_counts").execute());

type Form = ReturnType<typeof multipart>;
interface UploadEndpoint {
  uploader: () => SignedInPerson;
  method: "POST" | "PUT";
  url: () => string | Promise<string>;
  form: (name: string, content: Buffer) => Form;
  /** The URL from which others download the file, from the response. */
  reads?: (response: { id: number; files?: { url: string }[] }) => string;
}

const singleFile = (field: string) => (fileName: string, content: Buffer) =>
  multipart({}, [{ name: field, fileName, type: "application/octet-stream", content }]);

const createOrder = () => createTenantOrder(portal.db, building);

const endpoints = {
  "a document": {
    uploader: () => building.tenant,
    method: "POST",
    url: () => "/api/documents",
    form: (fileName, content) =>
      documentUpload({
        fields: { title: "Paper", type: "Insurance", buildingId: building.propertyId },
        fileName,
        content,
      }),
    reads: ({ id }) => `/api/documents/${id}/file`,
  },
  "a new version of a document": {
    uploader: () => building.tenant,
    method: "POST",
    url: () => `/api/documents/${documentId}/files`,
    form: singleFile("file"),
    reads: () => `/api/documents/${documentId}/file`,
  },
  "a payment proof": {
    uploader: () => building.tenant,
    method: "POST",
    url: () => `/api/manual-payment-confirmations/${confirmationId}/proof`,
    form: singleFile("proof"),
    reads: () => `/api/manual-payment-confirmations/${confirmationId}/proof`,
  },
  "a photo of a new work order": {
    uploader: () => building.tenant,
    method: "POST",
    url: () => "/api/work-orders",
    form: (fileName, content) =>
      multipart(leakingFaucet, [{ name: "images", fileName, type: "image/png", content }]),
  },
  "a photo of a work order": {
    uploader: () => building.tenant,
    method: "POST",
    url: async () => `/api/work-orders/${await createOrder()}/images`,
    form: singleFile("images"),
  },
  "a file of a work order": {
    uploader: () => building.tenant,
    method: "POST",
    url: async () => `/api/work-orders/${await createOrder()}/files`,
    form: singleFile("files"),
    reads: ({ files }) => files?.[0]?.url ?? "",
  },
  "a photo of a property": {
    uploader: () => building.landlord,
    method: "PUT",
    url: () => `/api/properties/${building.propertyId}/photo`,
    form: singleFile("photo"),
    reads: () => `/api/properties/${building.propertyId}/photo`,
  },
  "the logo": {
    uploader: () => building.admin,
    method: "PUT",
    url: () => "/api/settings/logo",
    form: singleFile("logo"),
    reads: () => "/api/settings/logo",
  },
  "an import file": {
    uploader: () => building.landlord,
    method: "POST",
    url: () => "/api/imports",
    form: (fileName, content) =>
      multipart({ kind: "units" }, [{ name: "file", fileName, type: "text/csv", content }]),
  },
} as const satisfies Record<string, UploadEndpoint>;
type EndpointName = keyof typeof endpoints;

async function send(name: EndpointName, fileName: string, content: Buffer) {
  const endpoint: UploadEndpoint = endpoints[name];
  return portal.call(endpoint.method, await endpoint.url(), {
    cookie: endpoint.uploader().cookie,
    ...endpoint.form(fileName, content),
  });
}

const files = { ...hostileDocuments, ...hostileImages, ...hostileTables };
const documents: readonly EndpointName[] = [
  "a document",
  "a new version of a document",
  "a file of a work order",
];
const photos: readonly EndpointName[] = [
  "a photo of a new work order",
  "a photo of a work order",
  "a photo of a property",
  "the logo",
];

/** The endpoints that accept the file. All others reject it. */
function acceptingEndpoints(name: string): readonly EndpointName[] {
  // Only the first image is kept, re-encoded.
  if (name === "400 images in one.gif") return ["the logo"];
  // Any text can be a table. It's shown as cells, and never sent as a file.
  if (name === "a shell script.pdf" || name === "commands for a drawing program.png")
    return ["an import file"];
  return acceptedImages.has(name) || acceptedDocuments.has(name) ? intendedEndpoints(name) : [];
}

/** The endpoints for this type of file. */
function intendedEndpoints(name: string): readonly EndpointName[] {
  if (name in hostileTables) return ["an import file"];
  if (name in hostileImages) return ["a payment proof", ...photos];
  return name.endsWith(".pdf") ? [...documents, "a payment proof"] : documents;
}

/**
 * The endpoints to send a file to: all in the torture run, otherwise one for its type and one for other
 * types, chosen by the file's position.
 */
function endpointsToTest(name: string): EndpointName[] {
  const all = Object.keys(endpoints) as EndpointName[];
  if (isTorture) return all;
  const [accepting, intended] = [acceptingEndpoints(name), intendedEndpoints(name)];
  const groups = [
    accepting.length > 0 ? accepting : intended,
    all.filter((endpoint) => !intended.includes(endpoint)),
  ];
  const at = Object.keys(files).indexOf(name);
  return groups.flatMap((group) => group[at % group.length] ?? []);
}

const mebibyte = 2 ** 20;
/** Returns the result of `work` and the growth of the process's memory in bytes. */
async function measureMemory<T>(work: () => Promise<T>): Promise<{ result: T; growth: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  try {
    return { result: await work(), growth: peak - before };
  } finally {
    clearInterval(timer);
  }
}

/** Returns what a browser could do with the file other than showing an image or saving it. */
async function findDangers(url: string, cookie: string): Promise<string[]> {
  const { headers, rawPayload, statusCode } = await portal.call("GET", url, { cookie });
  const type = String(headers["content-type"]);
  const isImage = /^image\/(png|jpeg|gif)$/.test(type);
  const policy = String(headers["content-security-policy"]);
  return [
    ...(statusCode === 200 ? [] : [`status ${statusCode}`]),
    ...(isImage || /^application\/(pdf|msword|vnd\.[a-z.-]+)$/.test(type) ? [] : [`the type ${type}`]),
    ...(headers["x-content-type-options"] === "nosniff" ? [] : ["its type can be sniffed"]),
    ...(/default-src 'none'.*; sandbox$/.test(policy) ? [] : [`the policy ${policy}`]),
    ...(isImage || /^attachment; filename[^\r\n]+$/.test(String(headers["content-disposition"]))
      ? []
      : [`shown as ${headers["content-disposition"]}`]),
    ...(isImage && ["<script", "PK\u0003\u0004"].some((hidden) => rawPayload.includes(hidden))
      ? ["more than an image"]
      : []),
  ];
}

describe("a hostile file is rejected everywhere or accepted and sent so that nothing in it runs", () => {
  test.each(Object.keys(files))("%s", async (name) => {
    const content = (await files[name]?.()) ?? Buffer.alloc(0);
    const responses = new Map<EndpointName, Awaited<ReturnType<typeof send>>>();
    const { growth } = await measureMemory(async () => {
      for (const endpoint of endpointsToTest(name))
        responses.set(endpoint, await send(endpoint, name, content));
    });
    const accepted = [...responses].filter(([, { statusCode }]) => statusCode < 300);
    expect(accepted.map(([endpoint]) => endpoint).sort()).toEqual(
      acceptingEndpoints(name)
        .filter((endpoint) => responses.has(endpoint))
        .sort(),
    );
    const unclear = [...responses.values()].filter(
      ({ statusCode, body }) =>
        statusCode >= 300 &&
        (![400, 413, 415].includes(statusCode) || !/^.{10,200}[.?]$/.test(JSON.parse(body).message)),
    );
    expect(unclear.map(({ body }) => body)).toEqual([]);
    for (const [endpoint, response] of accepted) {
      const { reads, uploader }: UploadEndpoint = endpoints[endpoint];
      const dangers = reads === undefined ? [] : await findDangers(reads(response.json()), uploader().cookie);
      expect({ [endpoint]: dangers }).toEqual({ [endpoint]: [] });
    }
    expect(growth / mebibyte).toBeLessThan(256);
  });

  test("the text of hostile files is extracted within limits", async () => {
    const { growth } = await measureMemory(() => extractTexts(portal.services));
    expect(growth / mebibyte).toBeLessThan(512);
    expect((await portal.call("GET", "/api/documents?q=anything", building.tenant)).statusCode).toBe(200);
  });
});

describe("the file name", () => {
  test.each(rejectedNames)("the file name %j is rejected regardless of the content", async (name) => {
    expect((await send("a document", name, smallPdf())).statusCode).toBe(415);
  });

  test.each(hostileNames)("the file name %j can't escape the folder or hide the file type", async (name) => {
    const response = await send("a document", name, smallPdf());
    expect(response.statusCode, response.body).toBe(201);
    const { headers } = await portal.call(
      "GET",
      `/api/documents/${response.json().id}/file`,
      building.tenant,
    );
    const disposition = String(headers["content-disposition"]);
    const fileName = decodeURIComponent(/filename\*=UTF-8''([^;]+)$/.exec(disposition)?.[1] ?? disposition);
    expect(fileName).toMatch(/\.pdf$/);
    expect(fileName).not.toMatch(/[/\\<>:"|?*\p{Cc}]|(?![\u200c\u200d])\p{Cf}|^\.|^(con|nul)\./iu);
    expect(disposition).not.toMatch(/[^\x20-\x7e]/);
  });
});

test("no temporary files are left behind, and every stored file has a generated name", async () => {
  const folder = path.dirname(portal.filesFolder);
  const remaining = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = remaining.filter((entry) => entry.isFile()).map((entry) => entry.name);
  expect(names.length).toBeGreaterThan(30);
  expect(
    names.filter((name) => !/^[0-9a-f-]{30,40}\.(pdf|docx?|xlsx?|png|jpg|gif|webp)$/.test(name)),
  ).toEqual([]);
  expect(remaining.filter((entry) => entry.isFile() && entry.parentPath.includes("incoming"))).toEqual([]);
});
