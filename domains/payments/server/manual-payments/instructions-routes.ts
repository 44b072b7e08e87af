import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { type PaymentInstructions, readPaymentInstructions } from "../../instructions-contract.ts";

/** Binds the payment instructions. */
export function paymentInstructionsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, readPaymentInstructions, async ({ db }) => {
    const { rows } = await sql<PaymentInstructions>`
      select name as payee, payment_handle as "zelleHandle", accounting_email as "accountingEmail",
        json_build_object('rentSharePermille', rent_share_permille, 'commonAreaSharePermille', common_area_share_permille,
          'utilitiesSharePermille', utilities_share_permille) as shares
      from organization`.execute(db);
    if (rows[0] === undefined) throw new Error("The organization record is missing.");
    return rows[0];
  });
}
