import type { Services } from "../http/context.ts";
import type { CardProvider } from "./card-provider.ts";
import { openSandbox } from "./sandbox-cards.ts";
import { openStripe } from "./stripe-cards.ts";

/** What a provider is made from. */
export type CardServices = Pick<Services, "config" | "db" | "secretKey" | "log" | "clock">;

/** Stripe where its keys are set, else the sandbox in the demo; null otherwise: online payment is not set up then. */
export async function openCards(services: CardServices): Promise<CardProvider | null> {
  const { config } = services;
  if (config.stripe !== null) return openStripe(config.stripe, services);
  return config.demo ? openSandbox(services) : null;
}
