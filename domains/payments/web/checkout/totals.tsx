import type { ReactNode } from "react";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";

/** Formats 350 as `3.5%`. */
export const percentOf = (basisPoints: number): string => `${basisPoints / 100}%`;

interface TotalsProps {
  amountCents: number;
  feeCents: number;
  totalCents: number;
  /** Such as `3.5%`; null for a method without a fee. */
  feeRate: string | null;
}

/** The total including the fee, shown before the payment is confirmed. */
export function Totals({ amountCents, feeCents, totalCents, feeRate }: TotalsProps) {
  return (
    <dl aria-live="polite" className="space-y-1.5 tabular-nums">
      <Line name="Payment amount" cents={amountCents} />
      <Line
        name={feeRate === null ? "Processing fee" : `Card processing fee (${feeRate})`}
        cents={feeCents}
      />
      <Line name="Total" cents={totalCents} className="border-line border-t pt-2 text-lead" />
    </dl>
  );
}

interface LineProps {
  name: ReactNode;
  cents: number;
  className?: string;
}

const Line = ({ name, cents, className }: LineProps) => (
  <div className={classes("flex justify-between gap-4", className)}>
    <dt>{name}</dt>
    <dd>{formatCents(toCents(cents))}</dd>
  </div>
);
