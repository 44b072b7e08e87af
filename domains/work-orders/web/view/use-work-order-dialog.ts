import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { closeOverlay, openedFromList } from "#web/list/above-list.ts";
import { withQuery } from "#web/list/use-list-url.ts";
import { type OpenDialog, parseDialogPath, toDialogPath } from "./dialog-path.ts";

/** The open dialog, which is in the path. The state of the list below it is in the query string. */
export function useWorkOrderDialog() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const dialog = parseDialogPath(path);
    const toAddress = (target: OpenDialog) => withQuery(toDialogPath(target), search);
    return {
      dialog,
      open: (target: OpenDialog) => {
        const isOverDialog = dialog.kind !== "none";
        const state = isOverDialog ? (history.state as object | null) : openedFromList;
        navigate(toAddress(target), { replace: isOverDialog, ...(state === null ? {} : { state }) });
      },
      close: () => closeOverlay(toAddress({ kind: "none" }), navigate),
    };
  }, [path, search, navigate]);
}
