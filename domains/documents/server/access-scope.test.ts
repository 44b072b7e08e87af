import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf, upload } from "#test/files/documents.ts";
import { createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document, DocumentCard } from "../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const uploaded = async (cookie: string, fields: Record<string, string | number>): Promise<Document> => {
  const response = await upload(portal, cookie, { fields });
  expect(response.statusCode).toBe(201);
  return response.json<Document>();
};

describe("documents within the access scope (ROLE-19)", () => {
  test("ROLE-04 DOC-19 DOC-23 API-21 a tenant's upload goes to their own unit and lease, regardless of the request", async () => {
    const document = await uploaded(building.tenant.cookie, {
      title: "Certificate of insurance",
      type: "Insurance",
      buildingId: 999,
      unitId: building.otherUnitId,
      visibility: "building",
    });
    expect(document).toMatchObject({
      title: "Certificate of insurance",
      type: "Insurance",
      property: { id: building.propertyId },
      unit: { id: building.unitId },
      leaseId: building.leaseId,
      visibility: "lease",
      file: { number: 1, name: "paper.pdf", mediaType: "application/pdf", scan: "unscanned" },
    });
  });

  test("ROLE-19 each role finds only documents it can access: in the list, by id, and by file", async () => {
    const { propertyId, unitId, otherUnitId } = building;
    const from = (fields: Record<string, string | number>) =>
      uploaded(building.landlord.cookie, { type: "Contract", buildingId: propertyId, ...fields });
    const otherPropertyId = await createProperty(portal.db, { name: "Elsewhere" });
    const vacant = await createUnit(portal.db, propertyId, "103");
    const all = {
      house: await from({ title: "House rules" }),
      mine: await from({ title: "Lease of 101", unitId }),
      neighbors: await from({ title: "Lease of 102", unitId: otherUnitId }),
      staff: await from({ title: "Offer of a buyer", visibility: "staff" }),
      vacant: await from({ title: "Plan of 103", unitId: vacant }),
      manual: await from({ title: "Boiler manual", type: "Maintenance", visibility: "staff" }),
      far: await uploaded(building.admin.cookie, {
        title: "Rules of elsewhere",
        type: "Maintenance",
        buildingId: otherPropertyId,
      }),
    };
    expect(all.vacant.visibility).toBe("staff");
    const seen = {
      tenant: ["house", "mine"],
      neighbor: ["house", "neighbors"],
      technician: ["manual"],
      landlord: ["house", "mine", "neighbors", "staff", "vacant", "manual"],
      admin: Object.keys(all),
    };
    for (const [who, names] of Object.entries(seen)) {
      const { cookie } = building[who as keyof typeof seen];
      const list = await portal.call("GET", "/api/documents", { cookie });
      const ids = list.json<DocumentCard[]>().map(({ id }) => id);
      for (const [name, { id }] of Object.entries(all)) {
        const canAccess = names.includes(name);
        expect.soft(ids.includes(id), `${who} lists ${name}`).toBe(canAccess);
        const read = await portal.call("GET", `/api/documents/${id}`, { cookie });
        expect.soft(read.statusCode, `${who} reads ${name}`).toBe(canAccess ? 200 : 404);
        const file = await portal.call("GET", `/api/documents/${id}/file`, { cookie });
        expect.soft(file.statusCode, `${who} takes ${name}`).toBe(canAccess ? 200 : 404);
        expect.soft(file.rawPayload.equals(smallPdf()), `${who} gets ${name}`).toBe(canAccess);
      }
    }
  });
});
