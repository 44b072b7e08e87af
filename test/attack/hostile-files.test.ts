import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractTexts } from "#domains/documents/server/search/extract-text.ts";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf } from "#test/documents.ts";
import { multipart } from "#test/form.ts";
import { leakingFaucet } from "#test/leaking-faucet.ts";
import { createWorkOrder } from "#test/people.ts";
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
 * Hostile files at every door: each is refused with a sentence, or taken and then sent so that nothing in it runs. What is taken
 * is a picture that is drawn anew, or a PDF whose actions no page of the portal carries out. `npm test` sends each file to a door
 * for its kind, which takes it if one does, and to one for something else; `npm run torture` sends each to every door.
 */

let portal: TestPortal;
let building: TestBuilding;
let documentId: number;
let confirmationId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { tenant, leaseId } = building;
  documentId = (await sent("a document", "paper.pdf", smallPdf())).json().id;
  const claimed = await portal.call("POST", "/api/manual-payment-confirmations", {
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
  confirmationId = claimed.json().confirmation.id;
});
afterAll(() => portal.close());

type Form = ReturnType<typeof multipart>;
interface Door {
  as: () => SignedInPerson;
  method: "POST" | "PUT";
  url: () => string | Promise<string>;
  form: (name: string, content: Buffer) => Form;
  /** Where the file is sent to others, from the response. */
  reads?: (response: { id: number; files?: { url: string }[] }) => string;
}

const only = (field: string) => (fileName: string, content: Buffer) =>
  multipart({}, [{ name: field, fileName, type: "application/octet-stream", content }]);

const newOrder = () => {
  const { propertyId, unitId, leaseId, tenant } = building;
  return createWorkOrder(portal.db, { propertyId, unitId, leaseId, createdById: tenant.id });
};

const doors = {
  "a document": {
    as: () => building.tenant,
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
  "a new file of a document": {
    as: () => building.tenant,
    method: "POST",
    url: () => `/api/documents/${documentId}/files`,
    form: only("file"),
    reads: () => `/api/documents/${documentId}/file`,
  },
  "a proof of payment": {
    as: () => building.tenant,
    method: "POST",
    url: () => `/api/manual-payment-confirmations/${confirmationId}/proof`,
    form: only("proof"),
    reads: () => `/api/manual-payment-confirmations/${confirmationId}/proof`,
  },
  "a photo of a report": {
    as: () => building.tenant,
    method: "POST",
    url: () => "/api/work-orders",
    form: (fileName, content) =>
      multipart(leakingFaucet, [{ name: "images", fileName, type: "image/png", content }]),
  },
  "a photo of an order": {
    as: () => building.tenant,
    method: "POST",
    url: async () => `/api/work-orders/${await newOrder()}/images`,
    form: only("images"),
  },
  "a file of an order": {
    as: () => building.tenant,
    method: "POST",
    url: async () => `/api/work-orders/${await newOrder()}/files`,
    form: only("files"),
    reads: ({ files }) => files?.[0]?.url ?? "",
  },
  "a photo of a building": {
    as: () => building.landlord,
    method: "PUT",
    url: () => `/api/properties/${building.propertyId}/photo`,
    form: only("photo"),
    reads: () => `/api/properties/${building.propertyId}/photo`,
  },
  "the logo": {
    as: () => building.admin,
    method: "PUT",
    url: () => "/api/settings/logo",
    form: only("logo"),
    reads: () => "/api/settings/logo",
  },
  "a table": {
    as: () => building.landlord,
    method: "POST",
    url: () => "/api/imports",
    form: (fileName, content) =>
      multipart({ kind: "units" }, [{ name: "file", fileName, type: "text/csv", content }]),
  },
} as const satisfies Record<string, Door>;
type DoorName = keyof typeof doors;

async function sent(name: DoorName, fileName: string, content: Buffer) {
  const door: Door = doors[name];
  return portal.call(door.method, await door.url(), {
    cookie: door.as().cookie,
    ...door.form(fileName, content),
  });
}

const files = { ...hostileDocuments, ...hostileImages, ...hostileTables };
const papers: readonly DoorName[] = ["a document", "a new file of a document", "a file of an order"];
const photos: readonly DoorName[] = [
  "a photo of a report",
  "a photo of an order",
  "a photo of a building",
  "the logo",
];

/** The doors that take the file; every other one refuses it. */
function takenAt(name: string): readonly DoorName[] {
  // The first of them, drawn anew.
  if (name === "400 pictures in one.gif") return ["the logo"];
  return acceptedImages.has(name) || acceptedDocuments.has(name) ? meantFor(name) : [];
}

/** The doors for files of its kind. */
function meantFor(name: string): readonly DoorName[] {
  if (name in hostileTables) return ["a table"];
  if (name in hostileImages) return ["a proof of payment", ...photos];
  return name.endsWith(".pdf") ? [...papers, "a proof of payment"] : papers;
}

/** The doors that a file is sent to: without the torture one for its kind and one for something else, others for each file. */
function doorsTried(name: string): DoorName[] {
  const all = Object.keys(doors) as DoorName[];
  if (isTorture) return all;
  const [taking, meant] = [takenAt(name), meantFor(name)];
  const sorts = [taking.length > 0 ? taking : meant, all.filter((door) => !meant.includes(door))];
  const at = Object.keys(files).indexOf(name);
  return sorts.flatMap((sort) => sort[at % sort.length] ?? []);
}

const mebibyte = 2 ** 20;
/** The result of `work`, and by how much the process grew meanwhile, in bytes. */
async function measured<T>(work: () => Promise<T>): Promise<{ result: T; grown: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  try {
    return { result: await work(), grown: most - before };
  } finally {
    clearInterval(look);
  }
}

/** What a browser could do with the file other than showing a picture or saving it. */
async function dangersOf(url: string, cookie: string): Promise<string[]> {
  const { headers, rawPayload, statusCode } = await portal.call("GET", url, { cookie });
  const type = String(headers["content-type"]);
  const isPicture = /^image\/(png|jpeg|gif)$/.test(type);
  const policy = String(headers["content-security-policy"]);
  return [
    ...(statusCode === 200 ? [] : [`the status ${statusCode}`]),
    ...(isPicture || /^application\/(pdf|msword|vnd\.[a-z.-]+)$/.test(type) ? [] : [`the type ${type}`]),
    ...(headers["x-content-type-options"] === "nosniff" ? [] : ["its type may be guessed"]),
    ...(/default-src 'none'.*; sandbox$/.test(policy) ? [] : [`the policy ${policy}`]),
    ...(isPicture || /^attachment; filename[^\r\n]+$/.test(String(headers["content-disposition"]))
      ? []
      : [`shown as ${headers["content-disposition"]}`]),
    ...(isPicture && ["<script", "PK\u0003\u0004"].some((hidden) => rawPayload.includes(hidden))
      ? ["more than a picture"]
      : []),
  ];
}

describe("a hostile file is refused at every door, or taken and sent so that nothing in it runs", () => {
  test.each(Object.keys(files))("%s", async (name) => {
    const content = (await files[name]?.()) ?? Buffer.alloc(0);
    const answers = new Map<DoorName, Awaited<ReturnType<typeof sent>>>();
    const { grown } = await measured(async () => {
      for (const door of doorsTried(name)) answers.set(door, await sent(door, name, content));
    });
    const taken = [...answers].filter(([, { statusCode }]) => statusCode < 300);
    expect(taken.map(([door]) => door).sort()).toEqual(
      takenAt(name)
        .filter((door) => answers.has(door))
        .sort(),
    );
    const unkind = [...answers.values()].filter(
      ({ statusCode, body }) =>
        statusCode >= 300 &&
        (![400, 413, 415].includes(statusCode) || !/^.{10,200}[.?]$/.test(JSON.parse(body).message)),
    );
    expect(unkind.map(({ body }) => body)).toEqual([]);
    for (const [door, answer] of taken) {
      const { reads, as }: Door = doors[door];
      const dangers = reads === undefined ? [] : await dangersOf(reads(answer.json()), as().cookie);
      expect({ [door]: dangers }).toEqual({ [door]: [] });
    }
    expect(grown / mebibyte).toBeLessThan(256);
  });

  test("their text is read within bounds", async () => {
    const { grown } = await measured(() => extractTexts(portal.services));
    expect(grown / mebibyte).toBeLessThan(512);
    expect((await portal.call("GET", "/api/documents?q=anything", building.tenant)).statusCode).toBe(200);
  });
});

describe("the name of a file", () => {
  test.each(rejectedNames)("%j is refused, whatever is in the file", async (name) => {
    expect((await sent("a document", name, smallPdf())).statusCode).toBe(415);
  });

  test.each(hostileNames)("%j leads nowhere and hides nothing", async (name) => {
    const response = await sent("a document", name, smallPdf());
    expect(response.statusCode, response.body).toBe(201);
    const { headers } = await portal.call(
      "GET",
      `/api/documents/${response.json().id}/file`,
      building.tenant,
    );
    const disposition = String(headers["content-disposition"]);
    const shown = decodeURIComponent(/filename\*=UTF-8''([^;]+)$/.exec(disposition)?.[1] ?? disposition);
    expect(shown).toMatch(/\.pdf$/);
    expect(shown).not.toMatch(/[/\\<>:"|?*\p{Cc}]|(?![\u200c\u200d])\p{Cf}|^\.|^(con|nul)\./iu);
    expect(disposition).not.toMatch(/[^\x20-\x7e]/);
  });
});

test("nothing is left where files come in, and every file has a name of the portal's own", async () => {
  const folder = path.dirname(portal.filesFolder);
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = left.filter((entry) => entry.isFile()).map((entry) => entry.name);
  expect(names.length).toBeGreaterThan(30);
  expect(
    names.filter((name) => !/^[0-9a-f-]{30,40}\.(pdf|docx?|xlsx?|png|jpg|gif|webp)$/.test(name)),
  ).toEqual([]);
  expect(left.filter((entry) => entry.isFile() && entry.parentPath.includes("incoming"))).toEqual([]);
});
