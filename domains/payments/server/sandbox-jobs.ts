import type { Services } from "#server/http/context.ts";
import { sandboxOf } from "#server/integrations/sandbox-cards.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { receiveEvent } from "./receive-event.ts";

/** Signed and read as the events of a real provider are. Nothing happens when the sandbox is not the provider any more. */
export async function deliverSandboxEvent(
  services: Services,
  event: Tasks["deliver-sandbox-event"],
): Promise<void> {
  const sandbox = sandboxOf(services.cards);
  if (sandbox === null) return;
  const { body, signature } = sandbox.signEvent(event, services.clock());
  await receiveEvent(services, sandbox.readEvent(body, signature, services.clock()));
}

/** What a bank decides after days, the sandbox decides after seconds. */
export async function settleInSandbox(
  { cards }: Services,
  settled: Tasks["settle-in-sandbox"],
): Promise<void> {
  await sandboxOf(cards)?.settle(settled);
}
