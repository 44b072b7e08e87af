import { useEffect } from "react";

/** The history state of a link that promises a form of its page, such as `Create Work Order` or `Renew`. */
export const openFormState = { opensForm: true } as const;

/**
 * Opens the form of a page that was reached by such a link. It opens once: a reload or the back button shows
 * the page.
 */
export function useOpenFormLink(onOpen: () => unknown): void {
  useEffect(() => {
    if ((history.state as { opensForm?: true } | null)?.opensForm !== true) return;
    history.replaceState(null, "");
    onOpen();
  });
}
