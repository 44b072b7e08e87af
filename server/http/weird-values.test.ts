import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { leakingTap } from "#test/leaking-tap.ts";
import { createWorkOrder } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";
import { weirdValues } from "#test/weird-values.ts";

/** Every value in every field by `npm run torture`; otherwise every field gets some, and the next field the next ones. */
const valuesOfField = isTorture ? weirdValues.length : 3;
let fields = 0;
const nextValues = () => {
  const first = valuesOfField * fields++;
  return Array.from({ length: valuesOfField }, (_, at) => weirdValues[(first + at) % weirdValues.length]);
};

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

/** The fields of a call, from its contract. */
const fieldsOf = (schema: z.ZodMiniType | undefined): string[] =>
  schema === undefined ? [] : Object.keys((schema as z.ZodMiniObject).shape ?? {});

const reasonable: Record<string, unknown> = {
  ...leakingTap,
  status: "open",
  reason: "We do not know you.",
  text: "Hello",
  email: "somebody@example.com",
  password: "correct horse battery",
  fullName: "Some Body",
};

describe("ERR-06 no value of any field causes an internal error", {
  timeout: isTorture ? 600_000 : 60_000,
}, () => {
  test("in any body", async () => {
    const calls = portal.app.endpoints.flatMap((endpoint) =>
      fieldsOf(endpoint.body).map((field) => ({ endpoint, field })),
    );
    expect(calls.length).toBeGreaterThan(20);
    for (const { endpoint, field } of calls) {
      const id = await createWorkOrder(portal.db, {
        propertyId: building.propertyId,
        createdById: building.tenant.id,
      });
      const url = endpoint.path.replaceAll(/:\w+/g, String(id));
      const values = nextValues();
      const responses = await Promise.all(
        values.map((value) =>
          portal.call(endpoint.method, url, {
            cookie: building.admin.cookie,
            body: { ...reasonable, [field]: value },
          }),
        ),
      );
      for (const [index, response] of responses.entries())
        expect(
          response.statusCode,
          `${endpoint.method} ${endpoint.path} ${field}=${JSON.stringify(values[index])?.slice(0, 60)}: ${response.body}`,
        ).toBeLessThan(500);
    }
  });

  test("in any query", async () => {
    for (const endpoint of portal.app.endpoints.filter(({ query }) => query !== undefined))
      for (const field of fieldsOf(endpoint.query))
        await Promise.all(
          nextValues().map(async (value) => {
            const text =
              typeof value === "string"
                ? value.replace(/\p{Cs}/gu, "").slice(0, 5_000)
                : JSON.stringify(value);
            const url = `${endpoint.path.replaceAll(/:\w+/g, "1")}?${field}=${encodeURIComponent(text)}`;
            const response = await portal.call(endpoint.method, url, { cookie: building.admin.cookie });
            expect(response.statusCode, `${url.slice(0, 100)}: ${response.body.slice(0, 300)}`).toBeLessThan(
              500,
            );
          }),
        );
  });
});
