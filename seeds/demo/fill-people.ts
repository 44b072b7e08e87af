import type { Db } from "#server/db/database.ts";
import { people, personCalled } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import { leases, properties } from "./tenancies.ts";
import { firstOfMonth, hoursAfter, hoursBefore, lastOfMonth } from "./time.ts";

/** People, the buildings of landlords and technicians, and the members of leases. */
export async function fillPeople(db: Db, passwordHash: string, now: Date): Promise<void> {
  const everybody: DemoPerson[] = Object.values(people);
  await db
    .insertInto("users")
    .values(
      everybody.map((person) => {
        const registeredAt = hoursBefore(now, person.registeredDaysAgo * 24);
        return {
          id: person.id,
          email: person.email,
          username: person.email.replace(/@(demo\.example$)?/, (at) => (at === "@" ? "." : "")),
          full_name: person.fullName,
          password_hash: passwordHash,
          role: person.role,
          state: person.state ?? "active",
          refusal_reason: person.refusalReason ?? null,
          claimed_unit_id: person.claimedUnit ?? null,
          all_buildings: person.allBuildings ?? false,
          email_confirmed_at: person.unconfirmed ? null : hoursAfter(registeredAt, 0.2),
          last_sign_in_at:
            person.signedInHoursAgo === undefined ? null : hoursBefore(now, person.signedInHoursAgo),
          created_at: registeredAt,
        };
      }),
    )
    .execute();
  const placesOf = (role: DemoPerson["role"]) =>
    everybody
      .filter((person) => person.role === role)
      .flatMap(({ id, properties: places = [] }) =>
        places.map((propertyId) => ({ property_id: propertyId, user_id: id })),
      );
  await db.insertInto("property_landlords").values(placesOf("landlord")).execute();
  await db.insertInto("property_staff").values(placesOf("maintenance")).execute();
  for (const { id, createdBy } of properties)
    await db
      .updateTable("properties")
      .set({ created_by_id: personCalled(createdBy).id })
      .where("id", "=", id)
      .execute();
  await db
    .insertInto("lease_members")
    .values(
      leases.flatMap((lease) =>
        lease.members.map(({ who, sinceMonth = 0 }) => ({
          lease_id: lease.id,
          property_id: lease.property,
          user_id: personCalled(who).id,
          from_on: firstOfMonth(now, sinceMonth - lease.beganMonthsAgo),
          to_on: lease.state === "ended" ? lastOfMonth(now, lease.endsInMonths) : null,
        })),
      ),
    )
    .execute();
}
