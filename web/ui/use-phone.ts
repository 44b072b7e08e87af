import { useSyncExternalStore } from "react";

/** As narrow as what `max-sm:` styles; asked when needed, as tests replace `matchMedia`. */
const phone = () => matchMedia("(width < 40rem)");

function subscribe(changed: () => void): () => void {
  const query = phone();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Whether the screen is a phone's, where it takes other elements and not only other styles. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone().matches);
