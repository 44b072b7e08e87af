import { documentUpload, smallPdf } from "#test/documents.ts";
import { multipart } from "#test/form.ts";
import { signInAs } from "#test/people.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

let papers = 0;

const form = (place: Place) =>
  documentUpload({
    fields: { title: `Certificate ${++papers}`, type: "Insurance", buildingId: place.propertyId },
  });
const anotherFile = () =>
  multipart({}, [
    {
      name: "file",
      fileName: "renewed.pdf",
      type: "application/pdf",
      content: smallPdf(`Paper ${++papers}`),
    },
  ]);

/** A call by the tenant of the unit in a new session, as requests of the matrix end the others. */
async function asTenant(place: Place, method: "POST" | "DELETE" | "GET", url: string, sent = {}) {
  const { portal, tenant } = place;
  const response = await portal.call(method, url, {
    cookie: await signInAs(portal.db, tenant, portal.clock.now),
    ...sent,
  });
  if (response.statusCode >= 300) throw new Error(response.body);
  return response;
}

/** A new document, uploaded by the tenant of the unit. */
async function uploaded(place: Place): Promise<number> {
  const response = await asTenant(place, "POST", "/api/documents", form(place));
  return response.json<{ id: number }>().id;
}
const anUploaded = async (place: Place): Promise<Ask> => ({ params: { id: await uploaded(place) } });

async function inTrash(place: Place): Promise<Ask> {
  const id = await uploaded(place);
  await asTenant(place, "DELETE", `/api/documents/${id}`);
  return { params: { id } };
}

/** Requests about a document of the tenant of the unit. */
export const documentRequests: Record<string, (place: Place) => Ask | Promise<Ask>> = {
  "GET /api/documents": () => ({}),
  "GET /api/documents.csv": () => ({}),
  "POST /api/documents": (place) => ({ form: form(place) }),
  "GET /api/documents/:id": anUploaded,
  "PATCH /api/documents/:id": async (place) => ({
    ...(await anUploaded(place)),
    body: { title: `Renamed ${++papers}` },
  }),
  "DELETE /api/documents/:id": anUploaded,
  "GET /api/documents/:id/file": anUploaded,
  "GET /api/documents/:id/files/:number": async (place) => ({
    params: { id: await uploaded(place), number: 1 },
  }),
  "POST /api/documents/:id/files": async (place) => ({ ...(await anUploaded(place)), form: anotherFile() }),
  "POST /api/documents/:id/files/:number/bring-back": async (place) => {
    const id = await uploaded(place);
    await asTenant(place, "POST", `/api/documents/${id}/files`, anotherFile());
    return { params: { id, number: 1 } };
  },
  "POST /api/documents/:id/take-back": inTrash,
  "GET /api/document-trash": () => ({}),
  "GET /api/document-trash.csv": () => ({}),
  "GET /api/documents/:id/downloads": anUploaded,
  "GET /api/documents/:id/downloads.csv": anUploaded,
};
