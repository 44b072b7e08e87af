import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** The body is read as raw bytes because the signature covers them. */
export const receiveStripeEvent = endpoint({
  method: "POST",
  path: "/api/webhooks/stripe",
  action: "payments.receive-event",
  summary: "Receive an event from the card provider; its signature is verified",
  response: z.object({ received: z.literal(true) }),
});
