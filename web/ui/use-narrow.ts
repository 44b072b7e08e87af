import { useCallback, useSyncExternalStore } from "react";

/** Queried when needed, because tests replace `matchMedia`. */
const narrower = (rem: number) => matchMedia(`(width < ${rem}rem)`);

/**
 * Whether the screen is narrower than the given rem, for layouts that need other elements and not only other
 * styles.
 */
export function useIsNarrower(rem: number): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const query = narrower(rem);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    [rem],
  );
  return useSyncExternalStore(subscribe, () => narrower(rem).matches);
}
