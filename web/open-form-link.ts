import { useEffect } from "react";

/** The history state of a link that promises a form of its page, such as `Create Work Order` or `Renew`. */
export const openFormState = { opensForm: "main" } as const;
/** The history state of the page of a record that is opened to edit it. */
export const openEditState = { opensForm: "edit" } as const;

type OpenState = typeof openFormState | typeof openEditState;

/**
 * Opens the form of a page that was reached by such a link. It opens once: a reload or the back button shows
 * the page.
 */
export function useOpenFormLink(onOpen: () => unknown, { opensForm }: OpenState = openFormState): void {
  useEffect(() => {
    if ((history.state as OpenState | null)?.opensForm !== opensForm) return;
    history.replaceState(null, "");
    onOpen();
  });
}
