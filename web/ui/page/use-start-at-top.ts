import { useEffect } from "react";

/**
 * Scrolls to the top when a form, or its next step, appears. `useFocusOnNewPage` does that only for new
 * pages, not for new content on the same page.
 */
export function useStartAtTop(step?: unknown): void {
  useEffect(() => scrollTo(0, 0), [step]);
}
