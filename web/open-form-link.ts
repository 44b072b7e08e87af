import { useEffect } from "react";

/** The history state for a link that opens a form on its page, such as `Create Work Order` or `Renew`. */
export const openFormState = { opensForm: "main" } as const;
/** The history state for a link that opens the edit form on a record's page. */
export const openEditState = { opensForm: "edit" } as const;

type OpenState = typeof openFormState | typeof openEditState;

/**
 * Opens the form if the page was reached by such a link. The form opens once. A reload or the back button
 * shows the page without it.
 */
export function useOpenFormLink(onOpen: () => unknown, { opensForm }: OpenState = openFormState): void {
  useEffect(() => {
    if ((history.state as OpenState | null)?.opensForm !== opensForm) return;
    history.replaceState(null, "");
    onOpen();
  });
}
