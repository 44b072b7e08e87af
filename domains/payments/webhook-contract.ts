import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";

/** Its body is read as bytes, over which the signature is checked. */
export const hearStripe = endpoint({
  method: "POST",
  path: "/api/webhooks/stripe",
  action: "payments.receive-event",
  summary: "What the card provider tells; only what carries its signature",
  response: z.object({ received: z.literal(true) }),
});
