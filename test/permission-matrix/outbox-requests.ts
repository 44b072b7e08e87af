import type { Place } from "./place.ts";
import type { Ask } from "./requests.ts";

async function aMail({ portal: { db } }: Place, state = "sent"): Promise<Ask> {
  const { id } = await db
    .insertInto("mails")
    .values({
      to_address: "a@example.com",
      template: "test",
      subject: "Hello",
      text_body: "Hello",
      html_body: "Hello",
      state,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { params: { id } };
}

export const outboxRequests = {
  "GET /api/outbox": () => ({}),
  "GET /api/outbox.csv": () => ({}),
  "GET /api/outbox/figures": () => ({}),
  "GET /api/outbox/:id": (place) => aMail(place),
  "GET /api/outbox/:id/page": (place) => aMail(place),
  "POST /api/outbox/:id/resend": async (place) => ({ ...(await aMail(place, "failed")), body: {} }),
  "POST /api/outbox/resend-failed": () => ({}),
} satisfies Record<string, (place: Place) => Ask | Promise<Ask>>;
