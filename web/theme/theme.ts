export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "theme";
const listeners = new Set<() => void>();

/** Returns the theme. An unknown stored value counts as `system`, the default (THM-01 to THM-03). */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === stored) ?? "system";
  } catch {
    // Storage is blocked, so the theme lasts as long as the page.
    return currentTheme;
  }
}

let currentTheme: Theme = "system";

export function setTheme(theme: Theme): void {
  currentTheme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // See readTheme.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

/**
 * Applies the theme. The script in the page's head does so before the first paint, so that dark pages don't
 * flash.
 */
export function applyTheme(): void {
  const theme = readTheme();
  const isDark = theme === "dark" || (theme === "system" && systemIsDark());
  document.documentElement.classList.toggle("dark", isDark);
}

/** Follows the system's preference and the theme selected in another tab. */
export function watchTheme(): void {
  applyTheme();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
  addEventListener("storage", (event) => {
    if (event.key !== storageKey && event.key !== null) return;
    applyTheme();
    for (const listener of listeners) listener();
  });
}

/** Calls `listener` after each change, including changes in other tabs. */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
