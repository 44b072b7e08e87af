import { useCallback, useSyncExternalStore } from "react";

/** Queried when needed, because tests replace `matchMedia`. Paper isn't a narrow screen. */
const getNarrowerQuery = (rem: number) => matchMedia(`screen and (width < ${rem}rem)`);

/**
 * Whether the screen is narrower than the given rem, for layouts that need other elements and not only other
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
