import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import { Lead } from "#web/ui/page/lead.tsx";

/** Formats 350 as `3.5%`. */
export const formatBasisPoints = (basisPoints: number): string => `${basisPoints / 100}%`;

/** The fee of the selected method. */
export interface SelectedFee {
  feeCents: number;
  /** Such as `3.5%`. Null for a method without a fee. */
  rate: string | null;
}

interface TotalCardProps {
  /** What the amount is for. */
  name: string;
  amountCents: number;
  /** Null while nothing is selected, or if there is no fee to show. */
  fee: SelectedFee | null;
  note?: string | undefined;
}

/** The amount, the fee, and the total, in view while the payer chooses how to pay. */
export const TotalCard = ({ name, amountCents, fee, note }: TotalCardProps) => (
  <Lead isHarbor aria-label="Total" className="px-(--inset) py-4 print:hidden">
    <dl aria-live="polite" className="space-y-1 text-on-harbor-soft tabular-nums">
      <Line name={name} cents={amountCents} isTotal={fee === null} />
      {fee !== null && (
        <>
          <Line
            name={fee.rate === null ? "Processing fee" : `Card processing fee (${fee.rate})`}
            cents={fee.feeCents}
          />
          <Line name="Total" cents={amountCents + fee.feeCents} isTotal />
        </>
      )}
    </dl>
    {note !== undefined && <p className="mt-2 text-on-harbor text-sm">{note}</p>}
  </Lead>
);

interface LineProps {
  name: string;
  cents: number;
  isTotal?: boolean;
}

const Line = ({ name, cents, isTotal = false }: LineProps) => (
  <div
    className={classes(
      "flex items-baseline justify-between gap-4",
      isTotal &&
        "not-first:mt-2 not-first:border-harbor-line not-first:border-t not-first:pt-1.5 text-on-harbor",
    )}
  >
    <dt className="min-w-0 wrap-anywhere">{name}</dt>
    <dd className={isTotal ? "text-figure" : undefined}>{formatCents(toCents(cents))}</dd>
  </div>
);
