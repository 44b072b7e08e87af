import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statusesByOccupancy } from "#domains/properties/occupancy.ts";
import { auditActions, type ListRows, mailStates, startWithListRows, type Who } from "#test/list-rows.ts";
import { isTorture } from "#test/torture.ts";

/*
 * Compares every list, with each of its filters and search texts and for every role that has it, with a plain
 * filter over all rows: its pages, its cursors, its total and its CSV file.
 */

/** The number of filter combinations tested per role. `npm run torture` tests more of them. */
const combinations = isTorture ? 100 : 2;

interface Row {
  id: number;
}

let portal: ListRows["portal"];
let people: ListRows["people"];
let own: ListRows["own"];
let buildings: number[];
beforeAll(async () => {
  ({ portal, people, own, buildings } = await startWithListRows());
}, 60_000);
afterAll(() => portal.close());

const splitWords = (text: string) => text.toLowerCase().split(/[\s,]+/);
const hasAll = (text: string, wanted: string) =>
  splitWords(wanted).every((word) => text.toLowerCase().includes(word));
const toDay = (at: Date) => new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format(at);
const days = ["2026-02-28", "2026-03-02", "2026-03-04", "2026-03-05"];
const owns = (who: Who, propertyId: number | null) =>
  who === "admin" || (propertyId !== null && own[who].includes(propertyId));

interface Filter<R> {
  values: () => readonly (string | number)[];
  matches: (row: R, value: string, who: Who) => boolean;
}
interface List<R extends Row> {
  who: readonly Who[];
  rows: () => Promise<R[]>;
  sees: (row: R, who: Who) => boolean;
  filters?: Record<string, Filter<R>>;
  /** Whether the first row precedes the second. Newest first by default. */
  isBefore?: (a: R, b: R) => boolean;
  isWhole?: boolean;
  /** A column of the CSV file with its cell for a row. */
  csv?: [string, (row: R) => string];
}
const define = <R extends Row>(list: List<R>) => list as unknown as List<Row>;
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
const written = (a: { at: Date; id: number }, b: { at: Date; id: number }) =>
  a.at > b.at || (a.at.getTime() === b.at.getTime() && a.id > b.id);
const byBuilding = (a: { property_id: number; id: number }, b: { property_id: number; id: number }) =>
  a.property_id < b.property_id || (a.property_id === b.property_id && a.id < b.id);

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
  user.all_buildings || user.places.includes(propertyId);

const lists: Record<string, List<Row>> = {
  "/api/users": define({
    who: ["admin", "landlord"],
    rows: allUsers,
    sees: (user, who) => who === "admin" || own.landlord.some((id) => isOfBuilding(user, id)),
    filters: {
      role: columnIs("role", () => ["admin", "landlord", "maintenance", "tenant"]),
      state: columnIs("state", () => ["active", "pending", "declined", "disabled"]),
      propertyId: {
        values: () => [...buildings, 987_654],
        matches: (user, id, who) => owns(who, Number(id)) && isOfBuilding(user, Number(id)),
      },
      q: {
        values: () => ["ada", "ZOË", "a", "a1", "bob example", "c_c", "@", "person, 1", "%"],
        matches: (user, q) => /[\p{L}\p{N}]/u.test(q) && hasAll(`${user.full_name} ${user.email}`, q),
      },
    },
    csv: ["Email", ({ email }) => email],
  }),
  "/api/invitations": define({
    who: ["admin", "landlord"],
    rows: allInvitations,
    sees: ({ role, places, all_buildings: all }, who) =>
      who === "admin" ||
      (["tenant", "maintenance"].includes(role) &&
        !all &&
        places.length > 0 &&
        places.every((id) => owns(who, id))),
    filters: {
      state: {
        values: () => ["pending", "accepted", "expired", "withdrawn"],
        matches: (invitation, state) => getState(invitation) === state,
      },
      q: { values: () => ["GUEST_1", "5@", "nobody"], matches: ({ email }, q) => hasAll(email, q) },
    },
    csv: ["Email", ({ email }) => email],
  }),
  "/api/properties": define({
    who: ["admin", "landlord"],
    rows: () => portal.db.selectFrom("properties").selectAll().execute(),
    sees: ({ id }, who) => owns(who, id),
    filters: {
      type: columnIs("type", () => ["single", "multi"]),
      q: {
        values: () => ["harbor", "HOUSE hill", "98101", "seattle, WA", "mill", "_"],
        matches: ({ name, address, city, state, zip }, q) =>
          /[\p{L}\p{N}]/u.test(q) && hasAll([name, address, city, state, zip].join(" "), q),
      },
    },
    isWhole: true,
    csv: ["Name", ({ name }) => name],
  }),
  "/api/buildings": define({
    who: ["admin", "landlord", "technician", "tenant"],
    rows: () => portal.db.selectFrom("properties").selectAll().execute(),
    sees: ({ id }, who) => owns(who, id),
    isBefore: (a, b) => a.id < b.id,
    isWhole: true,
  }),
  "/api/units": define({
    who: ["admin", "landlord"],
    rows: allUnits,
    sees: (unit, who) => owns(who, unit.property_id),
    filters: {
      occupancy: {
        values: () => Object.keys(statusesByOccupancy),
        matches: ({ status }, occupancy) =>
          (statusesByOccupancy[occupancy as keyof typeof statusesByOccupancy] as readonly string[]).includes(
            status,
          ),
      },
      propertyId: columnIs("property_id", () => buildings),
    },
    isBefore: byBuilding,
    isWhole: true,
    csv: ["Unit", (unit) => unit.unit_number],
  }),
  "/api/units/vacant": define({
    who: ["admin", "landlord"],
    rows: allUnits,
    sees: (unit, who) => unit.status === "vacant" && owns(who, unit.property_id),
    isBefore: byBuilding,
    isWhole: true,
  }),
  "/api/audit": define({
    who: ["admin"],
    rows: () => portal.db.selectFrom("audit_log").selectAll().where("request_id", "like", "r-%").execute(),
    sees: () => true,
    filters: {
      actorId: columnIs("actor_id", () => [people.admin.id, people.landlord.id]),
      action: columnIs("action", () => [...auditActions, "nothing.done"]),
      area: {
        values: () => ["person", "property"],
        matches: ({ action }, area) => action.startsWith(`${area}.`),
      },
      subjectType: columnIs("subject_type", () => ["person", "property"]),
      subjectId: columnIs("subject_id", () => [1, 30]),
      propertyId: columnIs("property_id", () => buildings),
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
    isBefore: written,
    csv: ["Request id", (entry) => entry.request_id],
  }),
  "/api/outbox": define({
    who: ["admin"],
    rows: async () =>
      (await portal.db.selectFrom("emails").selectAll().execute()).map((mail) => ({
        ...mail,
        at: mail.created_at,
      })),
    sees: () => true,
    filters: {
      state: columnIs("state", () => mailStates),
      late: {
        values: () => ["yes"],
        matches: ({ state, at }) =>
          ["queued", "retrying"].includes(state) && at < new Date(Date.now() - 900_000),
      },
      ...inDays("at"),
      q: {
        values: () => ["nils", "TESSA lift", "100%", "e", "nobody"],
        matches: (mail, q) => hasAll(`${mail.to_address} ${mail.subject}`, q),
      },
    },
    isBefore: written,
    csv: ["Email", ({ id }) => String(id)],
  }),
  "/api/imports": define({
    who: ["admin", "landlord"],
    rows: () => portal.db.selectFrom("imports").selectAll().execute(),
    sees: (file, who) => who === "admin" || file.created_by_id === people[who].id,
    csv: ["File", (file) => file.file_name],
  }),
  "/api/notifications": define({
    who: ["admin", "landlord", "technician", "tenant"],
    rows: () => portal.db.selectFrom("notifications").selectAll().execute(),
    sees: (row, who) => row.in_portal && row.user_id === people[who].id,
    filters: { unread: { values: () => ["yes"], matches: (row) => row.read_at === null } },
  }),
};

describe.each(Object.entries(lists))("%s matches a plain filter over all rows", (path, list) => {
  test.each(list.who)("for the %s, with every query", async (who) => {
    const { cookie } = people[who];
    const isBefore = list.isBefore ?? ((a: Row, b: Row) => a.id > b.id);
    const rows = await list.rows();
    const ask = async (address: string) => {
      const response = await portal.call("GET", address, { cookie });
      expect(response.statusCode, `${address}: ${response.body}`).toBe(200);
      return response;
    };
    type ListPart = Awaited<ReturnType<typeof ask>>;
    const idsIn = (response: ListPart) => {
      const body = response.json<Row[] | { items: Row[] }>();
      return (Array.isArray(body) ? body : body.items).map(({ id }) => id);
    };
    const filters = Object.entries(list.filters ?? {});
    const question = fc.record({
      chosen: fc.record(
        Object.fromEntries(
          filters.map(([name, { values }]) => [
            name,
            fc.option(fc.constantFrom(...values().map(String)), { freq: 2, nil: undefined }),
          ]),
        ),
      ),
      page: fc.integer({ min: 1, max: 4 }),
      pageSize: fc.integer({ min: 1, max: 12 }),
    });
    const isAsked = async ({
      chosen,
      page,
      pageSize,
    }: {
      chosen: Record<string, string | undefined>;
      page: number;
      pageSize: number;
    }) => {
      const found = rows
        .filter((row) => list.sees(row, who))
        .filter((row) =>
          filters.every(([name, { matches }]) => {
            const value = chosen[name];
            return value === undefined || matches(row, value, who);
          }),
        )
        .sort((a, b) => (isBefore(a, b) ? -1 : 1));
      const ids = found.map(({ id }) => id);
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(chosen)) if (value !== undefined) query.set(name, value);
      // Excludes the entries for signing in and exporting.
      if (path === "/api/audit" && !query.has("to")) query.set("to", "2026-03-20");
      const of = (more: string) => `${path}?${query.toString()}&${more}`;

      const paged = await ask(of(`page=${page}&pageSize=${pageSize}`));
      expect(idsIn(paged)).toEqual(ids.slice((page - 1) * pageSize, page * pageSize));
      expect(paged.headers["x-total-count"]).toBe(String(ids.length));
      expect(paged.headers.link !== undefined).toBe(page * pageSize < ids.length);

      const walked: number[] = [];
      let next: string | undefined = of(`limit=${pageSize * 5}`);
      while (next !== undefined) {
        const part: ListPart = await ask(next);
        walked.push(...idsIn(part));
        next = /<([^>]+)>; rel="next"/.exec(String(part.headers.link))?.[1];
      }
      expect(walked).toEqual(ids);
      expect(list.isWhole === true ? idsIn(await ask(of(""))) : ids).toEqual(ids);
      if (list.csv === undefined) return;
      const [heading, cell] = list.csv;
      const file = parse((await ask(`${path}.csv?${query.toString()}`)).body, { bom: true, columns: true });
      expect((file as Record<string, string>[]).map((line) => line[heading])).toEqual(found.map(cell));
    };
    // Each filter value and text alone, then some combinations.
    const alone = filters.flatMap(([name, { values }]) =>
      values().map((value) => [{ chosen: { [name]: String(value) }, page: 1, pageSize: 10 }] as [never]),
    );
    await fc.assert(fc.asyncProperty(question, isAsked), {
      numRuns: alone.length + combinations,
      examples: alone,
    });
  });
});

test("the units of a property are sorted by number", async () => {
  const number = (unit: { unit_number: string }) => Number(/\d+/.exec(unit.unit_number)?.[0]);
  const letters = (unit: { unit_number: string }) => /^\D*/.exec(unit.unit_number)?.[0] ?? "";
  const units = await allUnits();
  for (const who of ["admin", "landlord", "technician"] as const)
    for (const propertyId of buildings) {
      const response = await portal.call("GET", `/api/properties/${propertyId}/units`, people[who]);
      expect(response.statusCode).toBe(owns(who, propertyId) ? 200 : 404);
      if (response.statusCode === 404) continue;
      const there = units
        .filter((unit) => unit.property_id === propertyId)
        .sort((a, b) =>
          letters(a) === letters(b) ? number(a) - number(b) : letters(a) < letters(b) ? -1 : 1,
        );
      expect(response.json<Row[]>().map(({ id }) => id)).toEqual(there.map(({ id }) => id));
    }
});
