import type { Ctx, Services } from "../http/context.ts";

/**
 * Runs what the portal does by itself as a verb of the business: in one transaction, with nobody signed in; what is to
 * follow the commit does, and nothing does when it is rolled back.
 */
export async function asPortal<T>(services: Services, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  const afterCommit: (() => void | Promise<void>)[] = [];
  const result = await services.db.transaction().execute((db) =>
    run({
      ...services,
      db,
      now: services.clock(),
      requestId: "",
      networkAddress: "",
      userAgent: "",
      actor: null,
      afterCommit: (task) => void afterCommit.push(task),
      onFailure: () => undefined,
    }),
  );
  for (const task of afterCommit) await task();
  return result;
}
