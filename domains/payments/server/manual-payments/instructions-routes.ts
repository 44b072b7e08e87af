import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Ctx, Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../../instructions-contract.ts";

/** Binds the payment instructions. */
export function paymentInstructionsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readPaymentInstructions, (ctx) => readPaymentInstructions(ctx));
}

/** Returns the payee for manual payments, and the estimated breakdown. */
export async function readPaymentInstructions({ db }: Pick<Ctx, "db">): Promise<calls.PaymentInstructions> {
  const { rows } = await sql<calls.PaymentInstructions>`
    select name as payee, payment_handle as "zelleHandle", accounting_email as "accountingEmail",
      json_build_object('rentSharePermille', rent_share_permille, 'commonAreaSharePermille', common_area_share_permille,
        'utilitiesSharePermille', utilities_share_permille) as shares
    from organization`.execute(db);
  if (rows[0] === undefined) throw new Error("The organization record is missing.");
  return rows[0];
}
