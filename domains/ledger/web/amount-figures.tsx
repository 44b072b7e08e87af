import { Figures } from "#web/ui/page/figures.tsx";
import { type AmountsDue, listAmounts } from "../amounts-due.ts";

interface Props {
  amounts: AmountsDue;
  /** The list of what is overdue, for staff. */
  overdueHref?: string;
}

/** What is overdue, due, and on its way, then what is coming and the credit if there are any. */
export const AmountFigures = ({ amounts, overdueHref }: Props) => (
  <Figures
    label="Amounts due"
    figures={listAmounts(amounts).map((figure) =>
      figure.isBad === true && overdueHref !== undefined ? { ...figure, href: overdueHref } : figure,
    )}
  />
);
