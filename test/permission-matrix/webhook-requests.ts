import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

const freshWebhook = async ({ portal: { db }, admin }: Place): Promise<number> => {
  // There may be 20 at most.
  await db.deleteFrom("webhooks").execute();
  const { id } = await db
    .insertInto("webhooks")
    .values({
      url: "https://8.8.8.8/hook",
      events: ["lease.ended"],
      secret: Buffer.alloc(0),
      created_by_id: admin.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
const theWebhook = async (place: Place): Promise<Ask> => ({ params: { id: await freshWebhook(place) } });

export const webhookRequests = {
  "GET /api/webhooks": () => ({}),
  "GET /api/webhooks/:id": theWebhook,
  "POST /api/webhooks": async (place) => {
    await freshWebhook(place);
    return { body: { url: "https://8.8.8.8/hook", events: ["lease.ended"] } };
  },
  "PATCH /api/webhooks/:id": async (place) => ({ ...(await theWebhook(place)), body: { state: "paused" } }),
  "DELETE /api/webhooks/:id": theWebhook,
  "POST /api/webhooks/:id/rotate-secret": theWebhook,
  "POST /api/webhooks/:id/test": theWebhook,
  "GET /api/webhook-deliveries": () => ({}),
  "GET /api/webhook-deliveries.csv": () => ({}),
  "POST /api/webhook-deliveries/:id/replay": async (place) => {
    const { id } = await place.portal.db
      .insertInto("webhook_deliveries")
      .values({ webhook_id: await freshWebhook(place), event_id: "evt_1", kind: "lease.ended", body: "{}" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { params: { id } };
  },
} satisfies Record<string, (place: Place) => Ask | Promise<Ask>>;
