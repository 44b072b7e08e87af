import { randomBytes } from "node:crypto";
import type { Category } from "#domains/work-orders/categories.ts";
import type { Priority } from "#domains/work-orders/priorities.ts";
import { contentHash } from "#domains/work-orders/server/signatures/content-hash.ts";
import type { Status } from "#domains/work-orders/status.ts";
import type { Db } from "#server/db/database.ts";
import { hashSessionId } from "#server/http/requests/session.ts";
import type { Role } from "#shared/permissions.ts";
import { dayFromToday } from "./dates.ts";

/*
 * The records that tests start with, in business terms. Each function takes only the values that matter to
 * the test.
 */

let numbers = 0;
const next = () => ++numbers;

export async function createProperty(
  db: Db,
  facts: { name?: string; type?: "single" | "multi"; offersRegistration?: boolean } = {},
): Promise<number> {
  const { id } = await db
    .insertInto("properties")
    .values({
      name: facts.name ?? `Building ${next()}`,
      address: "1 Harbor Way",
      city: "Seattle",
      state: "WA",
      zip: "98101",
      type: facts.type ?? "multi",
      offers_registration: facts.offersRegistration ?? false,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function createUnit(db: Db, propertyId: number, unitNumber = `U${next()}`): Promise<number> {
  const { id } = await db
    .insertInto("units")
    .values({ property_id: propertyId, unit_number: unitNumber, type: "office" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface Person {
  id: number;
  email: string;
  fullName: string;
}

export interface PersonFields {
  role: Role;
  fullName?: string;
  email?: string;
  state?: "pending" | "active" | "declined" | "disabled";
  requestedUnitId?: number;
  /** The properties a landlord owns or a technician is assigned to. */
  propertyIds?: number[];
  hasAllProperties?: boolean;
  passwordHash?: string;
  /** Long ago by default. */
  accessSince?: Date;
}

export async function createPerson(db: Db, facts: PersonFields): Promise<Person> {
  const number = next();
  const fullName = facts.fullName ?? `Person ${number}`;
  const email = facts.email ?? `person${number}@example.com`;
  const { id } = await db
    .insertInto("users")
    .values({
      email,
      username: `person${number}`,
      full_name: fullName,
      role: facts.role,
      state: facts.state ?? "active",
      requested_unit_id: facts.requestedUnitId ?? null,
      has_all_properties: facts.hasAllProperties ?? false,
      password_hash: facts.passwordHash ?? null,
      email_confirmed_at: new Date(),
      access_since: facts.accessSince ?? new Date(0),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const grants = (facts.propertyIds ?? []).map((propertyId) => ({ property_id: propertyId, user_id: id }));
  if (grants.length > 0)
    await db
      .insertInto(facts.role === "landlord" ? "property_landlords" : "property_staff")
      .values(grants)
      .execute();
  return { id, email, fullName };
}

/** Creates a lease for a unit with its people. `isEnded` moves it into the past. */
export async function createLease(
  db: Db,
  facts: {
    propertyId: number;
    unitId: number;
    memberIds?: number[];
    isEnded?: boolean;
    isDraft?: boolean;
  },
): Promise<number> {
  const isDraft = facts.isDraft ?? false;
  const from = dayFromToday(facts.isEnded ? -400 : -30);
  const to = facts.isEnded ? dayFromToday(-40) : null;
  const { id: companyId } = await db
    .insertInto("companies")
    .values({ name: `Company ${next()}` })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("leases")
    .values({
      property_id: facts.propertyId,
      company_id: companyId,
      state: isDraft ? "draft" : facts.isEnded ? "ended" : "active",
      starts_on: from,
      ends_on: to,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("lease_units")
    .values({
      lease_id: id,
      unit_id: facts.unitId,
      property_id: facts.propertyId,
      during: `[${from},${to ?? ""}${to === null ? ")" : "]"}`,
      holds: !isDraft,
      has_started: !isDraft,
      has_ended: facts.isEnded ?? false,
    })
    .execute();
  for (const userId of facts.memberIds ?? [])
    await db
      .insertInto("lease_members")
      .values({ lease_id: id, property_id: facts.propertyId, user_id: userId, starts_on: from, ends_on: to })
      .execute();
  return id;
}

export interface WorkOrderFields {
  propertyId: number;
  createdById: number;
  unitId?: number;
  leaseId?: number;
  title?: string;
  description?: string;
  status?: Status;
  category?: Category;
  priority?: Priority;
  assigneeId?: number;
  awaitingApproval?: boolean;
  completedAt?: Date;
  /** A month ago for work orders that are changed offline. */
  createdAt?: Date;
}

export async function createWorkOrder(db: Db, facts: WorkOrderFields): Promise<number> {
  const content = {
    title: facts.title ?? `Leaking faucet ${next()}`,
    description: facts.description ?? "It drips day and night.",
    category: facts.category ?? "Plumbing",
    location: "Kitchenette",
    priority: facts.priority ?? "medium",
  };
  const status = facts.status ?? "open";
  const { id } = await db
    .insertInto("work_orders")
    .values({
      ...content,
      property_id: facts.propertyId,
      unit_id: facts.unitId ?? null,
      lease_id: facts.leaseId ?? null,
      status,
      completed_at: status === "completed" ? (facts.completedAt ?? new Date()) : null,
      created_by_id: facts.createdById,
      assignee_id: facts.assigneeId ?? null,
      awaiting_approval: facts.awaitingApproval ?? false,
      content_hash: contentHash({ ...content, photos: [] }),
      ...(facts.createdAt === undefined ? {} : { created_at: facts.createdAt }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the cookie of a new session. */
export async function signInAs(db: Db, person: { id: number }, now = new Date()): Promise<string> {
  const sessionId = randomBytes(32).toString("base64url");
  await db
    .insertInto("sessions")
    .values({
      id_hash: hashSessionId(sessionId),
      user_id: person.id,
      created_at: now,
      last_seen_at: now,
      idle_until: new Date(now.getTime() + 86_400_000),
      ends_at: new Date(now.getTime() + 86_400_000),
    })
    .execute();
  return `portal_session=${sessionId}`;
}
