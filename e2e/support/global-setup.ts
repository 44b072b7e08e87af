import { rmSync } from "node:fs";
import { fillDemo, startPortal, stopPortal } from "./portals.ts";

/** Starts the portals before the first journey and stops them after the last. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const starting = startPortal("empty");
  const filled = await fillDemo();
  const started = [await startPortal("demo"), await starting];
  process.env.E2E_SETUP_PATH = /\/register\?setup=\S+/.exec(started[1]?.output ?? "")?.[0] ?? "";
  return async () => {
    await Promise.all(started.map(stopPortal));
    rmSync(filled, { recursive: true, force: true });
  };
}
