import { rmSync } from "node:fs";
import { fillDemo, startPortal, stopPortal } from "./portals.ts";

/** Starts the portals before the first journey and stops them after the last. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const [empty, filled] = await Promise.all([startPortal("empty"), fillDemo()]);
  const demo = await startPortal("demo");
  process.env.E2E_SETUP_PATH = /\/register\?setup=\S+/.exec(empty.output)?.[0] ?? "";
  return async () => {
    await Promise.all([empty, demo].map(stopPortal));
    rmSync(filled, { recursive: true, force: true });
  };
}
