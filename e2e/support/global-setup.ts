import { rmSync } from "node:fs";
import { prepareDemoData, startPortal, stopPortal } from "./portals.ts";

/** Starts the portals before the first journey and stops them after the last. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const [empty, demoFolder] = await Promise.all([startPortal("empty"), prepareDemoData()]);
  const demo = await startPortal("demo");
  process.env.E2E_SETUP_PATH = /\/register\?setup=\S+/.exec(empty.output)?.[0] ?? "";
  return async () => {
    await Promise.all([empty, demo].map(stopPortal));
    rmSync(demoFolder, { recursive: true, force: true });
  };
}
