import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Category, Pool, PoolYear } from "../../categories-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const send = (method: Method, url: string, body?: object, who = building.admin, version?: number) =>
  portal.call(method, url, {
    cookie: who.cookie,
    ...(body === undefined ? {} : { body }),
    ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
  });
const readCategories = async () => (await send("GET", "/api/expense-categories")).json<Category[]>();
const readPools = async () => (await send("GET", "/api/expense-pools")).json<Pool[]>();
const findCategory = async (name: string) =>
  (await readCategories()).find((one) => one.name === name) as Category;
const findPool = async (name: string) => (await readPools()).find((one) => one.name === name) as Pool;

const pressureWashing = {
  name: "Pressure washing",
  accountCode: "6070",
  poolId: null,
  isRecoverable: true,
  isControllable: true,
  variesWithOccupancy: false,
  isCapital: false,
};

describe("expense categories", () => {
  test("a new portal has a standard set of categories in four pools [EXP-01, 02]", async () => {
    const pools = await readPools();
    expect(pools.map(({ name, estimateKind }) => [name, estimateKind])).toEqual([
      ["CAM", "common-area"],
      ["Property tax", "common-area"],
      ["Insurance", "common-area"],
      ["Utilities", "utilities"],
    ]);
    const categories = await readCategories();
    expect(categories).toHaveLength(22);
    expect([...new Set(categories.map(({ pool }) => pool))]).toEqual([
      "CAM",
      "Property tax",
      "Insurance",
      "Utilities",
      null,
    ]);
    expect(await findCategory("Cleaning")).toMatchObject({
      pool: "CAM",
      isRecoverable: true,
      isControllable: true,
      variesWithOccupancy: true,
      isCapital: false,
      isArchived: false,
    });
    expect(await findCategory("Leasing commissions")).toMatchObject({ pool: null, isRecoverable: false });
    expect(await findCategory("Roof replacement")).toMatchObject({ isCapital: true });
  });

  test("administrators can add, change, and archive categories, and the audit log has each change [EXP-01]", async () => {
    const added = await send("POST", "/api/expense-categories", pressureWashing);
    expect(added.statusCode, added.body).toBe(201);
    const { id } = added.json<Category>();
    const { id: poolId } = await findPool("CAM");
    const edited = await send("PATCH", `/api/expense-categories/${id}`, { poolId, isArchived: true });
    expect(edited.json()).toMatchObject({
      ...pressureWashing,
      poolId,
      pool: "CAM",
      isArchived: true,
      version: 2,
    });
    const logged = await portal.db
      .selectFrom("audit_log")
      .select(["action", "details"])
      .where("subject_type", "=", "expense-category")
      .where("subject_id", "=", String(id))
      .orderBy("id")
      .execute();
    expect(logged.map(({ action }) => action)).toEqual([
      "expense-category.created",
      "expense-category.edited",
    ]);
    expect(logged[1]?.details).toEqual({
      changes: [
        { field: "pool", from: null, to: "CAM" },
        { field: "isArchived", from: false, to: true },
      ],
    });
  });

  test("two categories or two pools can't have the same name, ignoring case [EXP-01, 02]", async () => {
    const response = await send("POST", "/api/expense-categories", { ...pressureWashing, name: "CLEANING" });
    expect([response.statusCode, response.json().fields]).toEqual([
      409,
      { name: "There is already an expense category named CLEANING." },
    ]);
    const { id } = await findCategory("Security");
    expect((await send("PATCH", `/api/expense-categories/${id}`, { name: "cleaning" })).statusCode).toBe(409);
    const pool = await send("POST", "/api/expense-pools", { name: "cam", estimateKind: "other" });
    expect(pool.json().message).toBe("There is already an expense pool named cam.");
  });

  test("editing an outdated version of a category is rejected with the current category [EXP-01]", async () => {
    const { id, version } = await findCategory("Landscaping");
    await send("PATCH", `/api/expense-categories/${id}`, { accountCode: "6021" }, building.admin, version);
    const late = await send(
      "PATCH",
      `/api/expense-categories/${id}`,
      { name: "Grounds" },
      building.admin,
      version,
    );
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      message: "Ada Admin changed Landscaping after you opened it.",
      current: { accountCode: "6021", version: version + 1 },
    });
  });

  test("the categories can be exported as CSV [EXP-01]", async () => {
    const { body } = await send("GET", "/api/expense-categories.csv", undefined, building.landlord);
    expect(body).toContain("Cleaning,6010,CAM,yes,yes,yes,no,no");
  });
});

describe("expense pools", () => {
  test("a new pool is added at the end, and a pool can be deleted once it has no categories [EXP-02]", async () => {
    const { id } = (
      await send("POST", "/api/expense-pools", { name: "Marketing", estimateKind: "other" })
    ).json<Pool>();
    expect((await readPools()).at(-1)?.name).toBe("Marketing");
    const category = (
      await send("POST", "/api/expense-categories", { ...pressureWashing, name: "Signs", poolId: id })
    ).json<Category>();
    const blocked = await send("DELETE", `/api/expense-pools/${id}`);
    expect([blocked.statusCode, blocked.json().message]).toEqual([
      409,
      "Signs is in this pool. Move its categories to another pool first.",
    ]);
    await send("PATCH", `/api/expense-categories/${category.id}`, { poolId: null });
    expect((await send("DELETE", `/api/expense-pools/${id}`)).statusCode).toBe(200);
    const lost = await send("PATCH", `/api/expense-categories/${category.id}`, { poolId: id });
    expect(lost.json().fields).toEqual({ poolId: "This pool doesn't exist anymore. Select another one." });
  });

  test("a pool's year starts in January unless a property sets another month [EXP-03]", async () => {
    const otherId = await createProperty(portal.db);
    const { id: poolId } = await findPool("Property tax");
    const path = (id: number) => `/api/properties/${id}/expense-pools`;
    const set = await send(
      "PUT",
      `${path(building.propertyId)}/${poolId}`,
      { startMonth: 7 },
      building.landlord,
    );
    expect(set.statusCode, set.body).toBe(200);
    const readMonths = async (id: number) =>
      (await send("GET", path(id))).json<PoolYear[]>().map(({ name, startMonth }) => [name, startMonth]);
    expect(await readMonths(building.propertyId)).toContainEqual(["Property tax", 7]);
    expect(await readMonths(building.propertyId)).toContainEqual(["CAM", 1]);
    expect(await readMonths(otherId)).toContainEqual(["Property tax", 1]);
    const logged = await portal.db
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "expense-pool.year-changed")
      .executeTakeFirstOrThrow();
    expect(logged.details).toEqual({ startMonth: { from: 1, to: 7 } });
    const stranger = await createPerson(portal.db, { role: "landlord", propertyIds: [otherId] });
    const cookie = await signInAs(portal.db, stranger);
    const rejected = await send(
      "PUT",
      `${path(building.propertyId)}/${poolId}`,
      { startMonth: 2 },
      {
        ...stranger,
        cookie,
      },
    );
    expect(rejected.statusCode).toBe(404);
  });
});
