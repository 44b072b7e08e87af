import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { multipart } from "#test/form.ts";
import { isTorture } from "#test/torture.ts";
import type { ValidRequest } from "./access.ts";
import { type CallerName, cookieFor, forgetSessions } from "./callers.ts";
import { endpointCases } from "./endpoint-cases.ts";
import { type EndpointFixtures, startFixtures } from "./fixtures.ts";
import { oddValues } from "./odd-values.ts";
import { findOperation, findUndocumented, type OpenApiDocument } from "./openapi.ts";
import { arbitraryFor, propertyNames } from "./random-values.ts";
import { sendRequest } from "./send.ts";

/*
 * Calls every endpoint with odd values in every field, and with random values from the schemas of the OpenAPI
 * document, valid and invalid. No call causes an internal error, and the document describes each response.
 * FUZZ_SEED selects another run.
 */

// `npm test` is deterministic, and `npm run torture -- fuzz` tests new values.
const seed = Number(process.env.FUZZ_SEED ?? (isTorture ? Date.now() % 2 ** 31 : 1));
const requestsPerCaller = Math.ceil(Number(process.env.TORTURE_RUNS ?? 100) / 100);
const timeout = isTorture ? 7_200_000 : 240_000;

const callers: readonly CallerName[] = [
  "signed out",
  "pending approval",
  "the unit's tenant",
  "the property's technician",
  "the property's landlord",
  "an admin",
];
/** `npm run torture` uses all callers, and `npm test` an admin and one other per endpoint. */
const callersFor = (index: number): readonly CallerName[] =>
  isTorture ? callers : ["an admin", callers[index % 5] ?? "an admin"];

/** `npm run torture` tests every odd value in every field, and `npm test` a few, starting where the last field ended. */
const valuesPerField = isTorture ? oddValues.length : 2;
let fieldCount = 0;
const nextOddValues = () => {
  const first = valuesPerField * fieldCount++;
  return Array.from({ length: valuesPerField }, (_, at) => oddValues[(first + at) % oddValues.length]);
};

let fixtures: EndpointFixtures;
let document: OpenApiDocument;
beforeAll(async () => {
  fixtures = await startFixtures();
  document = (await fixtures.portal.call("GET", "/api/openapi.json")).json();
});
afterAll(() => fixtures.portal.close());

type Operation = ReturnType<typeof findOperation>;

interface ReplacedValues {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: unknown;
}

interface RandomValues extends ReplacedValues {
  /** The share of the valid request to replace, in percent, and a random number for each value. */
  percent: number;
  draws: number[];
}

const bodySchema = ({ requestBody }: Operation) => Object.values(requestBody?.content ?? {})[0]?.schema;
const isForm = ({ requestBody }: Operation) => "multipart/form-data" in (requestBody?.content ?? {});

/** Random values for an operation, half of them valid. */
function randomValuesFor(operation: Operation): fc.Arbitrary<RandomValues> {
  const { parameters = [] } = operation;
  const schema = bodySchema(operation);
  return fc.constantFrom("valid" as const, "invalid" as const).chain((validity) => {
    const parametersIn = (where: string) =>
      fc.record(
        Object.fromEntries(
          parameters
            .filter((parameter) => parameter.in === where)
            .map((parameter) => [parameter.name, arbitraryFor(parameter.schema, validity)]),
        ),
      );
    return fc.record({
      path: parametersIn("path"),
      query: parametersIn("query"),
      header: parametersIn("header"),
      body: schema === undefined ? fc.constant(undefined) : arbitraryFor(schema, validity),
      percent: fc.constantFrom(5, 15, 40, 100),
      draws: fc.array(fc.noBias(fc.integer({ min: 0, max: 99 })), { minLength: 12, maxLength: 12 }),
    });
  });
}

/** Keeps the given percentage of the random values. */
function selectValues({ path, query, header, body, percent, draws }: RandomValues): ReplacedValues {
  let count = 0;
  const select = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).filter(() => (draws[count++ % draws.length] ?? 0) < percent));
  return {
    path: select(path),
    query: select(query),
    header: select(header),
    body: isRecord(body) ? select(body) : body,
  };
}

/** An odd value for each body field and query parameter. */
function oddValuesFor(operation: Operation): ReplacedValues[] {
  const { parameters = [] } = operation;
  const valid = { path: {}, query: {}, header: {}, body: {} };
  return [
    ...propertyNames(bodySchema(operation) ?? {}).flatMap((name) =>
      nextOddValues().map((value) => ({ ...valid, body: { [name]: value } })),
    ),
    ...parameters
      .filter((parameter) => parameter.in === "query")
      .flatMap(({ name }) => nextOddValues().map((value) => ({ ...valid, query: { [name]: value } }))),
  ];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the valid request with some values replaced. */
function replaceValues(valid: ValidRequest, values: ReplacedValues, operation: Operation) {
  const body = isRecord(values.body) ? { ...valid.body, ...values.body } : values.body;
  const query = new URLSearchParams(valid.query);
  for (const [name, value] of Object.entries(values.query)) query.append(name, toText(value));
  const mapTexts = (record: Record<string, unknown>, toValue: (text: string) => string) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toValue(toText(value))]));
  const keepsForm =
    valid.form !== undefined && isRecord(values.body) && Object.keys(values.body).length === 0;
  return {
    params: { ...valid.params, ...mapTexts(values.path, (text) => text.slice(0, 100) || "0") },
    query: query.size === 0 ? "" : `?${query.toString()}`,
    headers: mapTexts(values.header, (text) => text.replace(/[^\x20-\x7e]/g, "?")),
    ...(isForm(operation) && { form: keepsForm ? valid.form : buildForm(body) }),
    ...(!isForm(operation) && bodySchema(operation) !== undefined && { body }),
  };
}

const toText = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)).replace(/\p{Cs}/gu, "").slice(0, 2_000);

/** Builds a form from these fields. Arrays become files. */
function buildForm(values: unknown) {
  const fields = Object.entries(values ?? {});
  const toLine = (value: unknown) => toText(value).replace(/[\r\n]/g, " ");
  return multipart(
    Object.fromEntries(
      fields
        .filter(([, value]) => !Array.isArray(value))
        .map(([name, value]) => [toLine(name), toLine(value)]),
    ),
    fields.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : []).map((content) => ({
        name,
        fileName: `${toLine(content).replaceAll('"', "").slice(0, 60)}.pdf`,
        type: "application/pdf",
        content: Buffer.from(toText(content)),
      })),
    ),
  );
}

test(
  `ERR-06 no value of any field causes an internal error or an undocumented response (FUZZ_SEED=${seed})`,
  async () => {
    /** The first problem of each endpoint. */
    const problems = new Map<string, string>();
    const succeeded = new Set<string>();
    const names = Object.keys(endpointCases);
    const restore = await saveUsersAndSettings();
    for (const [index, name] of names.entries()) {
      const operation = findOperation(document, name);
      const isWrite = !name.startsWith("GET ");
      let valid: ValidRequest | undefined;
      const send = async (caller: CallerName, values: ReplacedValues) => {
        const cookie = await cookieFor(fixtures, caller);
        valid ??= (await endpointCases[name]?.makeRequest(fixtures)) ?? {};
        const { headers, ...request } = replaceValues(valid, values, operation);
        const response = await sendRequest(fixtures, name, request, {
          ...(cookie && { cookie }),
          ...headers,
        });
        const undocumented = findUndocumented(operation, response);
        if (!problems.has(name) && (response.status >= 500 || undocumented.length > 0)) {
          const form = request.form?.body.toString().slice(0, 300);
          problems.set(
            name,
            `${name} as ${caller}: ${response.status} ${undocumented.join("; ")} ${response.status >= 400 ? response.body : ""}
           ${JSON.stringify({ ...request, headers, form }).slice(0, 600)}`,
          );
        }
        if (response.status >= 300) return;
        succeeded.add(name);
        // The next request needs new records.
        if (isWrite) {
          valid = undefined;
          forgetSessions();
        }
      };
      for (const values of oddValuesFor(operation)) await send("an admin", values);
      const callersOfEndpoint = callersFor(index);
      const random = fc.sample(randomValuesFor(operation), {
        seed: seed + index,
        numRuns: requestsPerCaller * callersOfEndpoint.length,
      });
      for (const [at, values] of random.entries())
        await send(callersOfEndpoint[at % callersOfEndpoint.length] ?? "signed out", selectValues(values));
      if (isWrite) await restore();
    }
    expect([...problems.values()]).toEqual([]);
    // Most requests pass validation.
    expect(succeeded.size).toBeGreaterThan(names.length / 2);
  },
  timeout,
);

/** Copies users and settings. Returns a function that restores them and resets rate limits for the next endpoint. */
async function saveUsersAndSettings(): Promise<() => Promise<void>> {
  const { db } = fixtures.portal;
  const tables = { users: "t.id = f.id", organization: "true" };
  for (const table of Object.keys(tables))
    await sql.raw(`create table saved_${table} as select * from ${table}`).execute(db);
  const { rows } = await sql<{ table: keyof typeof tables; assignments: string }>`
    select table_name as table, string_agg(format('%1$I = f.%1$I', column_name), ', ') as assignments
    from information_schema.columns
    where table_name = any(${Object.keys(tables)}) and table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
    group by table_name`.execute(db);
  return async () => {
    await sql`delete from limit_counts`.execute(db);
    for (const { table, assignments } of rows)
      await sql
        .raw(`update ${table} t set ${assignments} from saved_${table} f where ${tables[table]}`)
        .execute(db);
  };
}
