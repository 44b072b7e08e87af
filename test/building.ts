import { createLease, createPerson, createProperty, createUnit, type Person, signInAs } from "./people.ts";
import { startPortal, type TestPortal } from "./portal.ts";

/** A building with two let units and all people related to it, each with the cookie of a session. */
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
  const neighbour = await person({ role: "tenant", fullName: "Nils Neighbour" });
  const leaseId = await createLease(db, { propertyId, unitId, memberIds: [tenant.id] });
  const otherLeaseId = await createLease(db, { propertyId, unitId: otherUnitId, memberIds: [neighbour.id] });
  return {
    portal,
    building: {
      propertyId,
      unitId,
      otherUnitId,
      leaseId,
      otherLeaseId,
      tenant,
      neighbor: neighbour,
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
