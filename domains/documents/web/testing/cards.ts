import type { SessionUser } from "#domains/accounts/contract.ts";
import { admin, type FakeResponses, openPortal, type SentRequest } from "#web/testing/open-page.tsx";
import type { DocumentCard } from "../../contract.ts";

export const landlord: SessionUser = { ...admin, id: 5, fullName: "Lena Landlord", role: "landlord" };

export const makeCard = (id: number, overrides: Partial<DocumentCard> = {}): DocumentCard => ({
  id,
  title: `Document number ${id}`,
  type: "Lease",
  createdAt: "2025-01-05T15:07:00Z",
  property: { id: 1, name: "Harborview Center", timeZone: "America/Los_Angeles" },
  unit: null,
  leaseId: null,
  visibility: "building",
  expiresOn: null,
  createdBy: { id: 5, fullName: "Lena Landlord" },
  file: { number: 1, name: "paper.pdf", mediaType: "application/pdf", bytes: 2_516_582, scan: "clean" },
  excerpt: null,
  version: 1,
  ...overrides,
});

export const makeCards = (count: number, overrides: Partial<DocumentCard> = {}): DocumentCard[] =>
  Array.from({ length: count }, (_, index) => makeCard(count - index, overrides));

/** Responds like the server, with the requested part, X-Total-Count, and Link. */
export function respondWithParts(all: readonly DocumentCard[]) {
  return ({ path }: SentRequest): Response => {
    const query = new URL(path, "http://localhost").searchParams;
    const [limit, cursor] = [Number(query.get("limit") ?? 100), Number(query.get("cursor") ?? 1e9)];
    const found = all.filter(
      ({ title, type, property }) =>
        title.toLowerCase().includes((query.get("q") ?? "").toLowerCase()) &&
        (query.get("type") ?? type) === type &&
        (query.get("propertyId") ?? String(property.id)) === String(property.id),
    );
    const part = found.filter(({ id }) => id < cursor).slice(0, limit);
    const headers = new Headers({ "X-Total-Count": String(found.length) });
    if (part.length > 0 && part.at(-1) !== found.at(-1)) {
      query.set("cursor", String(part.at(-1)?.id));
      headers.set("Link", `</api/documents?${query}>; rel="next"`);
    }
    return Response.json(part, { headers });
  };
}

export const buildings = [
  { id: 1, name: "Harborview Center", address: "1 Harbor Way", image: null },
  { id: 2, name: "Canal House", address: "2 Canal Street", image: null },
];

export const openDocuments = (
  session: SessionUser,
  { address = "/documents", state, ...responses }: FakeResponses & { address?: string; state?: unknown } = {},
) =>
  openPortal(address, {
    session,
    state,
    responses: {
      "GET /api/documents": respondWithParts([]),
      "GET /api/buildings": buildings,
      "GET /api/work-orders": [],
      "GET /api/payments": [],
      "GET /api/leases": [],
      ...responses,
    },
  });

export const listCalls = (sent: readonly SentRequest[]) =>
  sent
    .filter(({ method, path }) => method === "GET" && path.split("?")[0] === "/api/documents")
    .map(({ path }) => path);
