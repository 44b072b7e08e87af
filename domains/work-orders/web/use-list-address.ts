import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { dialogPath, type OpenDialog, readDialog } from "./dialog-address.ts";
import { type Filters, type ListAddress, readListAddress, writeListAddress } from "./filters.ts";

/** Kept with an address that was reached from the list, so that closing goes back instead of adding to the history. */
interface FromList {
  fromList: true;
}

/** The page's whole state is its address: view, filters and page in the query, the open dialog in the path. */
export function useListAddress() {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const list = useMemo(() => readListAddress(search), [search]);
  const dialog = useMemo(() => readDialog(path), [path]);

  const go = useCallback(
    (target: OpenDialog, change: Partial<ListAddress>, options?: { replace?: boolean; state?: FromList }) => {
      const query = writeListAddress({ ...list, ...change });
      navigate(dialogPath(target) + (query === "" ? "" : `?${query}`), options);
    },
    [list, navigate],
  );

  return useMemo(
    () => ({
      list,
      dialog,
      open: (target: OpenDialog) => {
        const isOverDialog = dialog.kind !== "none";
        const state = isOverDialog ? (history.state as FromList | null) : { fromList: true as const };
        go(target, {}, { replace: isOverDialog, ...(state === null ? {} : { state }) });
      },
      close: () => {
        if ((history.state as FromList | null)?.fromList === true) history.back();
        else go({ kind: "none" }, {}, { replace: true });
      },
      /** A changed filter is a new question: it is sent to the server and shown from its first page (API-33). */
      setFilters: (filters: Filters) => go(dialog, { filters, page: 1 }, { replace: true }),
      setPage: (page: number) => go(dialog, { page }),
      setPageSize: (pageSize: number) => go(dialog, { pageSize, page: 1 }, { replace: true }),
      setView: (view: ListAddress["view"]) => go(dialog, { view, page: 1 }, { replace: true }),
    }),
    [list, dialog, go],
  );
}
export type ListControls = ReturnType<typeof useListAddress>;
