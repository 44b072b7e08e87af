import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#server/db/database.ts";
import { type ActorName, cookieFor, forgetSessions } from "#test/permission-matrix/actors.ts";
import { type OpenApiDocument, operationIn } from "#test/permission-matrix/documented.ts";
import { expectedStatus, statusFor } from "#test/permission-matrix/expected.ts";
import { type Place, startPlace } from "#test/permission-matrix/place.ts";
import { type Ask, requests } from "#test/permission-matrix/requests.ts";
import { sendAsk } from "#test/permission-matrix/send.ts";
import { effectsOf, watchRows } from "./row-changes.ts";

/*
 * Every write of the matrix once as it is, and again with every column of the database as a further field, by the weakest person
 * who may make it: the database has the same changes, or none.
 */

let place: Place;
let document: OpenApiDocument;
let changes: Awaited<ReturnType<typeof watchRows>>;
let columns: { name: string; type: string }[];
beforeAll(async () => {
  place = await startPlace();
  document = (await place.portal.call("GET", "/api/openapi.json")).json();
  columns = await columnsOf(place.portal.db);
  changes = await watchRows(place.portal.db);
});
afterAll(() => place.portal.close());

/** Every column of every table. */
async function columnsOf(db: Db) {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, min(data_type) as type from information_schema.columns
    where table_schema = 'public' group by 1 order by 1`.execute(db);
  return rows;
}

const strangeText = "MASS-ASSIGNED";
const strangeNumber = 987_654_321;
/** What an attacker would like to be. */
const likely: Record<string, unknown> = {
  id: 1,
  role: "admin",
  state: "active",
  status: "approved",
  approved: true,
  isAdmin: true,
  effectiveRole: "admin",
  membership: "active",
  accessScope: { everywhere: true },
  permissions: ["*"],
  scopes: ["*"],
  visibility: "building",
  scan: "clean",
  method: "card",
  amountCents: strangeNumber,
  propertyIds: [1, 2, 3],
};

function valueOf(type: string, variant: "strange" | "likely"): unknown {
  if (/int|numeric/.test(type)) return strangeNumber;
  if (type === "boolean") return variant === "strange";
  if (/timestamp|date/.test(type)) return variant === "strange" ? "2098-07-06T05:04:03.000Z" : "2098-07-06";
  if (type === "ARRAY") return [strangeText];
  if (type === "jsonb") return { [strangeText]: strangeNumber };
  return strangeText;
}

/** Further fields, in both spellings, but those that the call has. */
function extras(own: Set<string>, variant: "strange" | "likely", isNested = false): Record<string, unknown> {
  const fields: [string, unknown][] = isNested
    ? []
    : columns.flatMap(({ name, type }) => [
        [name, valueOf(type, variant)],
        [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), valueOf(type, variant)],
      ]);
  const all = { ...Object.fromEntries(fields), ...(variant === "likely" || isNested ? likely : {}) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !own.has(name)));
}

/** The names that a schema has anywhere. */
const namesIn = (schema: unknown): string[] =>
  typeof schema !== "object" || schema === null
    ? []
    : Object.entries(schema).flatMap(([key, part]) =>
        key === "properties" ? [...Object.keys(part as object), ...namesIn(part)] : namesIn(part),
      );

function withExtras(
  value: unknown,
  own: Set<string>,
  variant: "strange" | "likely",
  isNested = false,
): unknown {
  if (Array.isArray(value)) return value.map((part) => withExtras(part, own, variant, true));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, withExtras(part, own, variant, true)]);
  return { ...extras(own, variant, isNested), ...Object.fromEntries(parts) };
}

/** The same request with further fields in its body or form, and as parameters of its query. */
function enriched(ask: Ask, name: string, variant: "strange" | "likely") {
  const { requestBody, parameters = [] } = operationIn(document, name);
  const own = new Set([...namesIn(requestBody), ...parameters.map((one) => one.name)]);
  const few = Object.entries(extras(own, "likely", true)).map(([key, value]): [string, string] => [
    key,
    String(value),
  ]);
  const query = new URLSearchParams(few).toString();
  const asQuery = ask.query ? `${ask.query}&${query}` : `?${query}`;
  if (ask.form === undefined)
    return { ...ask, query: asQuery, body: withExtras(ask.body ?? {}, own, variant) };
  const boundary = /boundary=(\S+)/.exec(ask.form.headers["content-type"])?.[1];
  const fields = few
    .slice(0, 10)
    .map(
      ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    );
  return {
    ...ask,
    query: asQuery,
    form: { ...ask.form, body: Buffer.concat([Buffer.from(fields.join("")), ask.form.body]) },
  };
}

const weakestFirst: readonly ActorName[] = [
  "signed out",
  "waiting for approval",
  "refused",
  "the tenant of the unit",
  "assigned maintenance",
  "the landlord of the building",
  "an admin",
];
const writes = Object.keys(expectedStatus).filter((name) => !name.startsWith("GET "));
const actorOf = (name: string) => weakestFirst.find((actor) => (statusFor(name, actor) ?? 500) < 300);

test.each(writes.filter((name) => actorOf(name) !== undefined))(
  "%s: fields that it does not have are refused or without effect",
  async (name) => {
    const send = async (change: (ask: Ask) => Parameters<typeof sendAsk>[2]) => {
      const cookie = await cookieFor(place, actorOf(name) ?? "an admin");
      const ask = change((await requests[name]?.(place)) ?? {});
      await changes();
      const { status, body } = await sendAsk(place, name, ask, cookie === undefined ? {} : { cookie });
      const changed = await changes();
      if (changed.some(({ table }) => ["sessions", "users"].includes(table))) forgetSessions();
      return { status, body, changed };
    };
    const asItIs = await send((ask) => ask);
    expect(asItIs.status, asItIs.body).toBeLessThan(300);
    for (const variant of ["strange", "likely"] as const) {
      const outcome = await send((ask) => enriched(ask, name, variant));
      // Some calls do another thing the second time, such as replacing what the first one made.
      const flaws = differences(asItIs, outcome);
      expect(flaws.length === 0 ? [] : differences(await send((ask) => ask), outcome)).toEqual([]);
    }
  },
);

interface Outcome {
  status: number;
  body: string;
  changed: Awaited<ReturnType<typeof changes>>;
}

/** What a call with further fields did besides what the same call does without them. */
function differences(asItIs: Outcome, { status, body, changed }: Outcome): string[] {
  const written = JSON.stringify(changed.map(({ after }) => after));
  const strange = [strangeText, String(strangeNumber), "2098-07-06"].filter((value) =>
    written.includes(value),
  );
  if (status === 400) return effectsOf(changed);
  const [effects, expected] = [effectsOf(changed), effectsOf(asItIs.changed)];
  return [
    ...(status === asItIs.status ? [] : [`the status ${status}: ${body}`]),
    ...strange.map((value) => `wrote ${value}`),
    ...effects.filter((effect) => !expected.includes(effect)),
    ...expected.filter((effect) => !effects.includes(effect)).map((effect) => `not ${effect}`),
  ];
}
