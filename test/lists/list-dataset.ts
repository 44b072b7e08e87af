import { sql } from "kysely";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "../people.ts";
import { startPortal, type TestPortal } from "../portal.ts";

export type Viewer = "admin" | "landlord" | "technician" | "tenant";

export interface ListDataset {
  portal: TestPortal;
  people: Record<Viewer, { id: number; cookie: string }>;
  /** The properties of the landlord and the technician, and those where the tenant leases. */
  ownPropertyIds: Record<Exclude<Viewer, "admin">, number[]>;
  propertyIds: number[];
}

const firstNames = ["Ada", "Bob", "Zoë", "Dan"];
const subjects = ["The elevator works", "100% of the rent", "Your receipt"];
export const emailStates = ["queued", "retrying", "failed", "sent", "stored"] as const;
export const auditActions = ["person.approved", "property.edited", "person.declined"];
/** Picks one of the values by number. */
const pick = <T>(values: readonly T[], number: number): T =>
  values[(number * 7 + (number >> 2)) % values.length] as T;

/** Starts a portal with rows of all kinds for its short lists, for every role. */
export async function startListDataset(): Promise<ListDataset> {
  const portal = await startPortal();
  const { db } = portal;
  const propertyIds: number[] = [];
  for (const name of ["Harbor House", "Hill House", "Mill", "Harbor Mill", "Quay"])
    propertyIds.push(await createProperty(db, { name, type: name === "Quay" ? "single" : "multi" }));
  const [first = 0, second = 0, third = 0, fourth = 0] = propertyIds;
  const ownPropertyIds = { landlord: [first, third], technician: [third, fourth], tenant: [second] };
  const people = {} as ListDataset["people"];
  const signedIn = async (viewer: Viewer, facts: Parameters<typeof createPerson>[1]) => {
    const { id } = await createPerson(db, facts);
    people[viewer] = { id, cookie: await signInAs(db, { id }) };
  };
  await signedIn("admin", { role: "admin" });
  await signedIn("landlord", { role: "landlord", propertyIds: ownPropertyIds.landlord });
  await signedIn("technician", { role: "maintenance", propertyIds: ownPropertyIds.technician });
  await signedIn("tenant", { role: "tenant" });
  await createPerson(db, { role: "maintenance", hasAllProperties: true });

  const units: { id: number; propertyId: number }[] = [];
  for (let n = 1; n <= 40; n += 1) {
    const propertyId = pick(propertyIds.slice(0, 4), n);
    const id = await createUnit(db, propertyId, `${n % 3 === 0 ? "A" : ""}${n}`);
    units.push({ id, propertyId });
    await db
      .updateTable("units")
      .set({ status: pick(["vacant", "occupied", "maintenance", "renovation", "reserved"], n) })
      .where("id", "=", id)
      .execute();
  }
  const tenantUnit = units.find(({ propertyId }) => propertyId === second) ?? { id: 0 };
  await createLease(db, { propertyId: second, unitId: tenantUnit.id, memberIds: [people.tenant.id] });
  for (let n = 1; n <= 60; n += 1) {
    const role = pick(["tenant", "tenant", "maintenance", "landlord"] as const, n);
    const unit = pick(units, n);
    const { id } = await createPerson(db, {
      role,
      fullName: `${pick(firstNames, n)} ${n}`,
      email: `${pick(["a", "b", "c_c"], n)}${n}@example.com`,
      state: pick(["active", "pending", "declined", "disabled"], n + (n >> 3)),
      ...(role === "tenant" && n % 2 === 0 ? { requestedUnitId: unit.id } : {}),
      ...(role !== "tenant" && n % 3 > 0 ? { propertyIds: [pick(propertyIds, n)] } : {}),
    });
    if (role === "tenant" && n % 5 === 0 && unit.id !== tenantUnit.id)
      await createLease(db, {
        propertyId: unit.propertyId,
        unitId: await createUnit(db, unit.propertyId, `L${n}`),
        memberIds: [id],
        isEnded: n % 2 === 0,
      });
    await sql`
      with made as (
        insert into invitations (email, role, unit_id, token_hash, invited_by_id, expires_at, withdrawn_at, accepted_at, accepted_by_id)
        values (${`guest_${n}@example.com`}, ${n % 3 === 0 ? "landlord" : n % 2 === 0 ? "tenant" : "maintenance"},
          ${n % 3 > 0 && n % 2 === 0 && n % 7 > 0 ? unit.id : null}, ${Buffer.from(`${n}`)}, ${people.admin.id},
          ${portal.clock.now}::timestamptz + make_interval(hours => ${(n % 5) - 2}), ${n % 4 === 1 ? new Date() : null},
          ${n % 4 === 2 ? new Date() : null}, ${n % 4 === 2 ? id : null}) returning id)
      insert into invitation_properties
      select made.id, property_id from made, unnest(${[...new Set([pick(propertyIds, n), pick(propertyIds, n >> 1)])]}::bigint[]) property_id
      where ${n % 6} > 0`.execute(db);
  }
  for (let n = 1; n <= 90; n += 1) {
    // Several entries share a time, and all are around midnight in the organization's time zone.
    const at = new Date(Date.UTC(2026, 2, 1 + (n % 6), 7 + (n % 3), 59, 59));
    await db
      .insertInto("audit_log")
      .values({
        at,
        actor_id: pick([people.admin.id, people.landlord.id, null], n),
        actor_name: pick(firstNames, n),
        action: pick(auditActions, n),
        subject_type: pick(["person", "property"], n),
        subject_id: String(pick([1, 2, 30], n)),
        property_id: pick([null, ...propertyIds], n),
        request_id: `r-${n}`,
        details: JSON.stringify({ note: pick(["Old wharf", "it's O'Brien", "x 12"], n) }),
      })
      .execute();
    await db
      .insertInto("emails")
      .values({
        to_address: `${pick(["Nils", "tessa"], n)}@example.com`,
        subject: pick(subjects, n),
        template: "test",
        text_body: "",
        html_body: "",
        state: pick(emailStates, n),
        created_at: n % 9 === 0 ? new Date() : at,
      })
      .execute();
    await db
      .insertInto("notifications")
      .values({
        user_id: pick(Object.values(people), n).id,
        kind: "work-order.created",
        details: JSON.stringify({ workOrderId: n, title: "Leak" }),
        in_portal: n % 5 > 0,
        read_at: n % 2 === 0 ? new Date() : null,
      })
      .execute();
  }
  for (let n = 1; n <= 20; n += 1)
    await sql`insert into imports (kind, file_name, state, created_by_id)
      values ('units', ${`file-${n}.csv`}, 'done', ${pick([people.admin.id, people.landlord.id], n)})`.execute(
      db,
    );
  for (let n = 1; n <= 20; n += 1)
    await sql`insert into exports (state, message, created_by_id, created_at)
      values ('failed', 'It failed.', ${people.admin.id}, now())`.execute(db);
  return { portal, people, ownPropertyIds, propertyIds };
}
