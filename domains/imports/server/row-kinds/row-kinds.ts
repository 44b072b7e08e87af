import type { ImportKindName } from "../../import-kinds.ts";
import { rentRollRows } from "../rent-roll/rent-roll-rows.ts";
import { billRows } from "./bill-rows.ts";
import { budgetRows } from "./budget-rows.ts";
import { leaseRows } from "./lease-rows.ts";
import { openingBalanceRows } from "./opening-balance-rows.ts";
import { peopleRows } from "./people-rows.ts";
import { propertyRows } from "./property-rows.ts";
import { recoveryHistoryRows } from "./recovery-history-rows.ts";
import type { RowKind } from "./row-kind.ts";
import { unitRows } from "./unit-rows.ts";
import { vendorRows } from "./vendor-rows.ts";

export const rowKinds = {
  properties: propertyRows,
  units: unitRows,
  leases: leaseRows,
  people: peopleRows,
  "rent-roll": rentRollRows,
  "opening-balances": openingBalanceRows,
  vendors: vendorRows,
  bills: billRows,
  budgets: budgetRows,
  "recovery-history": recoveryHistoryRows,
} as const satisfies Record<ImportKindName, RowKind>;
