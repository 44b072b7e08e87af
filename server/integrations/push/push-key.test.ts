import { afterAll, beforeAll, expect, test } from "vitest";
import { hashSessionId } from "#server/http/requests/session.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { readPushKey } from "./push-key.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

test("NAV-31 the push key is created once and sealed, and with a different SECRET_KEY, a new key is created and all subscriptions end", async () => {
  const { db, clock } = portal;
  const secret = Buffer.alloc(32, 1);
  const [first, second] = await Promise.all([readPushKey(db, secret), readPushKey(db, secret)]);
  expect(first.equals(second)).toBe(true);
  const { value } = await db
    .selectFrom("database_metadata")
    .select("value")
    .where("name", "=", "push-key")
    .executeTakeFirstOrThrow();
  expect(Buffer.from(value, "base64url").includes(first)).toBe(false);
  const user = await createPerson(db, { role: "landlord" });
  const cookie = await signInAs(db, user, clock.now);
  await db
    .insertInto("push_subscriptions")
    .values({
      user_id: user.id,
      session_hash: hashSessionId(cookie.slice("portal_session=".length)),
      endpoint: "https://fcm.googleapis.com/fcm/send/a",
      p256dh: "",
      auth: "",
      created_at: clock.now,
    })
    .execute();
  const devices = () => db.selectFrom("push_subscriptions").select("id").execute();
  expect((await readPushKey(db, secret)).equals(first)).toBe(true);
  expect(await devices()).toHaveLength(1);
  expect((await readPushKey(db, Buffer.alloc(32, 2))).equals(first)).toBe(false);
  expect(await devices()).toEqual([]);
});
