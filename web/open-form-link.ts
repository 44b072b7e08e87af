import { useEffect } from "react";

/** The history state of a link to a list that promises its form, such as `Create Work Order`. */
export const openFormState = { opensForm: true } as const;

/**
 * Opens the form of a list that was reached by such a link. It opens once: a reload or the back button shows
 * the list.
 */
export function useOpenFormLink(onOpen: () => void): void {
  useEffect(() => {
    if ((history.state as { opensForm?: true } | null)?.opensForm !== true) return;
    history.replaceState(null, "");
    onOpen();
  });
}
