import { documentUpload, smallPdf } from "#test/files/documents.ts";
import { zip } from "#test/files/office-files.ts";
import { multipart } from "#test/form.ts";
import { signInAs } from "#test/people.ts";
import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

let documentCount = 0;

const form = (fixtures: EndpointFixtures) =>
  documentUpload({
    fields: { title: `Certificate ${++documentCount}`, type: "Insurance", buildingId: fixtures.propertyId },
  });
const newVersion = () =>
  multipart({}, [
    {
      name: "file",
      fileName: "renewed.pdf",
      type: "application/pdf",
      content: smallPdf(`Paper ${++documentCount}`),
    },
  ]);

const newZip = async (fields: Record<string, string>) =>
  multipart(fields, [
    {
      name: "file",
      fileName: "papers.zip",
      type: "application/zip",
      content: await zip([{ name: "paper.pdf", content: smallPdf(`Paper ${++documentCount}`) }]),
    },
  ]);

/** Sends a request as the unit's tenant in a new session, because other cases end sessions. */
async function asTenant(
  fixtures: EndpointFixtures,
  method: "POST" | "DELETE" | "GET",
  url: string,
  sent = {},
) {
  const { portal, tenant } = fixtures;
  const response = await portal.call(method, url, {
    cookie: await signInAs(portal.db, tenant, portal.clock.now),
    ...sent,
  });
  if (response.statusCode >= 300) throw new Error(response.body);
  return response;
}

/** Uploads a document as the unit's tenant. */
async function uploadDocument(fixtures: EndpointFixtures): Promise<number> {
  const response = await asTenant(fixtures, "POST", "/api/documents", form(fixtures));
  return response.json<{ id: number }>().id;
}
const requestForNewDocument = async (fixtures: EndpointFixtures): Promise<ValidRequest> => ({
  params: { id: await uploadDocument(fixtures) },
});

async function requestForTrashedDocument(fixtures: EndpointFixtures): Promise<ValidRequest> {
  const id = await uploadDocument(fixtures);
  await asTenant(fixtures, "DELETE", `/api/documents/${id}`);
  return { params: { id } };
}

/** Cases for a document of the unit's tenant. */
export const documentCases: EndpointCases = {
  "GET /api/documents": access.signedIn(),
  "GET /api/documents.csv": access.signedIn(),
  "POST /api/documents": access.uploadsDocument((fixtures) => ({ form: form(fixtures) })),
  "POST /api/document-zips/check": access.managers(async () => ({ form: await newZip({}) })),
  // A property outside the access scope is reported in its row's outcome.
  "POST /api/document-zips": access.managers(async ({ propertyId }) => ({
    form: await newZip({
      rows: JSON.stringify([{ index: 0, title: "Papers", type: "Other", propertyId, unitId: null }]),
    }),
  })),
  "GET /api/documents/:id": access.readsPayment(requestForNewDocument),
  "PATCH /api/documents/:id": access.changesDocument(async (fixtures) => ({
    ...(await requestForNewDocument(fixtures)),
    body: { title: `Renamed ${++documentCount}` },
  })),
  "DELETE /api/documents/:id": access.changesDocument(requestForNewDocument),
  "GET /api/documents/:id/file": access.readsPayment(requestForNewDocument),
  "GET /api/documents/:id/files/:number": access.readsPayment(async (fixtures) => ({
    params: { id: await uploadDocument(fixtures), number: 1 },
  })),
  "POST /api/documents/:id/files": access.addsDocumentVersion(async (fixtures) => ({
    ...(await requestForNewDocument(fixtures)),
    form: newVersion(),
  })),
  "POST /api/documents/:id/files/:number/restore": access.changesDocument(async (fixtures) => {
    const id = await uploadDocument(fixtures);
    await asTenant(fixtures, "POST", `/api/documents/${id}/files`, newVersion());
    return { params: { id, number: 1 } };
  }),
  "POST /api/documents/:id/restore": access.changesDocument(requestForTrashedDocument),
  "GET /api/document-trash": access.members(),
  "GET /api/document-trash.csv": access.members(),
  "GET /api/documents/:id/downloads": access.propertyManagers(requestForNewDocument),
  "GET /api/documents/:id/downloads.csv": access.propertyManagers(requestForNewDocument),
};
