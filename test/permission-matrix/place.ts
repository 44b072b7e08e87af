import sharp from "sharp";
import { type SignedInPerson, startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf } from "#test/documents.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createUnit,
  createWorkOrder,
  type PersonFacts,
  signInAs,
} from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";

/** In the titles of the orders of the matrix: these words must not be in any response to people who may not see the orders. */
export const secretWords = "Zebra in the elevator";

/** The building of the matrix, one of another landlord, and all people who call. */
export interface Place extends TestBuilding {
  portal: TestPortal;
  offeredUnitId: number;
  former: SignedInPerson;
  pending: SignedInPerson;
  elsewhere: SignedInPerson;
  otherTechnician: SignedInPerson;
  otherLandlord: SignedInPerson;
  /** Reported by the tenant of the unit, with a photo, a file and a signature; no request changes it. */
  order: { id: number; imageId: number; fileId: number; signatureId: number };
  newPerson: (facts: PersonFacts) => Promise<SignedInPerson>;
  /** A similar order for a request that changes it. */
  newOrder: () => Promise<number>;
}

export async function startPlace(): Promise<Place> {
  // In demo mode, with the sandbox as the card provider.
  const { portal, building } = await startBuilding({ DEMO: "1", SMTP_URL: "smtp://mail.example" });
  const { db, clock } = portal;
  const { propertyId, unitId, leaseId, tenant } = building;
  const newPerson = async (facts: PersonFacts): Promise<SignedInPerson> => {
    const created = await createPerson(db, facts);
    return { ...created, cookie: await signInAs(db, created, clock.now) };
  };
  const newOrder = () =>
    createWorkOrder(db, { propertyId, unitId, leaseId, createdById: tenant.id, title: secretWords });
  const elsewhereId = await createProperty(db, { name: "Hill House" });
  const elsewhereUnitId = await createUnit(db, elsewhereId, "1");
  const offeredId = await createProperty(db, { name: "Offered House", offersRegistration: true });
  const former = await newPerson({ role: "tenant" });
  await createLease(db, { propertyId, unitId, memberIds: [former.id], isEnded: true });
  const elsewhere = await newPerson({ role: "tenant" });
  await createLease(db, { propertyId: elsewhereId, unitId: elsewhereUnitId, memberIds: [elsewhere.id] });
  const place = {
    ...building,
    portal,
    offeredUnitId: await createUnit(db, offeredId, "1"),
    former,
    elsewhere,
    pending: await newPerson({ role: "tenant", state: "pending", claimedUnitId: unitId }),
    otherTechnician: await newPerson({ role: "maintenance", propertyIds: [elsewhereId] }),
    otherLandlord: await newPerson({ role: "landlord", propertyIds: [elsewhereId] }),
    newPerson,
    newOrder,
  };
  return { ...place, order: await orderWithPictures(place) };
}

/** A photo of an order, added by the tenant of the unit. */
export async function newPhoto(
  { portal: { db, services }, propertyId, tenant }: Omit<Place, "order">,
  orderId: number,
) {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const file = await services.files.put(png, "png");
  const belongs = {
    work_order_id: orderId,
    property_id: propertyId,
    file_key: file.key,
    sha256: file.sha256,
  };
  const image = await db
    .insertInto("work_order_images")
    .values({
      ...belongs,
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
  return { imageId: image.id, belongs };
}

/** A file of an order, added by the tenant of the unit. */
export async function newFile(
  { portal: { db, services }, propertyId, tenant }: Omit<Place, "order">,
  orderId: number,
): Promise<number> {
  const file = await services.files.put(smallPdf(), "pdf");
  const { id } = await db
    .insertInto("work_order_files")
    .values({
      work_order_id: orderId,
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

async function orderWithPictures(place: Omit<Place, "order">): Promise<Place["order"]> {
  const { db } = place.portal;
  const id = await place.newOrder();
  const { imageId, belongs } = await newPhoto(place, id);
  const signature = await db
    .insertInto("work_order_signatures")
    .values({
      ...belongs,
      content_hash: Buffer.alloc(32),
      content_hash_version: 1,
      signed_by_id: place.tenant.id,
      signed_by_name: place.tenant.fullName,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.updateTable("work_orders").set({ signature_id: signature.id }).where("id", "=", id).execute();
  return { id, imageId, fileId: await newFile(place, id), signatureId: signature.id };
}
