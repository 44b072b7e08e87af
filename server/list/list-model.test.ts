import { afterAll, beforeAll, expect, test } from "vitest";
import { statusesByOccupancy } from "#domains/properties/occupancy.ts";
import {
  auditActions,
  emailStates,
  type ListDataset,
  startListDataset,
  type Viewer,
} from "#test/lists/list-dataset.ts";
import { describeList } from "#test/lists/list-model.ts";

/*
 * Compares the short lists of all domains with a model, for every role that can read them.
 */

let portal: ListDataset["portal"];
let people: ListDataset["people"];
let ownPropertyIds: ListDataset["ownPropertyIds"];
let propertyIds: number[];
beforeAll(async () => {
  ({ portal, people, ownPropertyIds, propertyIds } = await startListDataset());
}, 60_000);
afterAll(() => portal.close());

const splitWords = (text: string) => text.toLowerCase().split(/[\s,]+/);
const hasAll = (text: string, wanted: string) =>
  splitWords(wanted).every((word) => text.toLowerCase().includes(word));
const toDay = (at: Date) => new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format(at);
const days = ["2026-02-28", "2026-03-02", "2026-03-04", "2026-03-05"];
const owns = (viewer: Viewer, propertyId: number | null) =>
  viewer === "admin" || (propertyId !== null && ownPropertyIds[viewer].includes(propertyId));

const columnIs = (column: string, values: () => readonly (string | number)[]) => ({
  values,
  matches: (row: object, value: string) => String((row as Record<string, unknown>)[column]) === value,
});
const inDays = (column: string) => {
  const day = (row: object) => toDay((row as Record<string, Date>)[column] ?? new Date());
  return {
    from: { values: () => days.slice(0, 3), matches: (row: object, from: string) => day(row) >= from },
    to: { values: () => days.slice(2), matches: (row: object, to: string) => day(row) <= to },
  };
};
const newestFirst = (a: { at: Date; id: number }, b: { at: Date; id: number }) =>
  b.at.getTime() - a.at.getTime() || b.id - a.id;
const byProperty = (a: { property_id: number; id: number }, b: { property_id: number; id: number }) =>
  a.property_id - b.property_id || a.id - b.id;

const allUsers = async () => {
  const { db } = portal;
  const users = await db.selectFrom("users").selectAll().execute();
  const places = [
    ...(await db.selectFrom("lease_members").select(["user_id", "property_id"]).execute()),
    ...(await db.selectFrom("property_staff").selectAll().execute()),
    ...(await db.selectFrom("property_landlords").selectAll().execute()),
  ];
  const units = new Map((await allUnits()).map((unit) => [unit.id, unit.property_id]));
  return users.map((user) => ({
    ...user,
    places: [
      ...places.filter(({ user_id: id }) => id === user.id).map((place) => place.property_id),
      ...(user.requested_unit_id === null ? [] : [units.get(user.requested_unit_id) ?? 0]),
    ],
  }));
};
const allUnits = () => portal.db.selectFrom("units").selectAll().execute();
const allInvitations = async () => {
  const places = await portal.db.selectFrom("invitation_properties").selectAll().execute();
  return (await portal.db.selectFrom("invitations").selectAll().execute()).map((invitation) => ({
    ...invitation,
    places: places.filter((place) => place.invitation_id === invitation.id).map((place) => place.property_id),
  }));
};
type Invitation = Awaited<ReturnType<typeof allInvitations>>[number];
const getState = (invitation: Invitation) => {
  if (invitation.accepted_at !== null) return "accepted";
  if (invitation.withdrawn_at !== null) return "withdrawn";
  if (invitation.role === "tenant" && invitation.unit_id === null) return "withdrawn";
  return invitation.expires_at <= portal.clock.now ? "expired" : "pending";
};
const isOfBuilding = (user: Awaited<ReturnType<typeof allUsers>>[number], propertyId: number) =>
  user.has_all_properties || user.places.includes(propertyId);

const fixtures = () => ({ portal, people });

describeList("/api/users", fixtures, {
  viewers: ["admin", "landlord"],
  rows: allUsers,
  canSee: (user, viewer) =>
    viewer === "admin" || ownPropertyIds.landlord.some((id) => isOfBuilding(user, id)),
  filters: {
    role: columnIs("role", () => ["admin", "landlord", "maintenance", "tenant"]),
    state: columnIs("state", () => ["active", "pending", "declined", "disabled"]),
    propertyId: {
      values: () => [...propertyIds, 987_654],
      matches: (user, id, { viewer }) => owns(viewer, Number(id)) && isOfBuilding(user, Number(id)),
    },
    q: {
      values: () => ["ada", "ZOË", "a", "a1", "bob example", "c_c", "@", "person, 1", "%"],
      matches: (user, q) => /[\p{L}\p{N}]/u.test(q) && hasAll(`${user.full_name} ${user.email}`, q),
    },
  },
  csv: ["Email", ({ email }) => email],
});

describeList("/api/invitations", fixtures, {
  viewers: ["admin", "landlord"],
  rows: allInvitations,
  canSee: ({ role, places, has_all_properties: all }, viewer) =>
    viewer === "admin" ||
    (["tenant", "maintenance"].includes(role) &&
      !all &&
      places.length > 0 &&
      places.every((id) => owns(viewer, id))),
  filters: {
    state: {
      values: () => ["pending", "accepted", "expired", "withdrawn"],
      matches: (invitation, state) => getState(invitation) === state,
    },
    q: { values: () => ["GUEST_1", "5@", "unknown"], matches: ({ email }, q) => hasAll(email, q) },
  },
  csv: ["Email", ({ email }) => email],
});

describeList("/api/properties", fixtures, {
  viewers: ["admin", "landlord"],
  rows: () => portal.db.selectFrom("properties").selectAll().execute(),
  canSee: ({ id }, viewer) => owns(viewer, id),
  filters: {
    type: columnIs("type", () => ["single", "multi"]),
    q: {
      values: () => ["harbor", "HOUSE hill", "98101", "seattle, WA", "mill", "_"],
      matches: ({ name, address, city, state, zip }, q) =>
        /[\p{L}\p{N}]/u.test(q) && hasAll([name, address, city, state, zip].join(" "), q),
    },
  },
  isUnpaged: true,
  csv: ["Name", ({ name }) => name],
});

describeList("/api/buildings", fixtures, {
  viewers: ["admin", "landlord", "technician", "tenant"],
  rows: () => portal.db.selectFrom("properties").selectAll().execute(),
  canSee: ({ id }, viewer) => owns(viewer, id),
  compare: (a, b) => a.id - b.id,
  isUnpaged: true,
});

describeList("/api/units", fixtures, {
  viewers: ["admin", "landlord"],
  rows: allUnits,
  canSee: (unit, viewer) => owns(viewer, unit.property_id),
  filters: {
    occupancy: {
      values: () => Object.keys(statusesByOccupancy),
      matches: ({ status }, occupancy) =>
        (statusesByOccupancy[occupancy as keyof typeof statusesByOccupancy] as readonly string[]).includes(
          status,
        ),
    },
    propertyId: columnIs("property_id", () => propertyIds),
  },
  compare: byProperty,
  isUnpaged: true,
  csv: ["Unit", (unit) => unit.unit_number],
});

describeList("/api/units/vacant", fixtures, {
  viewers: ["admin", "landlord"],
  rows: allUnits,
  canSee: (unit, viewer) => unit.status === "vacant" && owns(viewer, unit.property_id),
  compare: byProperty,
  isUnpaged: true,
});

describeList("/api/audit", fixtures, {
  // Excludes the entries for signing in and exporting.
  baseQuery: { to: "2026-03-20" },
  viewers: ["admin"],
  rows: () => portal.db.selectFrom("audit_log").selectAll().where("request_id", "like", "r-%").execute(),
  canSee: () => true,
  filters: {
    actorId: columnIs("actor_id", () => [people.admin.id, people.landlord.id]),
    action: columnIs("action", () => [...auditActions, "nothing.done"]),
    area: {
      values: () => ["person", "property"],
      matches: ({ action }, area) => action.startsWith(`${area}.`),
    },
    subjectType: columnIs("subject_type", () => ["person", "property"]),
    subjectId: columnIs("subject_id", () => [1, 30]),
    propertyId: columnIs("property_id", () => propertyIds),
    ...inDays("at"),
    q: {
      values: () => ["wha", "o'brien", "zoë person", "ada a", "12", "?!"],
      matches: ({ actor_name: name, action, subject_id: id, details }, q) => {
        const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
        const held = words(`${name} ${action} ${id} ${JSON.stringify(details)}`);
        const wanted = words(q);
        return (
          wanted.length > 0 &&
          wanted.every((word) =>
            held.some((one) =>
              word.length === 1 && wanted.length > 1 ? one === word : one.startsWith(word),
            ),
          )
        );
      },
    },
  },
  compare: newestFirst,
  csv: ["Request ID", (entry) => entry.request_id],
});

describeList("/api/outbox", fixtures, {
  viewers: ["admin"],
  rows: async () =>
    (await portal.db.selectFrom("emails").selectAll().execute()).map((email) => ({
      ...email,
      at: email.created_at,
    })),
  canSee: () => true,
  filters: {
    state: columnIs("state", () => emailStates),
    late: {
      values: () => ["yes"],
      matches: ({ state, at }) =>
        ["queued", "retrying"].includes(state) && at < new Date(Date.now() - 900_000),
    },
    ...inDays("at"),
    q: {
      values: () => ["nils", "TESSA elevator", "100%", "e", "unknown"],
      matches: (email, q) => hasAll(`${email.to_address} ${email.subject}`, q),
    },
  },
  compare: newestFirst,
  csv: ["Email", ({ id }) => String(id)],
});

describeList("/api/imports", fixtures, {
  viewers: ["admin", "landlord"],
  rows: () => portal.db.selectFrom("imports").selectAll().execute(),
  canSee: (file, viewer) => viewer === "admin" || file.created_by_id === people[viewer].id,
  csv: ["File", (file) => file.file_name],
});

describeList("/api/exports", fixtures, {
  viewers: ["admin"],
  rows: () => portal.db.selectFrom("exports").selectAll().execute(),
  canSee: () => true,
});

describeList("/api/notifications", fixtures, {
  viewers: ["admin", "landlord", "technician", "tenant"],
  rows: () => portal.db.selectFrom("notifications").selectAll().execute(),
  canSee: (row, viewer) => row.in_portal && row.user_id === people[viewer].id,
  filters: { unread: { values: () => ["yes"], matches: (row) => row.read_at === null } },
});

test("the units of a property are sorted by number", async () => {
  const number = (unit: { unit_number: string }) => Number(/\d+/.exec(unit.unit_number)?.[0]);
  const letters = (unit: { unit_number: string }) => /^\D*/.exec(unit.unit_number)?.[0] ?? "";
  const units = await allUnits();
  for (const viewer of ["admin", "landlord", "technician"] as const)
    for (const propertyId of propertyIds) {
      const response = await portal.call("GET", `/api/properties/${propertyId}/units`, people[viewer]);
      expect(response.statusCode).toBe(owns(viewer, propertyId) ? 200 : 404);
      if (response.statusCode === 404) continue;
      const there = units
        .filter((unit) => unit.property_id === propertyId)
        .sort((a, b) =>
          letters(a) === letters(b) ? number(a) - number(b) : letters(a) < letters(b) ? -1 : 1,
        );
      expect(response.json<{ id: number }[]>().map(({ id }) => id)).toEqual(there.map(({ id }) => id));
    }
});
