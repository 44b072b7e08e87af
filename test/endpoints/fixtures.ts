import sharp from "sharp";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf } from "#test/files/documents.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createUnit,
  createWorkOrder,
  type PersonFields,
  signInAs,
} from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

/** The title of the fixtures' work orders. No response to anyone without access can contain it. */
export const secretTitle = "Zebra in the elevator";

/** A property, another landlord's property, and everyone who calls the endpoints. */
export interface EndpointFixtures extends TestBuilding {
  portal: TestPortal;
  offeredUnitId: number;
  formerTenant: SignedInPerson;
  pendingTenant: SignedInPerson;
  otherPropertyTenant: SignedInPerson;
  otherTechnician: SignedInPerson;
  otherLandlord: SignedInPerson;
  /** Created by the unit's tenant, with a photo, a file, and a signature. No request changes it. */
  workOrder: { id: number; imageId: number; fileId: number; signatureId: number };
  newPerson: (facts: PersonFields) => Promise<SignedInPerson>;
  /** Creates a similar work order for a request that changes it. */
  newWorkOrder: () => Promise<number>;
}

export async function startFixtures(): Promise<EndpointFixtures> {
  // In demo mode, the sandbox is the card provider.
  const { portal, building } = await startBuilding({ DEMO: "1", SMTP_URL: "smtp://smtp.example" });
  const { db, clock } = portal;
  const { propertyId, unitId, leaseId, tenant } = building;
  const newPerson = async (facts: PersonFields): Promise<SignedInPerson> => {
    const created = await createPerson(db, facts);
    return { ...created, cookie: await signInAs(db, created, clock.now) };
  };
  // Time entries can't start before the report.
  const createdAt = new Date(clock.now.getTime() - 90 * 86_400_000);
  const newWorkOrder = () =>
    createWorkOrder(db, {
      propertyId,
      unitId,
      leaseId,
      createdById: tenant.id,
      title: secretTitle,
      createdAt,
    });
  const otherPropertyId = await createProperty(db, { name: "Hill House" });
  const otherPropertyUnitId = await createUnit(db, otherPropertyId, "1");
  const offeredId = await createProperty(db, { name: "Offered House", offersRegistration: true });
  const formerTenant = await newPerson({ role: "tenant" });
  await createLease(db, { propertyId, unitId, memberIds: [formerTenant.id], isEnded: true });
  const otherPropertyTenant = await newPerson({ role: "tenant" });
  await createLease(db, {
    propertyId: otherPropertyId,
    unitId: otherPropertyUnitId,
    memberIds: [otherPropertyTenant.id],
  });
  const fixtures = {
    ...building,
    portal,
    offeredUnitId: await createUnit(db, offeredId, "1"),
    formerTenant,
    otherPropertyTenant,
    pendingTenant: await newPerson({ role: "tenant", state: "pending", requestedUnitId: unitId }),
    otherTechnician: await newPerson({ role: "maintenance", propertyIds: [otherPropertyId] }),
    otherLandlord: await newPerson({ role: "landlord", propertyIds: [otherPropertyId] }),
    newPerson,
    newWorkOrder,
  };
  return { ...fixtures, workOrder: await createWorkOrderWithFiles(fixtures) };
}

/** Adds a photo to a work order as the unit's tenant. */
export async function newPhoto(
  { portal: { db, services }, propertyId, tenant }: Omit<EndpointFixtures, "workOrder">,
  workOrderId: number,
) {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const file = await services.files.put(png, "png");
  const common = {
    work_order_id: workOrderId,
    property_id: propertyId,
    file_key: file.key,
    sha256: file.sha256,
  };
  const image = await db
    .insertInto("work_order_images")
    .values({
      ...common,
      position: 0,
      thumbnail_key: file.key,
      media_type: "image/png",
      bytes: file.bytes,
      width: 8,
      height: 8,
      added_by_id: tenant.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { imageId: image.id, common };
}

/** Adds a file to a work order as the unit's tenant. */
export async function newFile(
  { portal: { db, services }, propertyId, tenant }: Omit<EndpointFixtures, "workOrder">,
  workOrderId: number,
): Promise<number> {
  const file = await services.files.put(smallPdf(), "pdf");
  const { id } = await db
    .insertInto("work_order_files")
    .values({
      work_order_id: workOrderId,
      property_id: propertyId,
      file_key: file.key,
      name: "quote.pdf",
      media_type: "application/pdf",
      bytes: file.bytes,
      sha256: file.sha256,
      internal: false,
      added_by_id: tenant.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function createWorkOrderWithFiles(
  fixtures: Omit<EndpointFixtures, "workOrder">,
): Promise<EndpointFixtures["workOrder"]> {
  const { db } = fixtures.portal;
  const id = await fixtures.newWorkOrder();
  const { imageId, common } = await newPhoto(fixtures, id);
  const signature = await db
    .insertInto("work_order_signatures")
    .values({
      ...common,
      content_hash: Buffer.alloc(32),
      content_hash_version: 1,
      signed_by_id: fixtures.tenant.id,
      signed_by_name: fixtures.tenant.fullName,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.updateTable("work_orders").set({ signature_id: signature.id }).where("id", "=", id).execute();
  return { id, imageId, fileId: await newFile(fixtures, id), signatureId: signature.id };
}
