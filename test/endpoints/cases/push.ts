import { sql } from "kysely";
import { hashSessionId } from "#server/http/requests/session.ts";
import { startFakePushService } from "#test/fakes/fake-push.ts";
import { signInAs } from "#test/people.ts";
import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

let browserCount = 0;
const newBrowser = () =>
  startFakePushService({ clock: () => new Date() }).browser(`browser-${(browserCount += 1)}`);

/** Registers a device of the unit's tenant. */
async function requestForDevice({ portal: { db, clock }, tenant }: EndpointFixtures): Promise<ValidRequest> {
  const cookie = await signInAs(db, tenant, clock.now);
  const { endpoint, keys } = newBrowser();
  const session_hash = hashSessionId(cookie.slice("portal_session=".length));
  const { id } = await db
    .insertInto("push_subscriptions")
    .values({ user_id: tenant.id, session_hash, endpoint, ...keys, created_at: clock.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id } };
}

export const pushCases: EndpointCases = {
  "GET /api/push-subscriptions": access.signedIn(),
  "POST /api/push-subscriptions": access.signedInAdd(() => ({ body: newBrowser() })),
  "DELETE /api/push-subscriptions/:id": access.ownedByTenant(requestForDevice),
  "POST /api/push-subscriptions/:id/test": access.ownedByTenant(requestForDevice),
  "PUT /api/quiet-hours": access.signedIn(async ({ portal: { db } }) => {
    await db.deleteFrom("quiet_hours").execute();
    return { body: { from: "22:00", to: "07:00", timeZone: null } };
  }),
  "DELETE /api/quiet-hours": access.signedIn(async ({ portal: { db } }) => {
    await sql`insert into quiet_hours (user_id, from_time, to_time) select id, '22:00', '07:00' from users
      on conflict do nothing`.execute(db);
    return {};
  }),
};
