import { useCallback, useSyncExternalStore } from "react";

/** Created when needed because tests replace `matchMedia`. Print doesn't count as a narrow screen. */
const getNarrowerQuery = (rem: number) => matchMedia(`screen and (width < ${rem}rem)`);

/**
 * Whether the screen is narrower than `rem`, for layouts that need different elements and not just different
 * styles.
 */
export function useIsNarrower(rem: number): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = getNarrowerQuery(rem);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    [rem],
  );
  return useSyncExternalStore(subscribe, () => getNarrowerQuery(rem).matches);
}
