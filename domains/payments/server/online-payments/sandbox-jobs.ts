import type { Services } from "#server/http/context.ts";
import { asSandbox } from "#server/integrations/cards/sandbox-cards.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { receiveEvent } from "./receive-event.ts";

/**
 * Delivers an event, signed and read like a real provider's. Does nothing if the sandbox is no longer the
 * provider.
 */
export async function deliverSandboxEvent(
  services: Services,
  event: Tasks["deliver-sandbox-event"],
): Promise<void> {
  const sandbox = asSandbox(services.cards);
  if (sandbox === null) return;
  const { body, signature } = sandbox.signEvent(event, services.clock());
  await receiveEvent(services, sandbox.readEvent(body, signature, services.clock()));
}

/** Simulates the bank's decision, which takes days in reality and seconds in the sandbox. */
export async function settleInSandbox(
  { cards }: Services,
  payment: Tasks["settle-in-sandbox"],
): Promise<void> {
  await asSandbox(cards)?.settle(payment);
}
