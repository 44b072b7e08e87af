import { formatCents, toCents } from "#shared/format/money.ts";
import type { Payment } from "../../contract.ts";

/** What the payer was charged, with the card fee named. On a phone, the fee is below the amount. */
export const PaidAmount = ({ payment: { amountFormatted, feeCents } }: { payment: Payment }) => (
  <span className="inline-flex flex-wrap justify-end gap-x-1 whitespace-nowrap font-medium tabular-nums max-sm:w-min">
    <span>{amountFormatted}</span>
    {feeCents > 0 && (
      <span className="font-normal text-ink-soft text-sm">{`+ ${formatCents(toCents(feeCents))} fee`}</span>
    )}
  </span>
);
