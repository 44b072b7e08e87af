import { useCallback, useEffect, useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "#web/paths.ts";
import { type PropertyTab, propertyTabs } from "./property-search.ts";

/** Browsers refuse an address that changes with every key. */
const addressAfterMs = 300;

/** Tab and search text stand in the address, so that a link or the way back shows the same. */
export function usePropertiesAddress() {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const tab = propertyTabs.find(({ value }) => value === query.get("type"))?.value ?? "all";
  const text = query.get("q") ?? "";
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const go = useCallback(
    (change: { type?: PropertyTab; q?: string }) => {
      // What the address is by then, as the text may be written a moment later.
      const next = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === "" || value === "all") next.delete(name);
        else next.set(name, value);
      }
      const written = next.toString();
      navigate(`${paths.properties}${written === "" ? "" : `?${written}`}`, { replace: true });
    },
    [navigate],
  );
  const setText = useCallback(
    (words: string) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go({ q: words.trim() }), addressAfterMs);
    },
    [go],
  );
  return { tab, text, setTab: (type: PropertyTab) => go({ type }), setText };
}
