import { useLocation, useSearch } from "wouter";
import { withQuery } from "#web/list/use-list-url.ts";
import { getLayerCount } from "#web/ui/overlays/layers.ts";

/**
 * The history state of a page opened above a list. Closing such a page goes back instead of adding a history
 * entry.
 */
export const openedFromList = { fromList: true } as const;

type Navigate = (to: string, options: { replace: boolean }) => void;

/** Closes the page that is open above a list. */
export function closeOverlay(listPath: string, navigate: Navigate): void {
  const isFromList = (history.state as Partial<typeof openedFromList> | null)?.fromList === true;
  // A dialog that is still open above the page has its own history entry.
  if (isFromList) history.go(-1 - getLayerCount());
  else navigate(listPath, { replace: true });
}

/** Opens and closes pages above the current list, which keeps its filters. */
export function useOverlayNavigation(listPath: string) {
  const [, navigate] = useLocation();
  const search = useSearch();
  return {
    open: (path: string) => navigate(withQuery(path, search), { state: openedFromList }),
    close: () => closeOverlay(withQuery(listPath, search), navigate),
  };
}
