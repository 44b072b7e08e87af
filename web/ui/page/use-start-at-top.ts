import { useEffect } from "react";

/**
 * Shows a form, or its next step, from its top. `useFocusOnNewPage` does that for a new page, but not if only
 * its content changes.
 */
export function useStartAtTop(step?: unknown): void {
  useEffect(() => scrollTo(0, 0), [step]);
}
