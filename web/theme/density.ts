import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Density, defaultDensity } from "#shared/density.ts";

const storageKey = "density";

export const getDensity = ({ role, density = defaultDensity(role) }: SessionUser): Density => density;

/**
 * Sets the height of rows and controls (theme.css), and saves it for the first paint of the next page. Null
 * resets it for people who aren't signed in.
 */
export function applyDensity(density: Density | null): void {
  const { dataset } = document.documentElement;
  try {
    if (density === null) {
      delete dataset.density;
      localStorage.removeItem(storageKey);
    } else {
      dataset.density = density;
      localStorage.setItem(storageKey, density);
    }
  } catch {
    // Without storage, the density changes once the session is known.
  }
}

/** Called by the script in the page's head before the first paint, so that rows don't change their height. */
export function restoreDensity(): void {
  try {
    const density = localStorage.getItem(storageKey);
    if (density !== null) document.documentElement.dataset.density = density;
  } catch {
    // See applyDensity.
  }
}
