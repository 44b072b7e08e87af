import { startPortal, stopPortal } from "./portals.ts";

/** Starts the portals before the first journey and stops them after the last. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const demo = await startPortal("demo");
  const stopDemo = () => stopPortal(demo);
  const empty = await startPortal("empty").catch(async (error: unknown) => {
    await stopDemo();
    throw error;
  });
  process.env.E2E_SETUP_PATH = /\/register\?setup=\S+/.exec(empty.output)?.[0] ?? "";
  return async () => {
    await Promise.all([stopDemo(), stopPortal(empty)]);
  };
}
