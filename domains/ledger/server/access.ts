import { moneyScope } from "#domains/leases/server/access.ts";

/** The leases `l` whose ledger a viewer may see: those whose money concerns them. */
export const ledgerScope = moneyScope;
