import type { Services } from "../http/context.ts";
import type { CardProvider } from "./card-provider.ts";
import { openSandbox } from "./sandbox-cards.ts";

/** What a provider is made from. */
export type CardServices = Pick<Services, "config" | "db" | "secretKey" | "clock">;

/** The provider of the settings; null when there is none: online payment is not set up then. */
export const openCards = async (services: CardServices): Promise<CardProvider | null> =>
  services.config.demo ? openSandbox(services) : null;
