import { Figures } from "#web/ui/page/figures.tsx";
import { type AmountsDue, listAmounts } from "../amounts-due.ts";

interface AmountFiguresProps {
  amounts: AmountsDue;
  /** The URL of the list of overdue leases, for staff. */
  overdueHref?: string;
  /** False when the figures are part of a page's lead. */
  hasLines?: boolean;
}

/** The overdue, due, and on-its-way amounts, and the coming amount and the credit if there are any. */
export const AmountFigures = ({ amounts, overdueHref, hasLines = true }: AmountFiguresProps) => (
  <Figures
    label="Amounts due"
    hasLines={hasLines}
    figures={listAmounts(amounts).map((figure) =>
      figure.needsAttention === true && overdueHref !== undefined ? { ...figure, href: overdueHref } : figure,
    )}
  />
);
