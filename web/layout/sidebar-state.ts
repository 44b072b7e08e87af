import { useState } from "react";

const storageKey = "sidebar";

/** Whether the sidebar shows only icons; remembered on this machine. */
export function useCollapsedSidebar(): [boolean, () => void] {
  const [isCollapsed, setIsCollapsed] = useState(readCollapsed);
  const toggle = () => {
    setIsCollapsed(!isCollapsed);
    try {
      localStorage.setItem(storageKey, isCollapsed ? "wide" : "icons");
    } catch {
      // Without storage it lasts as long as the page.
    }
  };
  return [isCollapsed, toggle];
}

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(storageKey) === "icons";
  } catch {
    return false;
  }
}
