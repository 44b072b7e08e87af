import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { multipart } from "#test/form.ts";
import { type ActorName, cookieFor, forgetSessions } from "#test/permission-matrix/actors.ts";
import { type OpenApiDocument, operationIn, undocumentedOf } from "#test/permission-matrix/documented.ts";
import { type Place, startPlace } from "#test/permission-matrix/place.ts";
import { type Ask, requests } from "#test/permission-matrix/requests.ts";
import { sendAsk } from "#test/permission-matrix/send.ts";
import { isTorture } from "#test/torture.ts";
import { valuesOf } from "./values-of.ts";

/*
 * Every operation of the OpenAPI document, called as each role with values drawn from its own schemas, right and broken: there is
 * no internal error, and each response has a status and a shape that the document describes. FUZZ_SEED chooses another run.
 */

// `npm test` gives the same result each time; `npm run torture -- fuzz` looks for more.
const seed = Number(process.env.FUZZ_SEED ?? (isTorture ? Date.now() % 2 ** 31 : 1));
const casesPerRole = Math.ceil(Number(process.env.TORTURE_RUNS ?? 100) / 100);
const timeout = isTorture ? 7_200_000 : 180_000;

const roles: readonly ActorName[] = [
  "signed out",
  "waiting for approval",
  "the tenant of the unit",
  "assigned maintenance",
  "the landlord of the building",
  "an admin",
];

/** All roles; without the torture an admin and one other, another one for the next operation. */
const rolesFor = (operation: number): readonly ActorName[] =>
  isTorture ? roles : ["an admin", roles[operation % 5] ?? "an admin"];

let place: Place;
let document: OpenApiDocument;
beforeAll(async () => {
  place = await startPlace();
  document = (await place.portal.call("GET", "/api/openapi.json")).json();
});
afterAll(() => place.portal.close());

interface Case {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: unknown;
  /** How much of the valid request is replaced by these values, in percent; and for each part when it is. */
  share: number;
  draws: number[];
}

/** Cases of the operation: half of them right in all parts, half with parts that are not. */
function casesOf({ parameters = [], requestBody }: ReturnType<typeof operationIn>): fc.Arbitrary<Case> {
  const content = Object.values(requestBody?.content ?? {})[0];
  return fc.constantFrom("right" as const, "broken" as const).chain((manner) => {
    const partsIn = (where: string) =>
      fc.record(
        Object.fromEntries(
          parameters.filter((one) => one.in === where).map((one) => [one.name, valuesOf(one.schema, manner)]),
        ),
      );
    return fc.record({
      path: partsIn("path"),
      query: partsIn("query"),
      header: partsIn("header"),
      body: content === undefined ? fc.constant(undefined) : valuesOf(content.schema, manner),
      share: fc.constantFrom(5, 15, 40, 100),
      draws: fc.array(fc.noBias(fc.integer({ min: 0, max: 99 })), { minLength: 12, maxLength: 12 }),
    });
  });
}

/** The valid request of the matrix with a share of its parts replaced by those of the case. */
function mixed(valid: Ask, one: Case, isForm: boolean) {
  let part = 0;
  const isReplaced = () => (one.draws[part++ % one.draws.length] ?? 0) < one.share;
  const chosen = (drawn: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(drawn).filter(() => isReplaced()));
  const isObject = typeof one.body === "object" && one.body !== null && !Array.isArray(one.body);
  const body = isObject ? { ...valid.body, ...chosen(one.body as Record<string, unknown>) } : one.body;
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(chosen(one.query))) query.append(field, asText(value));
  const [own = "", added] = [valid.query, query.toString()];
  return {
    params: {
      ...valid.params,
      ...Object.fromEntries(
        Object.entries(chosen(one.path)).map(([name, value]) => [name, asText(value).slice(0, 100) || "0"]),
      ),
    },
    query: added === "" ? own : `${own === "" ? "?" : `${own}&`}${added}`,
    headers: Object.fromEntries(
      Object.entries(chosen(one.header)).map(([name, value]) => [
        name,
        asText(value).replace(/[^\x20-\x7e]/g, "?"),
      ]),
    ),
    ...(isForm ? { form: valid.form !== undefined && !isReplaced() ? valid.form : formOf(body) } : {}),
    ...(isForm || body === undefined ? {} : { body }),
  };
}

const asText = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)).replace(/\p{Cs}/gu, "").slice(0, 2_000);

/** A form with these fields; the file fields are the arrays. */
function formOf(sent: unknown) {
  const fields = Object.entries(sent ?? {});
  const line = (value: unknown) => asText(value).replace(/[\r\n]/g, " ");
  return multipart(
    Object.fromEntries(
      fields.filter(([, value]) => !Array.isArray(value)).map(([name, value]) => [line(name), line(value)]),
    ),
    fields.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : []).map((content) => ({
        name,
        fileName: `${asText(content)
          .replace(/[\r\n"]/g, "")
          .slice(0, 60)}.pdf`,
        type: "application/pdf",
        content: Buffer.from(asText(content)),
      })),
    ),
  );
}

test(
  `no operation breaks or answers what the document does not describe, whoever calls it with whatever values (FUZZ_SEED=${seed})`,
  async () => {
    /** The first of each operation. */
    const flaws = new Map<string, string>();
    const succeeded = new Set<string>();
    const names = place.portal.app.endpoints.map(({ method, path }) => `${method} ${path}`);
    const asTheyWere = await peopleAndSettings();
    for (const [index, name] of names.entries()) {
      const operation = operationIn(document, name);
      const isForm = "multipart/form-data" in (operation.requestBody?.content ?? {});
      const isWrite = !name.startsWith("GET");
      const callers = rolesFor(index);
      let valid: Ask | undefined;
      const cases = fc.sample(casesOf(operation), {
        seed: seed + index,
        numRuns: casesPerRole * callers.length,
      });
      for (const [at, one] of cases.entries()) {
        const role = callers[at % callers.length] ?? "signed out";
        const cookie = await cookieFor(place, role);
        valid ??= await requests[name]?.(place);
        const { headers, ...sent } = mixed(valid ?? {}, one, isForm);
        const answer = await sendAsk(place, name, sent, {
          ...(cookie === undefined ? {} : { cookie }),
          ...headers,
        });
        if (answer.status < 300) succeeded.add(name);
        const undocumented = undocumentedOf(operation, answer);
        if (!flaws.has(name) && (answer.status >= 500 || undocumented.length > 0))
          flaws.set(
            name,
            `${name} as ${role}: ${answer.status} ${undocumented.join("; ")} ${answer.status >= 400 ? answer.body : ""}
           ${JSON.stringify({ ...sent, headers, form: sent.form?.body.toString().slice(0, 300) }).slice(0, 600)}`,
          );
        // The next call needs records that are not used up.
        if (isWrite && answer.status < 300) {
          valid = undefined;
          forgetSessions();
        }
      }
      if (isWrite) await asTheyWere.restore();
    }
    expect([...flaws.values()]).toEqual([]);
    // Most of the values get beyond the checks of the contract.
    expect(succeeded.size).toBeGreaterThan(names.length / 2);
  },
  timeout,
);

/** What the calls of an operation may take away from those of the next: people, the settings, and what is left of limits. */
async function peopleAndSettings() {
  const { db } = place.portal;
  const copied = ["users", "organisation"];
  for (const table of copied)
    await sql.raw(`create table fuzz_${table} as select * from ${table}`).execute(db);
  const columns = await sql<{ table: string; columns: string }>`
    select table_name as table, string_agg(format('%1$I = f.%1$I', column_name), ', ') as columns
    from information_schema.columns
    where table_name in ('users', 'organisation') and table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
    group by table_name`.execute(db);
  return {
    restore: async () => {
      await sql`delete from limit_counts`.execute(db);
      for (const { table, columns: assignments } of columns.rows)
        await sql
          .raw(
            `update ${table} t set ${assignments} from fuzz_${table} f where ${table === "users" ? "t.id = f.id" : "true"}`,
          )
          .execute(db);
    },
  };
}
