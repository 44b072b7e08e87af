import type { Db } from "#server/db/database.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createUnit,
  createWorkOrder,
  type Person,
  signInAs,
  type WorkOrderFields,
} from "./people.ts";
import { startPortal, type TestPortal } from "./portal.ts";

/** A property with two leased units and everyone related to it, each with a session cookie. */
export interface TestBuilding {
  propertyId: number;
  unitId: number;
  otherUnitId: number;
  leaseId: number;
  otherLeaseId: number;
  tenant: SignedInPerson;
  neighbor: SignedInPerson;
  technician: SignedInPerson;
  landlord: SignedInPerson;
  admin: SignedInPerson;
}

export type SignedInPerson = Person & { cookie: string };

export async function startBuilding(
  environment: Record<string, string> = {},
): Promise<{ portal: TestPortal; building: TestBuilding }> {
  const portal = await startPortal(environment);
  const { db } = portal;
  const person = async (facts: Parameters<typeof createPerson>[1]): Promise<SignedInPerson> => {
    const created = await createPerson(db, facts);
    return { ...created, cookie: await signInAs(db, created) };
  };
  const propertyId = await createProperty(db, { name: "Harbor House" });
  const unitId = await createUnit(db, propertyId, "101");
  const otherUnitId = await createUnit(db, propertyId, "102");
  const tenant = await person({ role: "tenant", fullName: "Tessa Tenant" });
  const neighbor = await person({ role: "tenant", fullName: "Nils Neighbor" });
  const leaseId = await createLease(db, { propertyId, unitId, memberIds: [tenant.id] });
  const otherLeaseId = await createLease(db, { propertyId, unitId: otherUnitId, memberIds: [neighbor.id] });
  return {
    portal,
    building: {
      propertyId,
      unitId,
      otherUnitId,
      leaseId,
      otherLeaseId,
      tenant,
      neighbor,
      technician: await person({
        role: "maintenance",
        fullName: "Theo Technician",
        propertyIds: [propertyId],
      }),
      landlord: await person({ role: "landlord", fullName: "Lena Landlord", propertyIds: [propertyId] }),
      admin: await person({ role: "admin", fullName: "Ada Admin" }),
    },
  };
}

/** Creates a work order that the building's tenant reported for their unit, and returns its id. */
export const createTenantOrder = (
  db: Db,
  { propertyId, unitId, leaseId, tenant }: TestBuilding,
  fields: Partial<WorkOrderFields> = {},
): Promise<number> => createWorkOrder(db, { propertyId, unitId, leaseId, createdById: tenant.id, ...fields });
