import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countLockWaits } from "#test/lock-waits.ts";
import { createPerson, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { runAsPortal } from "../jobs/as-portal.ts";
import { notify } from "./notify.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const createPersonWithDevice = async () => {
  const { id } = await createPerson(portal.db, { role: "admin" });
  await signInAs(portal.db, { id });
  await sql`
    insert into push_subscriptions (user_id, session_hash, endpoint, p256dh, auth, created_at)
    select user_id, id_hash, ${`https://push.example.com/${id}`}, '', '', now() from sessions where user_id = ${id}`.execute(
    portal.db,
  );
  return id;
};

test("if a device's session ends during a change, the change succeeds and other devices get their pushes", async () => {
  const { db, services } = portal;
  const [leaving, staying] = [await createPersonWithDevice(), await createPersonWithDevice()];
  const { notifying } = await db.transaction().execute(async (ending) => {
    await ending.deleteFrom("sessions").where("user_id", "=", leaving).execute();
    const promise = runAsPortal(services, (ctx) =>
      notify(ctx, [leaving, staying], {
        kind: "webhook.paused",
        details: { host: "example.com", days: 3 },
        link: "/webhooks/1",
      }),
    );
    await expect.poll(() => countLockWaits(db)).toBe(1);
    return { notifying: promise };
  });
  await notifying;
  const rows = await db.selectFrom("notifications").select("user_id").orderBy("user_id").execute();
  expect(rows.map(({ user_id }) => user_id)).toEqual([leaving, staying]);
  const pushed = await db
    .selectFrom("pending_pushes")
    .innerJoin("notifications", "notifications.id", "notification_id")
    .select("user_id")
    .execute();
  expect(pushed).toEqual([{ user_id: staying }]);
});
