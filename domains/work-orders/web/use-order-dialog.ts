import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { closeAbove, fromList } from "#web/list/above-list.ts";
import { withQuery } from "#web/list/use-list-address.ts";
import { dialogPath, type OpenDialog, readDialog } from "./dialog-address.ts";

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
        const state = isOverDialog ? (history.state as object | null) : fromList;
        navigate(addressOf(target), { replace: isOverDialog, ...(state === null ? {} : { state }) });
      },
      close: () => closeAbove(addressOf({ kind: "none" }), navigate),
    };
  }, [path, search, navigate]);
}
