import type { Services } from "../../http/context.ts";
import type { CardProvider } from "./card-provider.ts";
import { openSandbox } from "./sandbox-cards.ts";
import { openStripe } from "./stripe-cards.ts";

/** The services a provider needs. */
export type CardServices = Pick<Services, "config" | "db" | "secretKey" | "log" | "clock">;

/**
 * Opens Stripe if its keys are set, or else the sandbox in the demo. Returns null if online payments aren't
 * set up.
 */
export async function openCards(services: CardServices): Promise<CardProvider | null> {
  const { config } = services;
  if (config.stripe !== null) return openStripe(config.stripe, services);
  return config.demo ? openSandbox(services) : null;
}
