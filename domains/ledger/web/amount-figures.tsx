import { Figures } from "#web/ui/page/figures.tsx";
import { type AmountsDue, listAmounts } from "../amounts-due.ts";

interface Props {
  amounts: AmountsDue;
  /** The list of what is overdue, for staff. */
  overdueHref?: string;
  /** False in a lead. */
  hasLines?: boolean;
}

/** What is overdue, due, and on its way, then what is coming and the credit if there are any. */
export const AmountFigures = ({ amounts, overdueHref, hasLines = true }: Props) => (
  <Figures
    label="Amounts due"
    hasLines={hasLines}
    figures={listAmounts(amounts).map((figure) =>
      figure.isBad === true && overdueHref !== undefined ? { ...figure, href: overdueHref } : figure,
    )}
  />
);
