import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** Its body is read as bytes, over which the signature is checked. */
export const receiveStripeEvent = endpoint({
  method: "POST",
  path: "/api/webhooks/stripe",
  action: "payments.receive-event",
  summary: "Receive an event of the card provider, if it carries the provider's signature",
  response: z.object({ received: z.literal(true) }),
});
