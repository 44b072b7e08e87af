import { useEffect } from "react";

/** The history state for a link that opens a form on its page, such as `Create Work Order` or `Renew`. */
export const openFormState = { opensForm: true } as const;

/**
 * Opens the form if the page was reached by such a link. The form opens once. A reload or the back button
 * shows the page without it.
 */
export function useOpenFormLink(onOpen: () => unknown): void {
  useEffect(() => {
    if ((history.state as { opensForm?: true } | null)?.opensForm !== true) return;
    history.replaceState(null, "");
    onOpen();
  });
}
