import type { Db } from "#server/db/database.ts";
import { findPerson, people } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import { leases, properties } from "./properties-and-leases.ts";
import { firstOfMonth, hoursAfter, hoursBefore, lastOfMonth } from "./time.ts";

/** Adds people, the properties of landlords and technicians, and the people on leases. */
export async function fillPeople(db: Db, passwordHash: string, now: Date): Promise<void> {
  const everyone: DemoPerson[] = Object.values(people);
  await db
    .insertInto("users")
    .values(
      everyone.map((person) => {
        const registeredAt = hoursBefore(now, person.registeredDaysAgo * 24);
        return {
          id: person.id,
          email: person.email,
          username: person.email.replace(/@(demo\.example$)?/, (at) => (at === "@" ? "." : "")),
          full_name: person.fullName,
          password_hash: passwordHash,
          role: person.role,
          state: person.state ?? "active",
          decline_reason: person.declineReason ?? null,
          requested_unit_id: person.requestedUnit ?? null,
          has_all_properties: person.hasAllProperties ?? false,
          email_confirmed_at: person.unconfirmed ? null : hoursAfter(registeredAt, 0.2),
          last_sign_in_at:
            person.signedInHoursAgo === undefined ? null : hoursBefore(now, person.signedInHoursAgo),
          created_at: registeredAt,
          access_since: registeredAt,
        };
      }),
    )
    .execute();
  const listAssignments = (role: DemoPerson["role"]) =>
    everyone
      .filter((person) => person.role === role)
      .flatMap(({ id, properties: propertyIds = [] }) =>
        propertyIds.map((propertyId) => ({ property_id: propertyId, user_id: id })),
      );
  await db.insertInto("property_landlords").values(listAssignments("landlord")).execute();
  await db.insertInto("property_staff").values(listAssignments("maintenance")).execute();
  for (const { id, createdBy } of properties)
    await db
      .updateTable("properties")
      .set({ created_by_id: findPerson(createdBy).id })
      .where("id", "=", id)
      .execute();
  await db
    .insertInto("lease_members")
    .values(
      leases.flatMap((lease) =>
        lease.members.map(({ who, sinceMonth = 0 }) => ({
          lease_id: lease.id,
          property_id: lease.property,
          user_id: findPerson(who).id,
          starts_on: firstOfMonth(now, sinceMonth - lease.startedMonthsAgo),
          ends_on: lease.state === "ended" ? lastOfMonth(now, lease.endsInMonths) : null,
        })),
      ),
    )
    .execute();
}
