import { startPortal, stopPortal } from "./portals.ts";

/** Starts the portals before the first journey and stops them after the last. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const started = await Promise.all([startPortal("demo"), startPortal("empty")]);
  process.env.E2E_SETUP_PATH = /\/register\?setup=\S+/.exec(started[1].output)?.[0] ?? "";
  return async () => {
    await Promise.all(started.map(stopPortal));
  };
}
