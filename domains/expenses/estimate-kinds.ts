import { type ChargeKind, chargeKindLabels } from "#domains/leases/terms.ts";

/** The monthly charges of leases that can be the estimates for an expense pool. */
export const estimateKinds = ["common-area", "utilities", "other"] as const satisfies ChargeKind[];

export const estimateKindOptions = estimateKinds.map((value) => ({ value, label: chargeKindLabels[value] }));
