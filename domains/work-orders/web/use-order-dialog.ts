import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { withQuery } from "#web/list/use-list-address.ts";
import { dialogPath, type OpenDialog, readDialog } from "./dialog-address.ts";

/** History state of an address that was opened from the list: closing then goes back instead of adding an entry. */
interface FromList {
  fromList: true;
}

/** The path names the open dialog; the state of the list below it is in the query. */
export function useOrderDialog() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const dialog = readDialog(path);
    const addressOf = (target: OpenDialog) => withQuery(dialogPath(target), search);
    return {
      dialog,
      open: (target: OpenDialog) => {
        const isOverDialog = dialog.kind !== "none";
        const state = isOverDialog ? (history.state as FromList | null) : { fromList: true as const };
        navigate(addressOf(target), { replace: isOverDialog, ...(state === null ? {} : { state }) });
      },
      close: () => {
        if ((history.state as FromList | null)?.fromList === true) history.back();
        else navigate(addressOf({ kind: "none" }), { replace: true });
      },
    };
  }, [path, search, navigate]);
}
