import { useLocation, useSearch } from "wouter";
import { withQuery } from "#web/list/use-list-address.ts";
import { layersHere } from "#web/ui/layers.ts";

/** History state of an address that was opened from the list below it: closing then goes back instead of adding an entry. */
export const fromList = { fromList: true } as const;

type Navigate = (to: string, options: { replace: boolean }) => void;

/** Closes what is open above a list; `list` is the address of the list. */
export function closeAbove(list: string, navigate: Navigate): void {
  const isFromList = (history.state as Partial<typeof fromList> | null)?.fromList === true;
  // A question that is still open over it has an entry of its own.
  if (isFromList) history.go(-1 - layersHere());
  else navigate(list, { replace: true });
}

/** Opens addresses above the list of the page, which keeps its filters. */
export function useAboveList(list: string) {
  const [, navigate] = useLocation();
  const search = useSearch();
  return {
    open: (path: string) => navigate(withQuery(path, search), { state: fromList }),
    close: () => closeAbove(withQuery(list, search), navigate),
  };
}
