import { afterAll, beforeAll, expect, test } from "vitest";
import { hashToken, newToken } from "#server/http/requests/api-token.ts";
import { createPerson, createProperty } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { examples } from "../examples.ts";

let portal: TestPortal;
const token = newToken();
beforeAll(async () => {
  portal = await startPortal();
  const { db, clock } = portal;
  const landlord = await createPerson(db, { role: "landlord", propertyIds: [await createProperty(db)] });
  await db
    .insertInto("api_tokens")
    .values({
      user_id: landlord.id,
      name: "Examples",
      token_hash: hashToken(token),
      scopes: ["work-orders:write", "reports:read"],
      created_at: clock.now,
      expires_at: new Date(clock.now.getTime() + 86_400_000),
    })
    .execute();
});
afterAll(() => portal.close());

/** Returns the request curl would make, with the options used in the examples. */
function toRequest(command: string) {
  const words = [...command.replaceAll("\\\n", " ").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, quoted, literal, plain]) =>
      literal ?? (quoted ?? plain ?? "").replace("$PORTAL", "").replace("$TOKEN", token),
  );
  const request = { method: "", url: "", headers: {} as Record<string, string>, payload: "" };
  expect(words.shift()).toBe("curl");
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "-i") continue;
    if (word === "-X") request.method = words.shift() ?? "";
    else if (word === "-d") request.payload = words.shift() ?? "";
    else if (word === "-H") {
      const [name = "", value = ""] = (words.shift() ?? "").split(": ");
      request.headers[name] = value;
    } else request.url = word;
  }
  request.method ||= request.payload === "" ? "GET" : "POST";
  return request as typeof request & { method: "GET" };
}

test.each(examples)("the example in the API reference works: $title", async ({ command }) => {
  const response = await portal.app.inject(toRequest(command));
  expect(response.statusCode, response.body).toBeLessThan(300);
  expect(response.body).not.toBe("");
});

test("the first API example returns the same response when repeated and is rejected with an invalid token", async () => {
  const [{ command }] = examples as [(typeof examples)[number]];
  const { id } = (await portal.app.inject(toRequest(command))).json<{ id: number }>();
  expect(id).toBe(1);
  const wrong = await portal.app.inject(toRequest(command.replace("$TOKEN", newToken())));
  expect(wrong.statusCode).toBe(401);
});
