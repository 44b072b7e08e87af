import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

const createWebhook = async ({ portal: { db }, admin }: EndpointFixtures): Promise<number> => {
  // The limit is 20.
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
const requestForWebhook = async (fixtures: EndpointFixtures): Promise<ValidRequest> => ({
  params: { id: await createWebhook(fixtures) },
});

export const webhookCases: EndpointCases = {
  "GET /api/webhooks": access.adminOnly(),
  "GET /api/webhooks/:id": access.adminOnly(requestForWebhook),
  "POST /api/webhooks": access.adminAdds(async (fixtures) => {
    await createWebhook(fixtures);
    return { body: { url: "https://8.8.8.8/hook", events: ["lease.ended"] } };
  }),
  "PATCH /api/webhooks/:id": access.adminOnly(async (fixtures) => ({
    ...(await requestForWebhook(fixtures)),
    body: { state: "paused" },
  })),
  "DELETE /api/webhooks/:id": access.adminOnly(requestForWebhook),
  "POST /api/webhooks/:id/rotate-secret": access.adminOnly(requestForWebhook),
  "POST /api/webhooks/:id/test": access.adminAdds(requestForWebhook),
  "GET /api/webhook-deliveries": access.adminOnly(),
  "GET /api/webhook-deliveries.csv": access.adminOnly(),
  "POST /api/webhook-deliveries/:id/replay": access.adminOnly(async (fixtures) => {
    const { id } = await fixtures.portal.db
      .insertInto("webhook_deliveries")
      .values({
        webhook_id: await createWebhook(fixtures),
        event_id: "evt_1",
        kind: "lease.ended",
        body: "{}",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { params: { id } };
  }),
};
