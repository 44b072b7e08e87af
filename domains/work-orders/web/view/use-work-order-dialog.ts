import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { closeOverlay, openedFromList } from "#web/list/above-list.ts";
import { withQuery } from "#web/list/use-list-url.ts";
import { type OpenDialog, parseDialogPath, toDialogPath } from "./dialog-path.ts";

/** The open dialog, which the path determines. The query string has the state of the list behind it. */
export function useWorkOrderDialog() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  return useMemo(() => {
    const dialog = parseDialogPath(path);
    const toPath = (target: OpenDialog) => withQuery(toDialogPath(target), search);
    return {
      dialog,
      open: (target: OpenDialog) => {
        const isOverDialog = dialog.kind !== "none";
        const state = isOverDialog ? (history.state as object | null) : openedFromList;
        navigate(toPath(target), { replace: isOverDialog, ...(state === null ? {} : { state }) });
      },
      close: () => closeOverlay(toPath({ kind: "none" }), navigate),
    };
  }, [path, search, navigate]);
}
