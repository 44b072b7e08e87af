import { type RawBuilder, sql } from "kysely";
import { ledgerScope } from "#domains/ledger/server/access.ts";
import type { Reach } from "#server/http/actor.ts";

/** Own intents, on leases whose money is within reach: as a condition on `payment_intents i join leases l`. */
export const intentScope = (reach: Reach): RawBuilder<boolean> =>
  sql`(i.user_id = ${reach.userId} and ${ledgerScope(reach)})`;
