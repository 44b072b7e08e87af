import { useEffect } from "react";

/** The history state of a link to a list whose words promise its form, such as `Create Work Order`. */
export const toBegin = { begins: true } as const;

/** Opens the form of a list that was reached by such a link, once: a reload or the back button shows the list. */
export function useBegin(open: () => void): void {
  useEffect(() => {
    if ((history.state as { begins?: true } | null)?.begins !== true) return;
    history.replaceState(null, "");
    open();
  });
}
