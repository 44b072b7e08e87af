import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#server/db/database.ts";
import { statusFor, type ValidRequest } from "./access.ts";
import { type CallerName, cookieFor, forgetSessions } from "./callers.ts";
import { endpointCases } from "./endpoint-cases.ts";
import { type EndpointFixtures, startFixtures } from "./fixtures.ts";
import { findOperation, type OpenApiDocument } from "./openapi.ts";
import { describeEffects, watchRows } from "./row-changes.ts";
import { sendRequest } from "./send.ts";

/*
 * Makes every write request as it is, and again with every database column as an additional field, as the caller
 * with the fewest permissions who can make it. Both make the same changes, or the second makes none.
 */

let fixtures: EndpointFixtures;
let document: OpenApiDocument;
let takeChanges: Awaited<ReturnType<typeof watchRows>>;
let columns: { name: string; type: string }[];
beforeAll(async () => {
  fixtures = await startFixtures();
  document = (await fixtures.portal.call("GET", "/api/openapi.json")).json();
  columns = await listColumns(fixtures.portal.db);
  takeChanges = await watchRows(fixtures.portal.db);
});
afterAll(() => fixtures.portal.close());

/** Returns every column of every table. */
async function listColumns(db: Db) {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, min(data_type) as type from information_schema.columns
    where table_schema = 'public' group by 1 order by 1`.execute(db);
  return rows;
}

type Variant = "strange" | "likely";
const strangeText = "MASS-ASSIGNED";
const strangeNumber = 987_654_321;
/** Fields an attacker would try. */
const attackFields: Record<string, unknown> = {
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

function getValue(type: string, variant: Variant): unknown {
  if (/int|numeric/.test(type)) return strangeNumber;
  if (type === "boolean") return variant === "strange";
  if (/timestamp|date/.test(type)) return variant === "strange" ? "2098-07-06T05:04:03.000Z" : "2098-07-06";
  if (type === "ARRAY") return [strangeText];
  if (type === "jsonb") return { [strangeText]: strangeNumber };
  return strangeText;
}

/** Returns additional fields in both spellings, except those the endpoint accepts. */
function extraFields(accepted: Set<string>, variant: Variant, isNested = false): Record<string, unknown> {
  const fields: [string, unknown][] = isNested
    ? []
    : columns.flatMap(({ name, type }) => [
        [name, getValue(type, variant)],
        [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), getValue(type, variant)],
      ]);
  const all = { ...Object.fromEntries(fields), ...(variant === "likely" || isNested ? attackFields : {}) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !accepted.has(name)));
}

/** Returns all property names in a schema. */
const propertyNames = (schema: unknown): string[] =>
  typeof schema !== "object" || schema === null
    ? []
    : Object.entries(schema).flatMap(([key, part]) =>
        key === "properties" ? [...Object.keys(part as object), ...propertyNames(part)] : propertyNames(part),
      );

function withExtraFields(value: unknown, accepted: Set<string>, variant: Variant, isNested = false): unknown {
  if (Array.isArray(value)) return value.map((part) => withExtraFields(part, accepted, variant, true));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    withExtraFields(part, accepted, variant, true),
  ]);
  return { ...extraFields(accepted, variant, isNested), ...Object.fromEntries(parts) };
}

/** Returns the request with additional fields in its body or form and its query. */
function addFields(request: ValidRequest, name: string, variant: Variant) {
  const { requestBody, parameters = [] } = findOperation(document, name);
  const accepted = new Set([...propertyNames(requestBody), ...parameters.map((one) => one.name)]);
  const fewFields = Object.entries(extraFields(accepted, "likely", true)).map(
    ([key, value]): [string, string] => [key, String(value)],
  );
  const query = new URLSearchParams(fewFields).toString();
  const asQuery = request.query ? `${request.query}&${query}` : `?${query}`;
  if (request.form === undefined)
    return { ...request, query: asQuery, body: withExtraFields(request.body ?? {}, accepted, variant) };
  const boundary = /boundary=(\S+)/.exec(request.form.headers["content-type"])?.[1];
  const fields = fewFields
    .slice(0, 10)
    .map(
      ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    );
  return {
    ...request,
    query: asQuery,
    form: { ...request.form, body: Buffer.concat([Buffer.from(fields.join("")), request.form.body]) },
  };
}

const leastPermissionsFirst: readonly CallerName[] = [
  "signed out",
  "pending approval",
  "declined",
  "the unit's tenant",
  "the property's technician",
  "the property's landlord",
  "an admin",
];
const writes = Object.entries(endpointCases).flatMap(([name, endpointCase]) => {
  const caller = leastPermissionsFirst.find((one) => statusFor(endpointCase, one) < 300);
  return name.startsWith("GET ") || caller === undefined ? [] : [{ name, endpointCase, caller }];
});

test.each(writes)(
  "$name: additional fields are rejected or ignored",
  async ({ name, endpointCase, caller }) => {
    const send = async (change: (request: ValidRequest) => Parameters<typeof sendRequest>[2]) => {
      const cookie = await cookieFor(fixtures, caller);
      const request = change(await endpointCase.makeRequest(fixtures));
      await takeChanges();
      const { status, body } = await sendRequest(fixtures, name, request, { ...(cookie && { cookie }) });
      const changes = await takeChanges();
      if (changes.some(({ table }) => ["sessions", "users"].includes(table))) forgetSessions();
      return { status, body, changes };
    };
    const unchanged = (request: ValidRequest) => request;
    const plain = await send(unchanged);
    expect(plain.status, plain.body).toBeLessThan(300);
    for (const variant of ["strange", "likely"] as const) {
      const result = await send((request) => addFields(request, name, variant));
      // Some endpoints act differently the second time, such as replacing what the first request created.
      const differences = findDifferences(plain, result);
      expect(differences.length === 0 ? [] : findDifferences(await send(unchanged), result)).toEqual([]);
    }
  },
);

interface WriteResult {
  status: number;
  body: string;
  changes: Awaited<ReturnType<typeof takeChanges>>;
}

/** Returns what the request with additional fields did differently. */
function findDifferences(plain: WriteResult, { status, body, changes }: WriteResult): string[] {
  if (status === 400) return describeEffects(changes);
  const written = JSON.stringify(changes.map(({ after }) => after));
  const values = [strangeText, String(strangeNumber), "2098-07-06"].filter((value) =>
    written.includes(value),
  );
  const [effects, expected] = [describeEffects(changes), describeEffects(plain.changes)];
  return [
    ...(status === plain.status ? [] : [`the status ${status}: ${body}`]),
    ...values.map((value) => `wrote ${value}`),
    ...effects.filter((effect) => !expected.includes(effect)),
    ...expected.filter((effect) => !effects.includes(effect)).map((effect) => `not ${effect}`),
  ];
}
