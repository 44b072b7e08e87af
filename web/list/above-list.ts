import { useLocation, useSearch } from "wouter";
import { withQuery } from "#web/list/use-list-url.ts";
import { currentLayerCount } from "#web/ui/overlays/layers.ts";

/**
 * The history state of a page opened from the list below it. Closing then goes back instead of adding an
 * entry.
 */
export const openedFromList = { fromList: true } as const;

type Navigate = (to: string, options: { replace: boolean }) => void;

/** Closes what is open above a list. `list` is the list's path. */
export function closeOverlay(list: string, navigate: Navigate): void {
  const isFromList = (history.state as Partial<typeof openedFromList> | null)?.fromList === true;
  // A question that is still open above it has its own history entry.
  if (isFromList) history.go(-1 - currentLayerCount());
  else navigate(list, { replace: true });
}

/** Opens pages above the current list, which keeps its filters. */
export function useOverlayNavigation(list: string) {
  const [, navigate] = useLocation();
  const search = useSearch();
  return {
    open: (path: string) => navigate(withQuery(path, search), { state: openedFromList }),
    close: () => closeOverlay(withQuery(list, search), navigate),
  };
}
