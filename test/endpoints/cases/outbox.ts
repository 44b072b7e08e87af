import { access, type EndpointCases, type ValidRequest } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

async function requestForEmail(
  { portal: { db } }: EndpointFixtures,
  state: "sent" | "failed" = "sent",
): Promise<ValidRequest> {
  const { id } = await db
    .insertInto("emails")
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

export const outboxCases: EndpointCases = {
  "GET /api/outbox": access.adminOnly(),
  "GET /api/outbox.csv": access.adminOnly(),
  "GET /api/outbox/figures": access.adminOnly(),
  "GET /api/outbox/:id": access.adminOnly((fixtures) => requestForEmail(fixtures)),
  "GET /api/outbox/:id/page": access.adminOnly((fixtures) => requestForEmail(fixtures)),
  "POST /api/outbox/:id/resend": access.adminOnly(async (fixtures) => ({
    ...(await requestForEmail(fixtures, "failed")),
    body: {},
  })),
  "POST /api/outbox/resend-failed": access.adminOnly(),
};
