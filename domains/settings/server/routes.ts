import type { FastifyInstance } from "fastify";
import { imageBytesMax, imagesMax } from "#domains/work-orders/contract.ts";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { readConfig } from "../contract.ts";
import { demoAccounts, demoPassword } from "../demo-accounts.ts";
import { registrationMode } from "./registration-mode.ts";

/** Binds what the web client must know before anyone signs in (decisions, "Health"). */
export function settingsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readConfig, async ({ db, config }) => {
    const organisation = await db.selectFrom("organisation").selectAll().executeTakeFirstOrThrow();
    return {
      name: organisation.name,
      demo: config.demo
        ? { accounts: demoAccounts.map((account) => ({ ...account, password: demoPassword })) }
        : null,
      registration: await registrationMode(db, config),
      cardProvider: null,
      cardFeeRate: organisation.card_fee_basis_points / 10_000,
      support: { email: organisation.support_email, phone: organisation.support_phone },
      limits: { imageBytesMax, imagesMax },
    };
  });
}
