import { sql } from "kysely";
import { sessionHashOf } from "#server/http/session.ts";
import { signInAs } from "#test/people.ts";
import { startPushReceiver } from "#test/push-receiver.ts";
import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

let browsers = 0;
const newBrowser = () => startPushReceiver({ clock: () => new Date() }).browser(`browser-${(browsers += 1)}`);

/** A device of the tenant of the unit. */
async function theDevice({ portal: { db, clock }, tenant }: Place): Promise<Ask> {
  const cookie = await signInAs(db, tenant, clock.now);
  const { endpoint, keys } = newBrowser();
  const session_hash = sessionHashOf(cookie.slice("portal_session=".length));
  const { id } = await db
    .insertInto("push_subscriptions")
    .values({ user_id: tenant.id, session_hash, endpoint, ...keys, created_at: clock.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id } };
}

export const pushRequests = {
  "GET /api/push-subscriptions": () => ({}),
  "POST /api/push-subscriptions": () => ({ body: newBrowser() }),
  "DELETE /api/push-subscriptions/:id": theDevice,
  "POST /api/push-subscriptions/:id/test": theDevice,
  "PUT /api/quiet-hours": async ({ portal: { db } }) => {
    await db.deleteFrom("quiet_hours").execute();
    return { body: { from: "22:00", to: "07:00", timeZone: null } };
  },
  "DELETE /api/quiet-hours": async ({ portal: { db } }) => {
    await sql`insert into quiet_hours (user_id, from_time, to_time) select id, '22:00', '07:00' from users
      on conflict do nothing`.execute(db);
    return {};
  },
} satisfies Record<string, (place: Place) => Ask | Promise<Ask>>;
